package fleet

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Value is one value of a document, or the absence of one. The methods that
// read it record a mistake in the document when it is not what they are asked
// for, and then return a zero value.
type Value struct {
	doc   *Document
	node  *yaml.Node // nil when absent
	place Place
}

// Place returns where the value stands, or would.
func (v Value) Place() Place { return v.place }

// Present reports whether the file gives the value.
func (v Value) Present() bool { return v.node != nil }

// Or returns the value, or when the file does not give one the scalar written
// as in YAML.
func (v Value) Or(scalar string) Value {
	if v.Present() {
		return v
	}
	v.node = &yaml.Node{Kind: yaml.ScalarNode, Value: scalar, Line: v.place.Line}
	return v
}

// Want records that the value is not what was wanted, which is told in words
// that follow "want": a number from 1 to 10.
func (v Value) Want(format string, args ...any) {
	want := fmt.Sprintf(format, args...)
	if v.Present() {
		v.Fail("got %s, want %s", describe(v.node), want)
	} else {
		v.Fail("missing, want %s", want)
	}
}

// Fail records a mistake at the value.
func (v Value) Fail(format string, args ...any) { v.doc.fail(v.place, format, args...) }

// Number reads a decimal number within [low, high]; .inf is one if high is.
func (v Value) Number(low, high float64) float64 {
	x, ok := v.decimal()
	if !ok || !(low <= x && x <= high) {
		v.Want("a number %s", span(low, high))
		return 0
	}
	return x
}

// Positive reads a finite decimal number above 0.
func (v Value) Positive() float64 {
	x, ok := v.decimal()
	if !ok || !(x > 0) || math.IsInf(x, 1) {
		v.Want("a finite number above 0")
		return 0
	}
	return x
}

// Int reads a whole number within [low, high].
func (v Value) Int(low, high int) int {
	n, ok := v.whole()
	if !ok || n < low || n > high {
		v.Want("a whole number from %d to %d", low, high)
		return 0
	}
	return n
}

// IntOrInf reads a whole number within [low, high], or .inf, which gives the
// largest int.
func (v Value) IntOrInf(low, high int) int {
	if x, ok := v.decimal(); ok && math.IsInf(x, 1) {
		return math.MaxInt
	}
	n, ok := v.whole()
	if !ok || n < low || n > high {
		v.Want("a whole number from %d to %d, or .inf", low, high)
		return 0
	}
	return n
}

// IntOrWord reads a whole number within [low, high], or a word in its place.
func (v Value) IntOrWord(word string, low, high int) (n int, isWord bool) {
	if v.scalar() && v.node.Value == word {
		return 0, true
	}
	n, ok := v.whole()
	if !ok || n < low || n > high {
		v.Want("%s, or a whole number from %d to %d", word, low, high)
		return 0, false
	}
	return n, false
}

// Bool reads true or false.
func (v Value) Bool() bool {
	if v.plain() && (v.node.Value == "true" || v.node.Value == "false") {
		return v.node.Value == "true"
	}
	v.Want("true or false")
	return false
}

// Text reads text that is not empty; want says of what kind. What YAML takes
// for something else, such as 10 or null, counts as text only in quotes.
func (v Value) Text(want string) string {
	if !v.scalar() || v.node.Value == "" || v.plain() && v.node.ShortTag() != "!!str" {
		v.Want("%s", want)
		return ""
	}
	return v.node.Value
}

// Name reads text that may serve as a key of a table and as a label of a
// metric.
func (v Value) Name() string {
	const want = "a name of 1 to 64 letters, digits, and - _ . + (in quotes when it reads as a number)"
	name := v.Text(want)
	if len(name) > 64 || strings.ContainsFunc(name, notNameRune) {
		v.Want(want)
	}
	return name
}

func notNameRune(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return false
	}
	return !strings.ContainsRune("-_.+", r)
}

// Choice reads text that is one of the options.
func (v Value) Choice(options ...string) string {
	if v.scalar() {
		for _, option := range options {
			if v.node.Value == option {
				return option
			}
		}
	}
	v.Want("%s", strings.Join(options, " or "))
	return ""
}

// IsObject reports whether the value is a mapping.
func (v Value) IsObject() bool { return v.Present() && v.node.Kind == yaml.MappingNode }

// IsList reports whether the value is a list.
func (v Value) IsList() bool { return v.Present() && v.node.Kind == yaml.SequenceNode }

// List reads a list with at least one entry; of says of what, in the plural.
func (v Value) List(of string) []Value {
	if !v.IsList() || len(v.node.Content) == 0 {
		v.Want("a list of at least one of the %s", of)
		return nil
	}
	list := make([]Value, len(v.node.Content))
	for i, n := range v.node.Content {
		place := Place{v.place.File, n.Line, fmt.Sprintf("%s[%d]", v.place.Field, i)}
		list[i] = v.doc.value(n, place)
	}
	return list
}

func (v Value) scalar() bool { return v.Present() && v.node.Kind == yaml.ScalarNode }

// plain reports whether the value is a scalar without quotes.
func (v Value) plain() bool { return v.scalar() && v.node.Style == 0 }

// decimalPattern leaves out what strconv would accept besides: hexadecimal
// numbers, and words for infinity and not-a-number.
var decimalPattern = regexp.MustCompile(`^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$`)

func (v Value) decimal() (float64, bool) {
	switch {
	case !v.plain():
		return 0, false
	case v.node.Value == ".inf" || v.node.Value == "+.inf":
		return math.Inf(1), true
	case !decimalPattern.MatchString(v.node.Value):
		return 0, false
	}
	x, err := strconv.ParseFloat(v.node.Value, 64)
	return x, err == nil
}

// whole reads an integer, also one written like 1e6.
func (v Value) whole() (int, bool) {
	x, ok := v.decimal()
	if !ok {
		return 0, false
	}
	if n, err := strconv.Atoi(v.node.Value); err == nil {
		return n, true
	}
	const exact = 1 << 53 // above it not every integer is a float64
	return int(x), x == math.Trunc(x) && math.Abs(x) <= exact
}

func span(low, high float64) string {
	if math.IsInf(high, 1) {
		return fmt.Sprintf("of at least %g", low)
	}
	return fmt.Sprintf("from %g to %g", low, high)
}
