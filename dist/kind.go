package dist

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/steelyard-lb/steelyard/internal/closest"
)

// Kind is one row of the table of laws.
type Kind struct {
	Name   string
	Params []Param // beside mean
	Doc    string  // one line

	build func(a args) (Law, error)
}

// Param describes one parameter. Its range is [Low, High], or (Low, High] if
// Open.
type Param struct {
	Name      string
	Low, High float64
	Open      bool
	Whole     bool    // an integer
	Default   float64 // NaN if there is none
}

// meanParam is accepted by every law.
var meanParam = Param{Name: "mean", High: math.Inf(1), Open: true, Default: math.NaN()}

// Range is the allowed range in words, for instance "a whole number in [1, 1000]".
func (p Param) Range() string {
	kind, left, right := "a number", "[", "]"
	if p.Whole {
		kind = "a whole number"
	}
	if p.Open {
		left = "("
	}
	if math.IsInf(p.High, 1) {
		right = ")"
	}
	return fmt.Sprintf("%s in %s%s, %s%s", kind, left, number(p.Low), number(p.High), right)
}

func (p Param) allows(x float64) bool {
	return (x > p.Low || x == p.Low && !p.Open) && x <= p.High && !math.IsInf(x, 0) &&
		!(p.Whole && x != math.Trunc(x))
}

// Error is what is wrong with the description of a law.
type Error struct {
	Law     string
	Param   string // "law" when the law itself is unknown
	Problem string
}

func (e *Error) Error() string {
	if e.Param == "law" {
		return e.Problem
	}
	return e.Law + ": " + e.Param + ": " + e.Problem
}

// New returns the law of this name. The error, an [*Error], names the parameter,
// its value and the allowed range, or the closest known name.
func New(name string, params map[string]float64) (Law, error) {
	k, err := find(name)
	if err != nil {
		return nil, err
	}
	a := args{kind: k, given: params}
	if err := a.check(); err != nil {
		return nil, err
	}
	l, err := k.build(a)
	if err != nil {
		return nil, err
	}
	if mean, ok := params["mean"]; ok {
		l = l.Scaled(mean)
	}
	if !finite(l.Mean()) {
		return nil, a.errorf("mean", "%s, want a positive finite number: these parameters are too large or too small", number(l.Mean()))
	}
	return l, nil
}

func find(name string) (Kind, error) {
	var names []string
	for _, k := range All() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	advice := "want one of " + strings.Join(names, ", ")
	if near, ok := closest.Word(name, names); ok {
		advice = "did you mean " + near + "?"
	}
	return Kind{}, &Error{name, "law", fmt.Sprintf("unknown law %q, %s", name, advice)}
}

// args are the parameters given for a law.
type args struct {
	kind  Kind
	given map[string]float64
}

func (a args) errorf(param, format string, v ...any) error {
	return &Error{a.kind.Name, param, fmt.Sprintf(format, v...)}
}

// check reports the first unknown or out-of-range parameter, in the order of
// their names, so that the message does not depend on map order.
func (a args) check() error {
	params := append(slices.Clone(a.kind.Params), meanParam)
	for _, name := range slices.Sorted(maps.Keys(a.given)) {
		i := slices.IndexFunc(params, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return a.unknown(name, params)
		}
		if x := a.given[name]; !params[i].allows(x) {
			return a.errorf(name, "%s, want %s", number(x), params[i].Range())
		}
	}
	return nil
}

func (a args) unknown(name string, params []Param) error {
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	if near, ok := closest.Word(name, names); ok {
		return a.errorf(name, "unknown parameter, did you mean %s?", near)
	}
	return a.errorf(name, "unknown parameter, want one of %s", strings.Join(names, ", "))
}

// get returns the parameter given, or its default.
func (a args) get(name string) float64 {
	if x, ok := a.given[name]; ok {
		return x
	}
	i := slices.IndexFunc(a.kind.Params, func(p Param) bool { return p.Name == name })
	return a.kind.Params[i].Default
}

// has tells whether a parameter was given.
func (a args) has(name string) bool {
	_, ok := a.given[name]
	return ok
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
