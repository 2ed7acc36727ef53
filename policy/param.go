package policy

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Param describes one parameter of a policy: numbers between Min and Max, or one of Words.
type Param struct {
	Name    string
	Doc     string
	Numbers Numbers
	Min     float64
	Max     float64
	Words   []string
	Default string // in text form; empty if the parameter must be given
}

// Numbers says what numbers a parameter takes.
type Numbers int

const (
	// NoNumber is for parameters that take words only.
	NoNumber Numbers = iota
	// Whole is one whole number.
	Whole
	// Real is one number.
	Real
	// WholeList is a list of whole numbers in brackets, one per class of servers, the fastest first.
	WholeList
	// RealList is a list of numbers in brackets, one per class of servers, the fastest first.
	RealList
	// WholeTable is a list of whole numbers in brackets, the rows of a table one after the other.
	WholeTable
	// RealTable is a list of numbers in brackets, the rows of a table one after the other.
	RealTable
	// FileName is the name of a file instead of numbers: letters, digits and any of ._-/.
	FileName
)

// maxServers bounds the parameters that count servers.
const maxServers = 1 << 20

func (n Numbers) table() bool { return n == WholeTable || n == RealTable }
func (n Numbers) list() bool  { return n == WholeList || n == RealList || n.table() }
func (n Numbers) whole() bool { return n == Whole || n == WholeList || n == WholeTable }

// Range says what values are allowed, in words.
func (p Param) Range() string {
	var parts []string
	if p.Numbers == FileName {
		parts = append(parts, "the name of a file (letters, digits, . _ - /)")
	} else if p.Numbers != NoNumber {
		parts = append(parts, p.numbers())
	}
	return strings.Join(append(parts, p.Words...), " or ")
}

func (p Param) numbers() string {
	kind := "a number"
	if p.Numbers.whole() {
		kind = "a whole number"
	}
	between := fmt.Sprintf("from %s to %s", number(p.Min), number(p.Max))
	if math.IsInf(p.Max, 1) {
		between = "of at least " + number(p.Min)
	}
	if p.Numbers.table() {
		return fmt.Sprintf("a table as a list in brackets, each entry %s %s", kind, between)
	}
	if p.Numbers.list() {
		return fmt.Sprintf("a list in brackets, for each class of servers (fastest first) %s %s", kind, between)
	}
	return kind + " " + between
}

// fileName is short of what could be mistaken for the end of a parameter.
var fileName = regexp.MustCompile(`^[A-Za-z0-9._/-]+$`)

// value is what a parameter was given.
type value struct {
	word    string
	numbers []float64
}

// parse reads a value and checks its range.
func (p Param) parse(text string) (value, error) {
	for _, w := range p.Words {
		if text == w {
			return value{word: w}, nil
		}
	}
	if p.Numbers == FileName && fileName.MatchString(text) {
		return value{word: text}, nil
	}
	if v, ok := p.parseNumbers(text); ok {
		return v, nil
	}
	return value{}, fmt.Errorf("%s=%s: want %s", p.Name, brief(text), p.Range())
}

func (p Param) parseNumbers(text string) (value, bool) {
	items := []string{text}
	if p.Numbers.list() {
		inner, ok := strings.CutPrefix(text, "[")
		if inner, ok = cutSuffix(inner, "]", ok); !ok {
			return value{}, false
		}
		items = strings.Split(inner, ",")
	}
	var v value
	for _, item := range items {
		x, err := strconv.ParseFloat(strings.TrimSpace(item), 64)
		if err != nil || !p.allows(x) {
			return value{}, false
		}
		v.numbers = append(v.numbers, x+0) // -0 becomes 0
	}
	return v, true
}

func cutSuffix(s, suffix string, ok bool) (string, bool) {
	if !ok {
		return s, false
	}
	return strings.CutSuffix(s, suffix)
}

func (p Param) allows(x float64) bool {
	if p.Numbers == NoNumber || p.Numbers == FileName || !(x >= p.Min && x <= p.Max) || math.IsInf(x, 0) {
		return false
	}
	return !p.Numbers.whole() || x == math.Trunc(x)
}

// print writes a value as parse reads it.
func (p Param) print(v value) string {
	if v.word != "" {
		return v.word
	}
	items := make([]string, len(v.numbers))
	for k, x := range v.numbers {
		items[k] = number(x)
	}
	list := strings.Join(items, ",")
	if p.Numbers.list() {
		return "[" + list + "]"
	}
	return list
}

// number writes x as briefly as it can be read back exactly, whole numbers without an exponent.
func number(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
