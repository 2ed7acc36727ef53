package policy

import (
	"fmt"
	"strings"

	"github.com/steelyard-lb/steelyard/internal/closest"
	"github.com/steelyard-lb/steelyard/internal/excerpt"
)

// Parse reads the text form of a policy: its name, and in parentheses its parameters, such as jsq-fs(df=2, ds=2, pf=0.84, ps=1).
// Errors name the parameter, its value and the allowed range.
func Parse(text string) (Spec, error) {
	s, err := parse(strings.TrimSpace(text))
	if err != nil {
		return Spec{}, fmt.Errorf("policy %q: %w", brief(text), err)
	}
	return s, nil
}

func parse(text string) (Spec, error) {
	name, list, hasList := strings.Cut(text, "(")
	name = strings.TrimSpace(name)
	entry, ok := Lookup(name)
	if !ok {
		return Spec{}, unknown("policy", name, Names())
	}
	var pairs []string
	if hasList {
		inner, closed := strings.CutSuffix(list, ")")
		if !closed {
			return Spec{}, fmt.Errorf("want a closing parenthesis at the end")
		}
		if strings.TrimSpace(inner) != "" {
			pairs = splitCommas(inner)
		}
	}
	args, err := parseArgs(&entry, pairs)
	if err != nil {
		return Spec{}, err
	}
	if _, err := entry.New(args); err != nil {
		return Spec{}, err
	}
	return Spec{args: args}, nil
}

// parseArgs reads the pairs parameter=value and fills in the defaults.
func parseArgs(entry *Entry, pairs []string) (Args, error) {
	args := Args{entry: entry, values: make([]value, len(entry.Params))}
	given := make([]bool, len(entry.Params))
	for _, pair := range pairs {
		name, text, ok := strings.Cut(pair, "=")
		name, text = strings.TrimSpace(name), strings.TrimSpace(text)
		if !ok {
			return args, fmt.Errorf("%q: want parameter=value", brief(strings.TrimSpace(pair)))
		}
		k, known := entry.param(name)
		if !known {
			return args, unknownParam(entry, name)
		}
		if given[k] {
			return args, fmt.Errorf("%s is given twice", name)
		}
		given[k] = true
		var err error
		if args.values[k], err = entry.Params[k].parse(text); err != nil {
			return args, err
		}
	}
	return args, fillIn(args, given)
}

func fillIn(args Args, given []bool) error {
	for k, p := range args.entry.Params {
		if given[k] {
			continue
		}
		if p.Default == "" {
			return fmt.Errorf("%s is missing: want %s", p.Name, p.Range())
		}
		var err error
		if args.values[k], err = p.parse(p.Default); err != nil {
			return err
		}
	}
	return nil
}

func unknownParam(entry *Entry, name string) error {
	if len(entry.Params) == 0 {
		return fmt.Errorf("parameter %q: %s takes none", brief(name), entry.Name)
	}
	return unknown("parameter", name, entry.paramNames())
}

func unknown(what, word string, known []string) error {
	if near, ok := closest.Word(word, known); ok {
		return fmt.Errorf("unknown %s %q, did you mean %q?", what, word, near)
	}
	return fmt.Errorf("unknown %s %q, want one of %s", what, brief(word), strings.Join(known, ", "))
}

// brief cuts text that is too long for a message.
func brief(text string) string { return excerpt.Head(text, 200) }

// ParseList reads policies separated by commas; commas within brackets do not separate.
func ParseList(text string) ([]Spec, error) {
	var specs []Spec
	for _, item := range splitCommas(text) {
		if strings.TrimSpace(item) == "" {
			return nil, fmt.Errorf("policies %q: an entry is empty, want policies separated by commas", brief(text))
		}
		s, err := Parse(item)
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	return specs, nil
}

// splitCommas cuts text at the commas outside brackets.
func splitCommas(text string) []string {
	var items []string
	depth, from := 0, 0
	for k, r := range text {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth <= 0 {
				items = append(items, text[from:k])
				from = k + 1
			}
		}
	}
	return append(items, text[from:])
}
