package policy

import steelyard "github.com/steelyard-lb/steelyard"

var pull = Entry{
	Name:     "pull",
	Summary:  "a server that said it is idle, each such message used once; else any server",
	Source:   "PULL: Stolyar 2015 and, with several routers, 2017",
	Messages: "at most 1; revocations apart",
	Params: []Param{{
		Name: "stale", Doc: "whether a server withdraws its message when another dispatcher sends it a job",
		Words: []string{"revoke", "keep"}, Default: "revoke",
	}},
	Examples: []string{"pull", "pull(stale=keep)"},
	Memory:   remembers,
	New: func(a Args) (steelyard.Policy, error) {
		if a.Is("stale", "keep") {
			return &pulled{}, nil
		}
		return &revocable{}, nil
	},
}

// pulled takes a token, uniformly, or any server if it holds none.
type pulled struct{ tokens tokens }

// Bind implements steelyard.Binder.
func (p *pulled) Bind(v *steelyard.View) error {
	p.tokens.bind(v.Layout())
	return nil
}

// Idle implements steelyard.Idler.
func (p *pulled) Idle(i int) { p.tokens.add(i) }

// Pick implements steelyard.Policy.
func (p *pulled) Pick(v *steelyard.View, _ steelyard.Job) int {
	i := p.tokens.draw(v)
	if i == steelyard.None {
		return v.Any()
	}
	p.tokens.remove(i)
	return i
}

// revocable gives back tokens that are withdrawn.
type revocable struct{ pulled }

// Revoke implements steelyard.Revoker.
func (p *revocable) Revoke(i int) { p.tokens.remove(i) }
