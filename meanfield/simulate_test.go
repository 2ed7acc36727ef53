package meanfield

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
)

// simulateMean runs the uniformised chain of a finite fleet under the policy
// itself and returns the mean response time by Little's law, with its standard
// error from 20 batches after a warm-up of a fifth.
func simulateMean(t *testing.T, p steelyard.Policy, f Fleet, arrivals float64, servers, events int) (mean, deviation float64) {
	t.Helper()
	var kinds []steelyard.Kind
	for _, class := range f {
		for range int(math.Round(class.Share * float64(servers))) {
			kinds = append(kinds, steelyard.Kind{Rate: class.Rate, Workers: 1})
		}
	}
	layout, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	board := steelyard.NewBoard(layout)
	d, err := steelyard.NewDispatcher(p, board, steelyard.NewRand(1, "policy"))
	if err != nil {
		t.Fatal(err)
	}
	r := steelyard.NewRand(1, "events")
	total := arrivals + f[0].Rate
	const batches = 20
	var sums [batches]float64
	jobs, per := 0, (events-events/5)/batches
	for e := range events {
		if r.Float64()*total < arrivals {
			board.Add(d.Pick(steelyard.Job{}), 1)
			jobs++
		} else if i := r.IntN(len(kinds)); board.Len(i) > 0 && r.Float64()*f[0].Rate < kinds[i].Rate {
			board.Add(i, -1)
			jobs--
		}
		if k := (e - events/5); k >= 0 && k/per < batches {
			sums[k/per] += float64(jobs)
		}
	}
	square := 0.0
	for k := range sums {
		sums[k] /= float64(per) * float64(servers) * arrivals
		mean += sums[k] / batches
	}
	for _, x := range sums {
		square += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(square / (batches * (batches - 1)))
}

// Every rule of the table, ranked or enumerated, refined for a small fleet.
func TestRefinedPredictionsAgainstSimulation(t *testing.T) {
	fleet := Fleet{{2.5, 0.2}, {1.5, 0.2}, {1 / 3.0, 0.6}}
	const servers, events = 100, 400_000
	for _, text := range []string{
		"jsq(d=2)", "sed(d=2)", "wjsq(d=2)", "hjsq(d=2)", "hjsq(d=3)", "jsq(d=2,replace=true)",
		"scheme1(d=[2,1,1])", "scheme2(d=[1,2,1])", "hybrid(p=[0.6,0.3,0.1],d=2)", "weighted",
	} {
		const arrivals = 0.5
		e, r := refined(t, text, fleet, arrivals, servers)
		mean, deviation := simulateMean(t, parse(t, text), fleet, arrivals, servers, events)
		if off := math.Abs(mean - r.MeanResponse); off > max(4*deviation, 0.2*math.Abs(r.MeanResponse-e.MeanResponse)) {
			t.Errorf("%s: simulated %.4f +- %.4f, refined %.4f, limit %.4f", text, mean, deviation, r.MeanResponse, e.MeanResponse)
		}
	}
}
