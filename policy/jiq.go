package policy

import steelyard "github.com/steelyard-lb/steelyard"

var jiq = Entry{
	Name:     "jiq",
	Summary:  "an idle server that this dispatcher knows of, uniformly; else any server",
	Source:   "JIQ: Lu et al. 2011; several dispatchers as in Goren, Vargaftik, Moses 2021, one as in Gardner et al. 2020",
	Messages: "at most 1",
	Params: []Param{{
		Name: "unused", Doc: "whether tokens that a batch leaves over are dropped, as in the program of Goren et al., or kept",
		Words: []string{"drop", "keep"}, Default: "drop",
	}},
	Examples: []string{"jiq", "jiq(unused=keep)"},
	Memory:   remembers,
	New: func(a Args) (steelyard.Policy, error) {
		return &idleQueue{keep: a.Is("unused", "keep")}, nil
	},
}

// idleQueue takes single jobs to tokens as pulled does.
type idleQueue struct {
	pulled
	keep bool
	used []int32
}

// PickBatch implements steelyard.Batcher: the jobs are spread evenly over the tokens, what remains over distinct random ones.
func (p *idleQueue) PickBatch(v *steelyard.View, jobs int, dst []int) []int {
	p.used = append(p.used[:0], p.tokens.front(v)...)
	if len(p.used) == 0 {
		for range jobs {
			dst = append(dst, v.Any())
		}
		return dst
	}
	for k := range jobs {
		dst = append(dst, int(p.used[k%len(p.used)]))
	}
	if p.keep {
		p.used = p.used[:min(jobs, len(p.used))]
	}
	if jobs > 0 {
		for _, i := range p.used {
			p.tokens.remove(int(i))
		}
	}
	return dst
}
