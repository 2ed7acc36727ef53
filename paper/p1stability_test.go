package paper

import (
	"context"
	"testing"
)

// alikeRuns are runs that are all alike, made of a real one whose mean is about 1.9 rounds; random dispatch grows.
func alikeRuns(t *testing.T) *estimates {
	t.Helper()
	e := &estimates{loads: []float64{.5, .9}, rounds: 100, runs: roundRuns{}}
	real := roundTask{e.main(roundWR, .5), 100}
	done, err := inRounds(context.Background(), []roundTask{real}, Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, load := range e.loads {
		for _, text := range append(estimators(), roundSED, roundWR, plainRandom) {
			r := *done[real.roundRun]
			r.roundRun, r.stable = e.main(text, load), text != plainRandom
			r.batches = []float64{1.9, 1.92, 1.88, 1.9, 1.91, 1.89, 1.92, 1.88}
			e.runs[r.roundRun] = &r
		}
	}
	return e
}

// raise makes a run's mean greater by so much.
func (e *estimates) raise(text string, load, by float64) {
	r := e.runs[e.main(text, load)]
	for k := range r.batches {
		r.batches[k] += by
	}
}

func TestStableJudges(t *testing.T) {
	e := alikeRuns(t)
	if v := e.stable(); v.Judgement != Agrees {
		t.Error(v)
	}
	e.runs[e.main(estimateHuge, .5)].stable = false
	if v := e.stable(); v.Judgement != Differs {
		t.Errorf("one grows: %+v", v)
	}
	e.runs[e.main(estimateHuge, .5)].stable, e.runs[e.main(plainRandom, .9)].stable = true, true
	if v := e.stable(); v.Judgement != Open {
		t.Errorf("even random dispatch does not grow: %+v", v)
	}
}

func TestLikenessJudges(t *testing.T) {
	e := alikeRuns(t)
	if v := e.likeSED(); v.Judgement != Agrees {
		t.Error(v)
	}
	if v := e.likeRandom(1e-5); v.Judgement != Agrees {
		t.Error(v)
	}
	if v := e.likeRandom(.01); v.Judgement != Differs {
		t.Errorf("the probabilities are others: %+v", v)
	}
	e.raise(estimateOne, .9, 1)
	e.raise(estimateHuge, .9, 1)
	if v := e.likeSED(); v.Judgement != Differs {
		t.Error(v)
	}
	if v := e.likeRandom(1e-5); v.Judgement != Differs {
		t.Error(v)
	}
}
