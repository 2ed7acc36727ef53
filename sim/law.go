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
		x := &s.class[k]
		if len(s.class) > mostLaws {
			laws = append(laws, meanOnly{float64(x.ended), ratio(x.total, float64(x.ended))})
			continue
		}
		laws = append(laws, x.response)
		all.Merge(x.response)
	}
	if len(s.class) > mostLaws {
		all = s.class[0].response
	}
	return append(laws, all)
}

// meanOnly is a law of which only the mean has been kept.
type meanOnly struct{ weight, mean float64 }

func (m meanOnly) Weight() float64 { return m.weight }
func (m meanOnly) Mean() float64   { return m.mean }

// Quantile is never resolved.
func (m meanOnly) Quantile(float64) (value float64, resolved bool) { return m.mean, false }

// Tail is that of a constant.
func (m meanOnly) Tail(t float64) float64 {
	if t < m.mean {
		return 1
	}
	return 0
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
