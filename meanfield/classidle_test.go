package meanfield

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"pgregory.net/rapid"
)

func TestFixedQueryOfTwoClassesIsTheTwoClassFamily(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawFastSlow(t)
		want, wantErr := m.Predict()
		general := ClassIdle{m.Fleet, m.Arrivals, Fixed(m.Fast, m.Slow), FastSlowAssignment(m.FastIfBusy, m.SlowIfIdle), m.Inside}
		got, err := general.Predict()
		if wantErr != nil || err != nil {
			if (wantErr == nil) != (err == nil) && !errors.Is(wantErr, ErrAmbiguous) {
				t.Fatalf("two-class family: %v, framework: %v", wantErr, err)
			}
			return
		}
		spare := 1 - max(got.Classes[0].Busy, got.Classes[1].Busy)
		if math.Abs(got.MeanResponse/want.MeanResponse-1) > 1e-12*max(1, want.MeanResponse*want.MeanResponse)/spare {
			t.Fatalf("mean %.15g, want %.15g (%+v)", got.MeanResponse, want.MeanResponse, m)
		}
	})
}

func TestFixedQueryReachesTable1ToTwelveDigits(t *testing.T) {
	for _, inside := range bothInside {
		m := FastSlow{TwoSpeeds(0.2, 5), 0.84, 2, 2, 0.8774, 1, inside}
		p, err := ClassIdle{m.Fleet, m.Arrivals, Fixed(2, 2), FastSlowAssignment(0.8774, 1), inside}.Predict()
		if err != nil {
			t.Fatal(err)
		}
		near(t, "mean", p.MeanResponse, m.Mean(), 1e-12)
		near(t, "residual", p.Residual, 0, 1e-12)
	}
}

// randomAssignment draws a law for every row that can occur.
func randomAssignment(r *rand.Rand, q Query) Assignment {
	classes := len(q[0].Ask)
	a := make(Assignment, len(q))
	for m, mix := range q {
		a[m] = table(classes+1, classes)
		for j := range a[m] {
			total := 0.0
			for i := range classes {
				if mix.Ask[i] > 0 && i <= j {
					a[m][j][i] = 0.05 + r.Float64()
					total += a[m][j][i]
				}
			}
			for i := range classes {
				if total > 0 {
					a[m][j][i] /= total
				}
			}
		}
	}
	return a
}

func TestGradientMatchesDifferences(t *testing.T) {
	fleet := Fleet{{4, 0.2}, {1.5, 0.3}, {0.6, 0.5}}
	arrivals := 0.5 * fleet.Capacity()
	q := SpeedQuery(fleet, 3)
	mixes := Mixes(3, 3)
	for _, inside := range bothInside {
		s := NewClassIdleSolver(fleet, arrivals, mixes, inside)
		flow, gradient := make([]float64, s.Flows()), make([]float64, s.Flows())
		for m, rows := range randomAssignment(rand.New(rand.NewPCG(1, 2)), q) {
			for j, row := range rows {
				for i, p := range row {
					flow[s.Flow(m, j, i)] = q[m].Prob * p
				}
			}
		}
		if math.IsInf(s.Mean(flow), 1) {
			t.Fatal("unstable")
		}
		s.Gradient(flow, gradient)
		for k := range flow {
			if flow[k] == 0 {
				continue
			}
			const h = 1e-5
			flow[k] += h
			above := s.Mean(flow)
			flow[k] -= 2 * h
			below := s.Mean(flow)
			flow[k] += h
			near(t, "slope", gradient[k], (above-below)/(2*h), 1e-6*(1+math.Abs(gradient[k])))
		}
	}
}

// Where single servers of a class are asked its tails are geometric, and summed as such.
func TestGradientOfGeometricTails(t *testing.T) {
	fleet := TwoSpeeds(0.2, 5)
	s := NewClassIdleSolver(fleet, 0.97, [][]int{{1, 1}}, steelyard.Shortest)
	flow, gradient := make([]float64, s.Flows()), make([]float64, s.Flows())
	flow[s.Flow(0, 0, 0)], flow[s.Flow(0, 1, 0)], flow[s.Flow(0, 1, 1)], flow[s.Flow(0, 2, 0)], flow[s.Flow(0, 2, 1)] = 1, .1, .9, .55, .45
	if math.IsInf(s.Mean(flow), 1) {
		t.Fatal("unstable")
	}
	s.Gradient(flow, gradient)
	for k, x := range flow {
		if x == 0 {
			continue
		}
		const h = 1e-6
		flow[k] = x + h
		above := s.Mean(flow)
		flow[k] = x - h
		below := s.Mean(flow)
		flow[k] = x
		near(t, "slope", gradient[k], (above-below)/(2*h), 1e-5*(1+math.Abs(gradient[k])))
	}
}

func TestQueuesTooLongToSum(t *testing.T) {
	fleet := Fleet{{1, 1}}
	m := ClassIdle{
		Fleet: fleet, Arrivals: 1 - 1e-8, Query: Query{{Prob: 1 - 1e-9, Ask: []int{1}}, {Prob: 1e-9, Ask: []int{2}}},
		Assign: Assignment{{{1}, {1}}, {{1}, {1}}}, Inside: steelyard.Shortest,
	}
	if p, err := m.Predict(); !errors.Is(err, ErrNoModel) {
		t.Errorf("got %v, %v", p.MeanResponse, err)
	}
}

func TestQueryLaws(t *testing.T) {
	fleet := Fleet{{4, 0.2}, {1.5, 0.3}, {0.6, 0.5}}
	law := []float64{0.5, 0.2, 0.3}
	for name, q := range map[string]Query{
		"fixed": Fixed(1, 0, 2), "uniform": UniformQuery(fleet, 4), "speed": SpeedQuery(fleet, 4), "one class": OneClass(law, 3),
		"independent": Independent([][]float64{law, {0, 0, 1}, {1, 0, 0}}),
	} {
		if err := q.Check(fleet); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	same, identical := Independent([][]float64{law, law, law}), Identical(law, 3)
	for m := range same {
		near(t, "probability", identical[m].Prob, same[m].Prob, 1e-15)
	}
	var field *FieldError
	if err := Fixed(1, 1).Check(fleet); !errors.As(err, &field) {
		t.Errorf("wrong length: %v", err)
	}
	if err := Query(Fixed(3, 0, 2)).CheckServers([]int{2, 5, 5}); !errors.As(err, &field) {
		t.Errorf("more than a class has: %v", err)
	}
}

// The rule that plays a policy has the model it came from.
func TestRuleOfClassIdleHasTheSameModel(t *testing.T) {
	fleet := Fleet{{4, 0.2}, {1.5, 0.3}, {0.6, 0.5}}
	q := SpeedQuery(fleet, 3)
	for _, inside := range bothInside {
		m := ClassIdle{fleet, 0.6 * fleet.Capacity(), q, randomAssignment(rand.New(rand.NewPCG(1, 2)), q), inside}
		want, err := m.Predict()
		if err != nil {
			t.Fatal(err)
		}
		back, ok := ClassIdleOf(m.Rule(), groupsOf(fleet), m.Arrivals)
		if !ok {
			t.Fatal("the rule is not recognised")
		}
		got, err := back.Predict()
		if err != nil {
			t.Fatal(err)
		}
		near(t, "recognised", got.MeanResponse, want.MeanResponse, 1e-12)
		f, err := FromRule(m.Rule(), groupsOf(fleet), m.Arrivals)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "enumerated", equilibrium(t, f).MeanResponse, want.MeanResponse, 1e-9)
	}
}

// Three classes against a simulation of the rule by the policy itself.
func TestThreeClassesAgainstSimulation(t *testing.T) {
	fleet := Fleet{{4, 0.2}, {1.5, 0.3}, {0.6, 0.5}}
	q := SpeedQuery(fleet, 3)
	for _, inside := range bothInside {
		m := ClassIdle{fleet, 0.7 * fleet.Capacity(), q, randomAssignment(rand.New(rand.NewPCG(1, 2)), q), inside}
		f, err := FromRule(m.Rule(), groupsOf(fleet), m.Arrivals)
		if err != nil {
			t.Fatal(err)
		}
		const servers = 1000
		r, err := equilibrium(t, f).Refine(servers)
		if err != nil {
			t.Fatal(err)
		}
		mean, interval := simulateMean(t, steelyard.NewRulePolicy(func([]steelyard.Group) (steelyard.Rule, error) { return m.Rule(), nil }), fleet, m.Arrivals, servers, 1_500_000)
		near(t, "mean response", mean, r.MeanResponse, 4*interval)
		if interval > 0.02*mean {
			t.Errorf("interval %v is too wide to tell", interval)
		}
	}
}
