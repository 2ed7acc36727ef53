package optimal

import steelyard "github.com/steelyard-lb/steelyard"

// FluidBound is a lower bound on the mean response time of every dispatcher, in seconds: that of jobs which never wait while the fastest
// workers are used first, each as much as it can be. On many servers full information comes close to it at a load below 1; on few it
// is far below the optimum, which [Solve] computes. It fails at a load of 1 or more.
func FluidBound(l *steelyard.Layout, arrivals float64) (float64, error) {
	q, err := newQuestion(l, arrivals, Options{})
	if err != nil {
		return 0, err
	}
	busy, rest := 0.0, q.arrivals
	for _, class := range l.Classes() {
		served := min(rest, float64(len(class.Servers))*class.Kind.Capacity())
		busy += served / class.Kind.Rate
		rest -= served
	}
	return busy / q.arrivals, nil
}
