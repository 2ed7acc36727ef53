package decide

import (
	"slices"
	"time"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/internal/waterfill"
	"github.com/steelyard-lb/steelyard/policy"
)

// SCD times decisions by water filling, level and draws, one state after the other. It returns the nanoseconds of each.
func (s Sample) SCD(repeats int) []float64 {
	solver := waterfill.New(s.Rate)
	r := rng.New(1, "bench scd draws")
	jobs := make([]int32, slices.Max(s.Jobs))
	return s.timed(repeats, func(k int) {
		solver.Load(s.Queues[k], .5)
		solver.Draw(jobs[:s.Jobs[k]], s.volume(k), &r)
	})
}

// AllProbabilities times the probabilities of all servers alone.
func (s Sample) AllProbabilities(repeats int) []float64 {
	solver := waterfill.New(s.Rate)
	p := make([]float64, len(s.Rate))
	return s.timed(repeats, func(k int) {
		solver.Load(s.Queues[k], .5)
		solver.Probabilities(p, s.volume(k))
	})
}

// Probabilities are those of SCD in state k.
func (s Sample) Probabilities(k int) []float64 {
	solver := waterfill.New(s.Rate)
	p := make([]float64, len(s.Rate))
	solver.Load(s.Queues[k], .5)
	solver.Probabilities(p, s.volume(k))
	return p
}

// volume is what is poured in state k: the jobs of all dispatchers by Eq. 18, less one.
func (s Sample) volume(k int) float64 { return float64(Dispatchers*s.Jobs[k] - 1) }

// Policy times decisions of a policy as dispatchers in rounds make them: the lengths put on the board, and the jobs placed at once.
func (s Sample) Policy(text string, repeats int) ([]float64, error) {
	d, err := s.dispatcher(text)
	if err != nil {
		return nil, err
	}
	var jobs []int
	return s.timed(repeats, func(k int) {
		d.Board().Load(s.Queues[k])
		d.Round()
		jobs = d.PickBatch(s.Jobs[k], jobs[:0])
	}), nil
}

func (s Sample) dispatcher(text string) (*steelyard.Dispatcher, error) {
	spec, err := policy.Parse(text)
	if err != nil {
		return nil, err
	}
	p, err := spec.New()
	if err != nil {
		return nil, err
	}
	kinds := make([]steelyard.Kind, len(s.Rate))
	for i, w := range s.Rate {
		kinds[i].Rate = w
	}
	layout, err := steelyard.NewLayout(kinds)
	if err != nil {
		return nil, err
	}
	d, err := steelyard.NewDispatcher(p, steelyard.NewBoard(layout), steelyard.NewRand(1, "bench scd policy"))
	if err != nil {
		return nil, err
	}
	d.Share(Dispatchers)
	return d, d.Rebind()
}

// timed runs do for one state after the other and returns the nanoseconds of each.
func (s Sample) timed(repeats int, do func(k int)) []float64 {
	times := make([]float64, repeats)
	for k := range times {
		begin := time.Now()
		do(k % len(s.Queues))
		times[k] = float64(time.Since(begin))
	}
	return times
}
