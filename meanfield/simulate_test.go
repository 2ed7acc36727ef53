package meanfield

import (
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// simulateMean runs the uniformised chain of a finite fleet under the policy
// itself and returns the mean response time by Little's law, with its standard
// error from 20 batches after a warm-up of a fifth.
func simulateMean(t *testing.T, p steelyard.Policy, f Fleet, arrivals float64, servers, events int) (mean, deviation float64) {
	t.Helper()
	return simulateGroups(t, p, counted(f, float64(servers)), arrivals, events)
}

func simulateGroups(t *testing.T, p steelyard.Policy, groups []steelyard.Group, arrivals float64, events int) (mean, deviation float64) {
	t.Helper()
	var kinds []steelyard.Kind
	fastest := 0.0
	for _, g := range groups {
		fastest = max(fastest, g.Kind.Capacity())
		for range int(math.Round(g.Servers)) {
			kinds = append(kinds, g.Kind)
		}
	}
	servers := len(kinds)
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
	total := arrivals + fastest
	const batches = 20
	var sums [batches]float64
	jobs, per := 0, (events-events/5)/batches
	for e := range events {
		if r.Float64()*total < arrivals {
			board.Add(d.Pick(steelyard.Job{}), 1)
			jobs++
		} else if i := r.IntN(servers); r.Float64()*fastest < kinds[i].Rate*float64(min(board.Len(i), kinds[i].Workers)) {
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

// Every example of the table of policies that is given as a rule, refined for a small fleet of as many classes as it takes.
func TestRefinedPredictionsAgainstSimulation(t *testing.T) {
	const servers, events = 100, 300_000
	tested := map[string]bool{}
	for _, entry := range policy.All() {
		for _, text := range entry.Examples {
			if _, ok := parse(t, text).(steelyard.Ruled); !ok {
				continue
			}
			for _, fleet := range []Fleet{{{2.5, 0.2}, {1.5, 0.2}, {1 / 3.0, 0.6}}, TwoSpeeds(0.3, 4), {{1, 1}}} {
				most, err := StableLoad(parse(t, text), counted(fleet, servers))
				if err != nil {
					continue // for another number of classes
				}
				tested[entry.Name] = true
				arrivals := .6 * most.Load * fleet.Capacity()
				e, r := refined(t, text, fleet, arrivals, servers)
				mean, deviation := simulateMean(t, parse(t, text), fleet, arrivals, servers, events)
				if off := math.Abs(mean - r.MeanResponse); off > max(4*deviation, 0.2*math.Abs(r.MeanResponse-e.MeanResponse)) {
					t.Errorf("%s on %d classes: simulated %.4f +- %.4f, refined %.4f, limit %.4f", text, len(fleet), mean, deviation, r.MeanResponse, e.MeanResponse)
				}
				break
			}
		}
	}
	if len(tested) < 10 {
		t.Errorf("only %d policies were tested: %v", len(tested), tested)
	}
}

// Servers that work on several jobs at once, in models that are ranked (jsq,
// scheme1) and in some that must be enumerated (jsq-fs).
func TestServersWithWorkersAgainstSimulation(t *testing.T) {
	groups := []steelyard.Group{
		{Kind: steelyard.Kind{Rate: 1.5, Workers: 2}, Servers: 40}, {Kind: steelyard.Kind{Rate: 0.5, Workers: 3}, Servers: 60},
	}
	const arrivals, servers = 1.7, 100 // of a capacity of 2.1
	for _, text := range []string{"jsq(d=2)", "wjsq(d=2)", "scheme1(d=[2,2])", "scheme2(d=[2,2])", "jsq-fs(df=2,ds=2,pf=0.6,ps=1)"} {
		o, err := Predict(parse(t, text), groups, arrivals)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		e, err := o.Equilibrium()
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Refine(servers)
		if err != nil {
			t.Fatal(err)
		}
		near(t, text+" law", o.FCFS().Mean(), o.MeanResponse, 1e-9)
		mean, deviation := simulateGroups(t, parse(t, text), groups, arrivals, 500_000)
		if off := math.Abs(mean - r.MeanResponse); off > max(4*deviation, 0.2*math.Abs(r.Correction)/servers) {
			t.Errorf("%s: simulated %.4f +- %.4f, refined %.4f, limit %.4f", text, mean, deviation, r.MeanResponse, e.MeanResponse)
		}
	}
}
