package meanfield

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/steelyard-lb/steelyard"
)

// pooledJoin is what d independent draws from the whole fleet come to: with S the
// mass of the servers not better than a set of ties, the set wins with the drop of
// S^d and shares it in proportion to mass.
func pooledJoin(f Fleet, d int, bySpeed bool, order steelyard.Order, u [][]float64) [][]float64 {
	type cell struct {
		class, n   int
		rank, mass float64
	}
	var cells []cell
	for c, class := range f {
		weight := class.Share
		if bySpeed {
			weight *= class.Rate / f.Capacity()
		}
		for n := 0; n+1 < len(u[c]); n++ {
			rank := steelyard.RoundRank(order.Rank(groupsOf(f)[c].Kind, n))
			cells = append(cells, cell{c, n, rank, weight * (u[c][n] - u[c][n+1])})
		}
	}
	p := table(len(f), len(u[0])-1)
	for _, at := range cells {
		here, beyond := 0.0, 0.0
		for _, o := range cells {
			switch {
			case o.rank == at.rank:
				here += o.mass
			case o.rank > at.rank:
				beyond += o.mass
			}
		}
		if here > 0 {
			p[at.class][at.n] = (math.Pow(here+beyond, float64(d)) - math.Pow(beyond, float64(d))) * at.mass / here
		}
	}
	return p
}

func TestPooledPoliciesMatchTheirShortForm(t *testing.T) {
	fleet := Fleet{{3, 0.2}, {2, 0.3}, {1, 0.5}}
	u := randomTails(rand.New(rand.NewPCG(5, 6)), 3, 9)
	for _, d := range []int{1, 2, 3, 4} {
		for text, c := range map[string]struct {
			bySpeed bool
			order   steelyard.Order
		}{
			"jsq(d=%d)": {false, byLength{}}, "sed(d=%d)": {false, byDelay{}}, "wjsq(d=%d)": {true, byLength{}}, "hjsq(d=%d)": {true, byDrain{}},
		} {
			name := fmt.Sprintf(text, d)
			got, want := joined(t, fluid(t, name, fleet, 1).Dispatch, u), pooledJoin(fleet, d, c.bySpeed, c.order, u)
			for k := range got {
				for n := range got[k] {
					near(t, name, got[k][n], want[k][n], 1e-14)
				}
			}
		}
	}
}

// Homogeneous SQ(d) has the closed form rho^((d^n-1)/(d-1)).
func TestHomogeneousSQ(t *testing.T) {
	one := Fleet{{1, 1}}
	for _, d := range []int{2, 3, 5} {
		for _, load := range []float64{0.3, 0.7, 0.95, 0.999} {
			e := equilibrium(t, fluid(t, fmt.Sprintf("jsq(d=%d)", d), one, load))
			near(t, "mean", e.MeanResponse, powerOfChoices(load, d)/load, 1e-11)
		}
	}
}

// Two classes of one speed are one class.
func TestEqualClassesAreOneClass(t *testing.T) {
	split, one := Fleet{{1, 0.3}, {1, 0.7}}, Fleet{{1, 1}}
	want := equilibrium(t, fluid(t, "jsq(d=2)", one, 0.9))
	for _, d := range []string{"jsq(d=2)", "sed(d=2)", "wjsq(d=2)", "hjsq(d=2)"} {
		got := equilibrium(t, fluid(t, d, split, 0.9))
		near(t, "mean", got.MeanResponse, want.MeanResponse, 1e-12)
		if !slices.Equal(got.Tails[0][:1], got.Tails[1][:1]) {
			t.Error("tails differ")
		}
	}
}

func TestWorkersServeAtOnce(t *testing.T) {
	// d = 1 leaves independent M/M/2 queues: mean number 2r/(1-r^2) at load r per worker.
	m := fluid(t, "random", Fleet{{1, 1}}, 1)
	m.Workers = []int{2}
	e := equilibrium(t, m)
	near(t, "mean", e.MeanResponse, 2*0.5/(1-0.25), 1e-10)
	near(t, "busy", e.Classes[0].Busy, 0.5, 1e-12)
	near(t, "share", e.Classes[0].Share, 1, 1e-12)
}

type byLength struct{}

func (byLength) Rank(_ steelyard.Kind, n int) float64 { return float64(n) }

type byDrain struct{}

func (byDrain) Rank(k steelyard.Kind, n int) float64 { return float64(n) / k.Capacity() }

type byDelay struct{}

func (byDelay) Rank(k steelyard.Kind, n int) float64 { return float64(n+1) / k.Capacity() }
