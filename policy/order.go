package policy

import steelyard "github.com/steelyard-lb/steelyard"

// The orders by which servers are ranked. n jobs are at a server already, the one to be placed not counted. A server is idle while
// fewer jobs than it has workers are there.

// byLength is the queue length.
type byLength struct{}

func (byLength) Rank(_ steelyard.Kind, n int) float64 { return float64(n) }

// BlindToKind implements steelyard.Blind.
func (byLength) BlindToKind() {}

// byDrain is q/mu: the time until the jobs there are done.
type byDrain struct{}

func (byDrain) Rank(k steelyard.Kind, n int) float64 { return float64(n) / k.Capacity() }

// byDelay is (q+1)/mu: the expected delay of a job that joins, which is 1/rate where it finds an idle worker.
type byDelay struct{}

func (byDelay) Rank(k steelyard.Kind, n int) float64 {
	return float64(max(n+1, k.Workers)) / k.Capacity()
}

// byHalfDelay is (q+1/2)/mu, the key of stochastic coordination (Goren et al. 2021, Eq. 9): the expected delay less half a job.
type byHalfDelay struct{}

func (byHalfDelay) Rank(k steelyard.Kind, n int) float64 {
	return (float64(max(n+1, k.Workers)) - .5) / k.Capacity()
}

// byIdleThenDrain is q/mu where all idle servers rank first.
type byIdleThenDrain struct{}

func (byIdleThenDrain) Rank(k steelyard.Kind, n int) float64 {
	if n < k.Workers {
		return 0
	}
	return byDrain{}.Rank(k, n)
}

// byIdleThenDelay is (q+1)/mu where all idle servers rank first.
type byIdleThenDelay struct{}

func (byIdleThenDelay) Rank(k steelyard.Kind, n int) float64 {
	if n < k.Workers {
		return 0
	}
	return byDelay{}.Rank(k, n)
}

// byLengthThenSpeed is the queue length and, among equal ones, the rate. The second term lies in [1/2, 1).
type byLengthThenSpeed struct{ fastest float64 }

func (o byLengthThenSpeed) Rank(k steelyard.Kind, n int) float64 {
	return float64(n) + 1/(1+k.Rate/o.fastest)
}
