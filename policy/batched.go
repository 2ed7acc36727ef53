package policy

import steelyard "github.com/steelyard-lb/steelyard"

var perBatch = Param{
	Name: "sample", Doc: "whether servers are drawn for each job or once for all jobs that are placed at once (in a round)",
	Words: []string{"job", "round"}, Default: "job",
}

// sampledOnce is sampled with one sample for a whole batch, whose jobs are placed one by one on the lengths seen and its own jobs
// before them.
type sampledOnce struct {
	sampled
	servers []int32
	lens    []int
}

// PickBatch implements steelyard.Batcher.
func (p *sampledOnce) PickBatch(v *steelyard.View, jobs int, dst []int) []int {
	if jobs == 0 {
		return dst
	}
	p.servers, p.lens = append(p.servers[:0], p.sample(v)...), p.lens[:0]
	for _, i := range p.servers {
		p.lens = append(p.lens, v.Len(int(i)))
	}
	for range jobs {
		k := p.place(v)
		p.lens[k]++
		dst = append(dst, int(p.servers[k]))
	}
	return dst
}

// place returns the position in the sample of the server that ranks smallest, uniformly among ties.
func (p *sampledOnce) place(v *steelyard.View) int {
	least := 0.0
	for k, i := range p.servers {
		rank := steelyard.RoundRank(p.order.Rank(p.layout.Kind(int(i)), p.lens[k]))
		switch {
		case k == 0 || rank < least:
			least = rank
			p.tied = append(p.tied[:0], int32(k))
		case rank == least:
			p.tied = append(p.tied, int32(k))
		}
	}
	k := p.tied[0]
	if len(p.tied) > 1 {
		k = p.tied[v.IntN(len(p.tied))]
	}
	p.tied = p.tied[:0]
	return int(k)
}
