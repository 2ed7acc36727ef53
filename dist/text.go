package dist

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a text form: a name, and in brackets its parameters, for instance
// "exponential" or "erlang(k=4, mean=2)".
func Parse(text string) (Law, error) {
	name, rest, bracket := strings.Cut(strings.TrimSpace(text), "(")
	name = strings.TrimSpace(name)
	if !bracket {
		return New(name, nil)
	}
	list, ok := strings.CutSuffix(rest, ")")
	if !ok {
		return nil, &Error{name, "law", fmt.Sprintf("%q does not end with a bracket, want name(parameter=value, ...)", text)}
	}
	params, err := parseParams(name, list)
	if err != nil {
		return nil, err
	}
	return New(name, params)
}

func parseParams(law, list string) (map[string]float64, error) {
	params := map[string]float64{}
	if strings.TrimSpace(list) == "" {
		return params, nil
	}
	for item := range strings.SplitSeq(list, ",") {
		key, value, ok := strings.Cut(item, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok {
			return nil, &Error{law, "law", fmt.Sprintf("%s: %q is no parameter, want name=value", law, strings.TrimSpace(item))}
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, &Error{law, key, fmt.Sprintf("%q, want a number", value)}
		}
		if _, twice := params[key]; twice {
			return nil, &Error{law, key, "given twice, want it once"}
		}
		params[key] = x
	}
	return params, nil
}

// text writes a text form from alternating names and values.
func text(law string, params ...any) string {
	var b strings.Builder
	b.WriteString(law + "(")
	for i := 0; i < len(params); i += 2 {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s=%s", params[i], number(params[i+1].(float64)))
	}
	b.WriteString(")")
	return b.String()
}
