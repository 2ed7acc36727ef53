package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/chart"
)

// duel sets scheme 2 against scheme 1 over fleets of two types and loads, both in the limit of many servers.
type duel struct {
	shares []float64 // of fast servers
	ratios []float64 // of the capacities
	loads  []float64
	means  [][2]float64 // by share, ratio, load: of schemes 1 and 2
}

// fight is one case of a duel: a share of fast servers, a ratio of capacities, a load.
type fight struct{ share, ratio, load float64 }

// theNamedPoint is the case that the claims name.
func theNamedPoint() fight { return fight{.2, 5, .9} }

func newDuel(ctx context.Context, o Options) (*duel, error) {
	d := &duel{
		shares: pick(o, []float64{.2, .5, .8}, []float64{.2, .5, .8}, []float64{.2}),
		ratios: pick(o, even(1.25, 10, 36), even(1.25, 10, 22), []float64{2, 5}),
		loads:  pick(o, even(.4, .98, 59), even(.4, .98, 30), []float64{.5, .9}),
	}
	d.means = make([][2]float64, len(d.shares)*len(d.ratios)*len(d.loads))
	return d, eachOf(ctx, len(d.means), func(k int) error {
		share, ratio, load := d.at(k)
		t := twoTypes(share, ratio)
		for i, c := range t.schemes() {
			e, err := t.equilibrium(c.text, load)
			if err != nil {
				return err
			}
			d.means[k][i] = e.MeanResponse
		}
		return nil
	})
}

// at is the place of the k-th pair of means.
func (d *duel) at(k int) (share, ratio, load float64) {
	rows := k / len(d.loads)
	return d.shares[rows/len(d.ratios)], d.ratios[rows%len(d.ratios)], d.loads[k%len(d.loads)]
}

// excess is how much longer jobs stay under scheme 2 than under scheme 1; negative if they leave sooner.
func (d *duel) excess(k int) float64 { return d.means[k][1]/d.means[k][0] - 1 }

// tie is a relative difference of means that is none.
const tie = .001

// judge says whether each scheme has the lower mean somewhere.
func (d *duel) judge() Verdict {
	wins := [3]int{} // of scheme 1, of scheme 2, neither
	best := [2]int{} // where each wins most
	for k := range d.means {
		switch x := d.excess(k); {
		case x > tie:
			wins[0]++
		case x < -tie:
			wins[1]++
		default:
			wins[2]++
		}
		if d.excess(k) > d.excess(best[0]) {
			best[0] = k
		}
		if d.excess(k) < d.excess(best[1]) {
			best[1] = k
		}
	}
	where := func(k int) string {
		share, ratio, load := d.at(k)
		return fmt.Sprintf("%s at γ = (%.3g, %.3g), C₁/C₂ = %.3g, λ = %.2g", percent(math.Abs(d.excess(k))), share, 1-share, ratio, load)
	}
	return statement(fmt.Sprintf("d = (2,2), over fleets of two types and loads: each scheme has the lower mean somewhere, by more than %s",
		percent(tie)), "each wins somewhere",
		fmt.Sprintf("of %d cases scheme 1 is lower in %d (at most by %s), scheme 2 in %d (at most by %s), and %d are ties",
			len(d.means), wins[0], where(best[0]),
			wins[1], where(best[1]), wins[2]), wins[0] > 0 && wins[1] > 0, "one of them is never lower by more than "+percent(tie))
}

// picture maps the excess, a panel for each share of fast servers.
func (d *duel) picture() Picture {
	var charts []chart.Chart
	for i, share := range d.shares {
		m := &chart.HeatMap{
			X: d.loads, Y: d.ratios, Scale: chart.Axis{Label: "mean of scheme 2 over that of scheme 1, less 1", Unit: "%", Min: -40, Max: 40},
			Levels: []chart.Level{{Value: 1, Label: "+1 %"}, {Value: -1, Label: "−1 %"}},
		}
		for j := range d.ratios {
			row := make([]float64, len(d.loads))
			for n := range row {
				row[n] = 100 * d.excess((i*len(d.ratios)+j)*len(d.loads)+n)
			}
			m.Values = append(m.Values, row)
		}
		if named := theNamedPoint(); share == named.share {
			m.Marks = []chart.Landmark{{X: named.load, Y: named.ratio, Label: "named in the claims"}}
		}
		charts = append(charts, chart.Chart{
			Title: fmt.Sprintf("γ = (%.3g, %.3g), d = (2,2)", share, 1-share), Map: m,
			X: chart.Axis{Label: "load λ", Min: d.loads[0], Max: last(d.loads)},
			Y: chart.Axis{Label: "capacity of a fast server over that of a slow one", Min: d.ratios[0], Max: last(d.ratios)},
		})
	}
	return Picture{
		Name: "scheme2-over-scheme1", Panels: chart.Panels{Charts: charts, Columns: len(charts)},
		Size: chart.Size{Width: 420 * float64(len(charts)), Height: 360},
	}
}

func (d *duel) table() Table {
	t := Table{Name: "scheme2-over-scheme1", Header: []string{"share_fast", "ratio", "load", "mean_scheme1_s", "mean_scheme2_s"}}
	for k, m := range d.means {
		share, ratio, load := d.at(k)
		t.add(nil, share, ratio, load, m[0], m[1])
	}
	return t
}
