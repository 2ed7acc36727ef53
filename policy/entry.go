package policy

import steelyard "github.com/steelyard-lb/steelyard"

// Entry is one row of the table of policies.
type Entry struct {
	// Name is what the text form begins with.
	Name string
	// Summary says in one line what the policy does.
	Summary string
	// Params are the parameters, in the order in which they are printed.
	Params []Param
	// Source is the paper or program that the rule comes from.
	Source string
	// Messages says how many messages per job the policy costs: a message is one length asked of one server or one unsolicited
	// message of a server.
	Messages string
	// Examples are text forms that, between them, show the parameters at work. Conformance, fuzz and benchmark runs use them.
	Examples []string
	// Memory says whether picks depend on more than the board, for given parameters; nil is never.
	Memory func(a Args) bool
	// New makes a fresh instance. It fails on values that are in range each by itself but not together.
	New func(a Args) (steelyard.Policy, error)
}

// param returns the position of the parameter with the given name.
func (e *Entry) param(name string) (int, bool) {
	for k := range e.Params {
		if e.Params[k].Name == name {
			return k, true
		}
	}
	return 0, false
}

func (e *Entry) paramNames() []string {
	names := make([]string, len(e.Params))
	for k, p := range e.Params {
		names[k] = p.Name
	}
	return names
}

// remembers is the Memory of policies that always have one.
func remembers(Args) bool { return true }
