package meanfield

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
)

// Query is a law over class mixes: with probability Prob, Ask[c] servers of class
// c are asked, drawn uniformly without replacement inside the class. It is the
// querying rule of Abdul Jaleel, Wickeham, Doroudi and Gardner 2022, Section 3;
// any law is a member of their family GEN.
type Query []steelyard.Mix

// Fixed always queries the same mix (DET).
func Fixed(counts ...int) Query { return Query{{Prob: 1, Ask: counts}} }

// Independent draws the class of each queried server independently from its own
// law (IND): laws[k][i] is the probability that draw k asks class i.
func Independent(laws [][]float64) Query {
	classes := len(laws[0])
	q := make(Query, 0)
	for _, counts := range Mixes(classes, len(laws)) {
		q = append(q, steelyard.Mix{Prob: MixProbability(laws, counts), Ask: counts})
	}
	return q
}

// MixProbability is the probability that independent draws of classes give these
// counts.
func MixProbability(laws [][]float64, counts []int) float64 {
	if len(laws) == 0 {
		return 1
	}
	sum := 0.0
	for i, p := range laws[0] {
		if p > 0 && counts[i] > 0 {
			counts[i]--
			sum += p * MixProbability(laws[1:], counts)
			counts[i]++
		}
	}
	return sum
}

// Identical draws the class of each of d queried servers independently from one
// law (IID).
func Identical(law []float64, d int) Query {
	q := make(Query, 0)
	for _, counts := range Mixes(len(law), d) {
		q = append(q, steelyard.Mix{Prob: multinomial(law, counts), Ask: counts})
	}
	return q
}

// UniformQuery asks d servers drawn uniformly from the whole fleet (UNI).
func UniformQuery(f Fleet, d int) Query {
	law := make([]float64, len(f))
	for i, c := range f {
		law[i] = c.Share
	}
	return Identical(law, d)
}

// SpeedQuery asks d servers drawn with probability proportional to speed (BR).
func SpeedQuery(f Fleet, d int) Query {
	law := make([]float64, len(f))
	for i, c := range f {
		law[i] = c.Share * c.Rate / f.Capacity()
	}
	return Identical(law, d)
}

// OneClass draws one class and asks d of its servers (SRC).
func OneClass(law []float64, d int) Query {
	q := make(Query, len(law))
	for i, p := range law {
		counts := make([]int, len(law))
		counts[i] = d
		q[i] = steelyard.Mix{Prob: p, Ask: counts}
	}
	return q
}

// Mixes lists every way to ask d servers of the given number of classes.
func Mixes(classes, d int) [][]int {
	if classes == 1 {
		return [][]int{{d}}
	}
	var all [][]int
	for n := d; n >= 0; n-- {
		for _, rest := range Mixes(classes-1, d-n) {
			all = append(all, append([]int{n}, rest...))
		}
	}
	return all
}

func binomial(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}

// Check reports a query that does not fit the fleet.
func (q Query) Check(f Fleet) error {
	sum := 0.0
	for m, mix := range q {
		if len(mix.Ask) != len(f) {
			return &FieldError{fmt.Sprintf("length of query[%d]", m), len(mix.Ask), fmt.Sprintf("%d, one count per class", len(f))}
		}
		for _, n := range mix.Ask {
			if n < 0 {
				return &FieldError{fmt.Sprintf("query[%d]", m), mix.Ask, "counts >= 0"}
			}
		}
		if total(mix.Ask) == 0 {
			return &FieldError{fmt.Sprintf("query[%d]", m), mix.Ask, "at least one server asked"}
		}
		if err := CheckProbability(fmt.Sprintf("query[%d].probability", m), mix.Prob); err != nil {
			return err
		}
		sum += mix.Prob
	}
	if math.Abs(sum-1) > 1e-9 {
		return &FieldError{"sum of query probabilities", sum, "1"}
	}
	return nil
}

// CheckServers reports a mix that asks more servers of a class than it has.
func (q Query) CheckServers(servers []int) error {
	for m, mix := range q {
		for i, n := range mix.Ask {
			if i < len(servers) && mix.Prob > 0 && n > servers[i] {
				return &FieldError{fmt.Sprintf("query[%d] of class %d", m, i), n, fmt.Sprintf("at most %d, the servers of that class", servers[i])}
			}
		}
	}
	return nil
}
