package meanfield

import (
	"fmt"
	"math"
)

// Pull is the limit of Stolyar's PULL with several routers (arXiv 1512.07873). A
// server that becomes idle sends a message to one router; a job goes to a server
// whose message its router holds, uniformly, or blindly to any server if it holds
// none. A server that gets a job without its message being used withdraws it,
// unless Keep is set: then the message stays, and may bring a second job.
type Pull struct {
	Fleet    Fleet
	Arrivals float64   // jobs per second per server
	Buffers  []int     // per class: jobs a server holds at most, 0 is infinite; nil: all infinite
	Shares   []float64 // of the arrivals, per router; nil: equal shares, any number of routers
	ByShare  bool      // routers get messages in proportion to their shares, not equally
	Keep     bool
}

// PullPrediction adds what is peculiar to messages to a Prediction. Probabilities
// and rates are per arriving job, lost ones included; the mean response time is
// that of jobs served.
type PullPrediction struct {
	Prediction
	Wait     float64 // probability that a job finds another at its server, and waits
	Block    float64 // probability that a job finds a full server and is lost
	Messages float64 // pull-messages per job
}

// Check reports parameters out of range, or (wrapping ErrUnstable) a load >= 1.
func (m Pull) Check() error {
	if err := m.Fleet.CheckArrivals(m.Arrivals); err != nil {
		return err
	}
	if m.Buffers != nil && len(m.Buffers) != len(m.Fleet) {
		return &FieldError{"length of buffers", len(m.Buffers), fmt.Sprintf("%d, one per class", len(m.Fleet))}
	}
	for c, b := range m.Buffers {
		if b < 0 {
			return &FieldError{fmt.Sprintf("buffers[%d]", c), b, "at least 1, or 0 for infinite"}
		}
	}
	if m.Shares == nil {
		return nil
	}
	total := 0.0
	for r, share := range m.Shares {
		if !(share > 0 && share <= 1) {
			return &FieldError{fmt.Sprintf("shares[%d]", r), share, "a share in (0,1]"}
		}
		total += share
	}
	if math.Abs(total-1) > 1e-9 {
		return &FieldError{"sum of shares", total, "1"}
	}
	return nil
}

// Predict solves the fixed point.
func (m Pull) Predict() (PullPrediction, error) {
	if err := m.Check(); err != nil {
		return PullPrediction{}, err
	}
	if m.Shares == nil || m.ByShare || equalShares(m.Shares) {
		return m.balanced(), nil
	}
	return m.unbalanced()
}

func equalShares(shares []float64) bool {
	for _, s := range shares {
		if math.Abs(s-shares[0]) > 1e-12 {
			return false
		}
	}
	return true
}

// balanced is the case without waiting: every router always holds messages. Jobs
// go to idle servers uniformly, so nu_j mu_j/(beta_j - nu_j) = c for all classes,
// and the sum of mu_j beta_j c/(mu_j+c) is the arrival rate.
func (m Pull) balanced() PullPrediction {
	excess := func(c float64) float64 {
		flow := -m.Arrivals
		for _, class := range m.Fleet {
			flow += class.Share * class.Rate * c / (class.Rate + c)
		}
		return flow
	}
	high := m.Fleet[0].Rate
	for excess(high) < 0 {
		high *= 2
	}
	c := bracketedRoot(excess, 0, high, excess(0), excess(high))
	busy := make([]float64, len(m.Fleet))
	tails := make([][]float64, len(m.Fleet))
	for i, class := range m.Fleet {
		busy[i] = c / (class.Rate + c)
		tails[i] = []float64{1, busy[i]}
	}
	p := PullPrediction{Prediction: summarise(m.Fleet, m.Arrivals, busy, busy), Messages: 1}
	p.Tails = tails
	p.Residual = p.worstResidual(math.Abs(excess(c)) / m.Arrivals)
	return p
}
