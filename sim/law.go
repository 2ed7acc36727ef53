package sim

import "github.com/steelyard-lb/steelyard/stats"

// laws gives the law of the response times of each class and, at the end, of all together.
func (s *sums) laws(c *Config, e Engine) []ResponseLaw {
	if e == CTMC {
		return s.erlangLaws(c)
	}
	var laws []ResponseLaw
	all := &stats.Histogram{}
	for k := range s.class {
		laws = append(laws, &s.class[k].response)
		all.Merge(&s.class[k].response)
	}
	return append(laws, all)
}

// erlangLaws follows from what jobs found at their servers.
func (s *sums) erlangLaws(c *Config) []ResponseLaw {
	var laws []ResponseLaw
	all := stats.NewResponseLaw()
	for k := range s.class {
		class := stats.ResponseClass{Rate: c.Classes[k].Speed / c.sizeLaw().Mean(), Workers: 1, Weight: s.class[k].found}
		laws = append(laws, stats.NewResponseLaw(class))
		all.Classes = append(all.Classes, class)
	}
	return append(laws, all)
}
