package fleet

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/steelyard-lb/steelyard/internal/closest"
)

// Object is a mapping whose fields are known.
type Object struct {
	Value
	values map[string]Value
}

// Entry is one field of a mapping.
type Entry struct {
	Key   string
	Value Value
}

// Object reads a mapping with no field but the given ones, none of them twice.
func (v Value) Object(fields ...string) Object {
	o := Object{Value: v, values: make(map[string]Value)}
	if !v.IsObject() {
		v.Want("a mapping with the fields %s", strings.Join(fields, ", "))
		return o
	}
	known := make(map[string]bool)
	for _, f := range fields {
		known[f] = true
	}
	for _, e := range v.Entries() {
		if !known[e.Key] {
			e.Value.Fail("unknown field, %s", closest.Advice(e.Key, fields))
		}
		o.values[e.Key] = e.Value
	}
	return o
}

// Get returns the value of a field, which is absent when the file lacks it.
func (o Object) Get(field string) Value {
	if v, ok := o.values[field]; ok {
		return v
	}
	return Value{doc: o.doc, place: o.place.at(o.place.Line, field)}
}

// Entries reads a mapping with any fields, none of them twice, in the order of
// the file.
func (v Value) Entries() []Entry {
	if !v.IsObject() {
		v.Want("a mapping")
		return nil
	}
	entries := make([]Entry, 0, len(v.node.Content)/2)
	lines := make(map[string]int)
	for i := 0; i+1 < len(v.node.Content); i += 2 {
		key, value := v.node.Content[i], v.node.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			v.doc.fail(Place{v.place.File, key.Line, v.place.Field}, "got %s for the name of a field, want text", describe(key))
			return nil
		}
		place := v.place.at(key.Line, key.Value)
		if line, twice := lines[key.Value]; twice {
			v.doc.fail(place, "given twice, first at line %d; want it once", line)
		}
		lines[key.Value] = key.Line
		v.doc.value(key, place)
		entries = append(entries, Entry{key.Value, v.doc.value(value, place)})
	}
	return entries
}

// at returns the place of a field within the one that p stands for.
func (p Place) at(line int, field string) Place {
	if field == "" || strings.ContainsAny(field, ".:[] \"") {
		field = strconv.Quote(field)
	}
	field = brief(field)
	if p.Field != "" {
		field = p.Field + "." + field
	}
	return Place{p.File, line, field}
}
