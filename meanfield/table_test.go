package meanfield

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// Every example of the table of policies that is given as a rule, on small fleets in
// several states: the model's probabilities, on a finite fleet, are those of the
// policy itself, all of whose branches are played.
func TestFiniteModelsAreThePoliciesThemselves(t *testing.T) {
	kinds := []steelyard.Kind{{Rate: 3, Workers: 1}, {Rate: 3, Workers: 1}, {Rate: 1, Workers: 1}, {Rate: 1, Workers: 1}, {Rate: 1, Workers: 1}}
	tested := 0
	for _, entry := range policy.All() {
		for _, text := range entry.Examples {
			p := parse(t, text)
			ruled, ok := p.(steelyard.Ruled)
			if !ok {
				continue
			}
			layout, err := steelyard.NewLayout(kinds)
			if err != nil {
				t.Fatal(err)
			}
			rule, err := ruled.Rule(layout.Groups())
			if err != nil {
				continue // for another number of classes
			}
			mixes, err := rule.Query.Mixes(layout.Groups())
			if err != nil {
				continue // asks more servers than there are
			}
			tested++
			dispatch := dispatchOf(rule, layout.Groups(), mixes, true)
			for _, lengths := range [][]int{{0, 0, 0, 0, 0}, {1, 0, 0, 2, 1}, {3, 1, 0, 0, 1}, {2, 2, 1, 1, 3}, {5, 4, 1, 2, 2}, {3, 6, 1, 2, 2}} {
				compareLaws(t, text, parse(t, text), layout, dispatch, lengths)
			}
		}
	}
	if tested < 15 {
		t.Errorf("only %d policies of the table were tested", tested)
	}
}

func compareLaws(t *testing.T, text string, p steelyard.Policy, layout *steelyard.Layout, dispatch Dispatch, lengths []int) {
	t.Helper()
	const levels = 9
	classes := layout.Classes()
	u, want := table(len(classes), levels+1), table(len(classes), levels)
	board := steelyard.NewBoard(layout)
	classOf := map[int]int{}
	for c, class := range classes {
		for _, i := range class.Servers {
			classOf[i] = c
			board.Set(i, lengths[i])
			for n := 0; n <= lengths[i]; n++ {
				u[c][n] += 1 / float64(len(class.Servers))
			}
		}
	}
	s := steelyard.NewScript()
	for {
		d, err := steelyard.NewDispatcher(p, board, s.Rand())
		if err != nil {
			t.Fatal(err)
		}
		i := d.Pick(steelyard.Job{})
		want[classOf[i]][lengths[i]] += s.Prob()
		if !s.Next() {
			break
		}
	}
	got := joined(t, dispatch, u)
	for c := range want {
		for n := range want[c] {
			near(t, fmt.Sprintf("%s at %v: p[%d][%d]", text, lengths, c, n), got[c][n], want[c][n], 1e-12)
		}
	}
}

// Every policy of the table is predicted on a fleet that suits it, or says why not.
func TestEveryPolicyIsPredictedOrHasNoModel(t *testing.T) {
	predicted := 0
	for _, entry := range policy.All() {
		for _, text := range entry.Examples {
			for classes := 1; classes <= 3; classes++ {
				fleet := Fleet{{3, 0.3}, {2, 0.3}, {1, 0.4}}[:classes]
				total := 0.0
				for _, c := range fleet {
					total += c.Share
				}
				even := Fleet{}
				for _, c := range fleet {
					even = append(even, Class{c.Rate, c.Share / total})
				}
				o, err := Predict(parse(t, text), counted(even, 300), 0.3*even.Capacity())
				if err != nil {
					continue
				}
				predicted++
				if o.Residual > 1e-10 || !(o.MeanResponse > 0) || math.IsInf(o.MeanResponse, 0) {
					t.Errorf("%s on %d classes: %+v", text, classes, o.Prediction)
				}
				if math.Abs(o.FCFS().Mean()/o.MeanResponse-1) > 1e-8 {
					t.Errorf("%s on %d classes: law with mean %v, want %v", text, classes, o.FCFS().Mean(), o.MeanResponse)
				}
			}
		}
	}
	if predicted < 60 {
		t.Errorf("only %d predictions", predicted)
	}
	if _, err := Predict(parse(t, "scd"), counted(halves, 300), 0.3); err != nil && !errors.Is(err, ErrNoModel) {
		t.Errorf("scd: %v", err)
	}
}
