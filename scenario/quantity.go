package scenario

import (
	"errors"

	"github.com/steelyard-lb/steelyard/sim"
)

// The functions here give the value of a [Quantity]; class and window are indexes, -1 where none is meant.

// lawOfJobs is the law of the response times, in a window if it is at least 0.
func lawOfJobs(r *sim.Result, window int) sim.ResponseLaw {
	if window >= 0 {
		return r.Windows[window].Law
	}
	return r.Law
}

func meanOf(r *sim.Result, _, window int) (float64, error) {
	if window < 0 {
		return r.Response.Mean, nil
	}
	if r.Windows[window].Jobs == 0 {
		return 0, errors.New("no job arrived then and has ended")
	}
	return r.Windows[window].Law.Mean(), nil
}

func shareOf(r *sim.Result, class, window int) (float64, error) {
	if window < 0 {
		return r.Classes[class].Share, nil
	}
	w := &r.Windows[window]
	if w.Jobs == 0 {
		return 0, errors.New("no job arrived then and has ended")
	}
	return float64(w.Classes[class]) / float64(w.Jobs), nil
}

func maxShare(r *sim.Result, _, window int) (float64, error) {
	greatest := 0.0
	for k := range r.Classes {
		share, err := shareOf(r, k, window)
		if err != nil {
			return 0, err
		}
		greatest = max(greatest, share)
	}
	return greatest, nil
}

func busyOf(r *sim.Result, class, _ int) (float64, error)   { return r.Classes[class].Busy, nil }
func lengthOf(r *sim.Result, class, _ int) (float64, error) { return r.Classes[class].Length, nil }

func peakOf(r *sim.Result, class, _ int) (float64, error) {
	if r.Classes[class].Peak == 0 && r.Classes[class].Jobs > 0 {
		return 0, errors.New("the engine does not keep it")
	}
	return float64(r.Classes[class].Peak), nil
}

func makespan(r *sim.Result, _, _ int) (float64, error) {
	return r.Seconds / float64(r.Replications), nil
}

func utilisation(r *sim.Result, _, _ int) (float64, error) { return r.Utilisation, nil }
func messages(r *sim.Result, _, _ int) (float64, error)    { return r.MessagesPerJob, nil }

func blocked(r *sim.Result, _, _ int) (float64, error) {
	if r.Jobs == 0 {
		return 0, errors.New("no jobs arrived")
	}
	return float64(r.Blocked) / float64(r.Jobs), nil
}
