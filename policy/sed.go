package policy

import steelyard "github.com/steelyard-lb/steelyard"

var sed = Entry{
	Name:     "sed",
	Summary:  "the shortest expected delay, (q+1)/mu, of all servers or of d drawn uniformly",
	Source:   "SED; SED-d in Gardner et al. 2020; rank=q as Goren, Vargaftik, Moses 2021 rank",
	Messages: "d; of all: 1",
	Params:   []Param{drawn, replace, perBatch, sedRank},
	Examples: []string{"sed", "sed(rank=q)", "sed(d=2)", "sed(d=2, rank=q)", "sed(d=3, replace=true)", "sed(d=2, sample=round, rank=q)"},
	New:      newSED,
}

var sedRank = Param{
	Name: "rank", Doc: "q+1: the job counts itself, (q+1)/mu; q: it does not, q/mu",
	Words: []string{"q+1", "q"}, Default: "q+1",
}

func newSED(a Args) (steelyard.Policy, error) {
	if a.Is("rank", "q") {
		return bestOf(a, byDrain{}, false)
	}
	return bestOf(a, byDelay{}, false)
}
