package scenario

import (
	"fmt"
	"strings"

	"github.com/steelyard-lb/steelyard/policy"
)

// Forms are text forms of the policies of the table that can work on the fleet: the examples of those without a parameter per class; of the
// others one that asks two servers of each class and splits jobs by capacity.
func (s *Scenario) Forms() []policy.Spec {
	var forms []policy.Spec
	for _, e := range policy.All() {
		texts := e.Examples
		if text, ok := s.perClass(e); ok {
			texts = []string{text}
		}
		for _, text := range texts {
			spec, err := policy.Parse(text)
			if err != nil {
				continue
			}
			if _, err := s.With(spec); err == nil {
				forms = append(forms, spec)
			}
		}
	}
	return forms
}

// perClass is the text form of a policy with a list for the classes of servers; false if it takes none.
func (s *Scenario) perClass(e policy.Entry) (string, bool) {
	layout, err := s.layout()
	if err != nil {
		return "", false
	}
	var params []string
	lists := false
	for _, p := range e.Params {
		var items []string
		for _, g := range layout.Groups() {
			switch p.Numbers {
			case policy.WholeList:
				items = append(items, fmt.Sprint(min(2, g.Servers)))
			case policy.RealList:
				items = append(items, fmt.Sprint(g.Servers*g.Kind.Capacity()/layout.Capacity()))
			}
		}
		switch {
		case len(items) > 0:
			lists = true
			params = append(params, p.Name+"=["+strings.Join(items, ",")+"]")
		case p.Default == "":
			params = append(params, p.Name+"=2")
		}
	}
	return e.Name + "(" + strings.Join(params, ", ") + ")", lists
}
