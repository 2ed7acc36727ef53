package policy

import (
	"strings"

	steelyard "github.com/steelyard-lb/steelyard"
)

// Spec is a policy with its parameters, ready to make instances. The zero Spec is not valid: see [Parse].
type Spec struct {
	args Args
}

// Entry is the policy's row of the table.
func (s Spec) Entry() Entry { return *s.args.entry }

// Name is the policy's name without parameters.
func (s Spec) Name() string { return s.args.entry.Name }

// Args are the values of the parameters.
func (s Spec) Args() Args { return s.args }

// Memoryless says whether picks depend on nothing but the board, so that a [steelyard.Script] can enumerate them.
func (s Spec) Memoryless() bool { return s.args.entry.Memory == nil || !s.args.entry.Memory(s.args) }

// Asks is how many distinct servers of the whole fleet a job asks, 0 if the policy has no such parameter or draws with replacement.
func (s Spec) Asks() int {
	e := s.args.entry
	if k, ok := e.param("d"); !ok || e.Params[k].Numbers != Whole {
		return 0
	}
	if _, ok := e.param("replace"); ok && s.args.Is("replace", "true") {
		return 0
	}
	return s.args.Int("d")
}

// New makes a fresh instance. An instance serves one dispatcher.
func (s Spec) New() (steelyard.Policy, error) { return s.args.entry.New(s.args) }

// String is the canonical text form: every parameter in the table's order, leaving out words that are the default.
func (s Spec) String() string {
	if s.args.entry == nil {
		return ""
	}
	var shown []string
	for k, p := range s.args.entry.Params {
		v := s.args.values[k]
		if v.word == "" || v.word != p.Default {
			shown = append(shown, p.Name+"="+p.print(v))
		}
	}
	if len(shown) == 0 {
		return s.Name()
	}
	return s.Name() + "(" + strings.Join(shown, ", ") + ")"
}

// MarshalText implements encoding.TextMarshaler.
func (s Spec) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by Parse.
func (s *Spec) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err == nil {
		*s = parsed
	}
	return err
}
