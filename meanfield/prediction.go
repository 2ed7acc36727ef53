package meanfield

// Prediction is what a fixed point says of a policy on a fleet.
type Prediction struct {
	MeanResponse float64           // seconds; by Little's law from the mean number of jobs
	Classes      []ClassPrediction // fastest first
	Tails        [][]float64       // per class: fraction of its servers with >= n jobs, n = 0, 1, ...
	Stable       bool              // every class serves faster than it is fed when busy
	Residual     float64           // largest violation of the equations, relative to the arrival rate
	Warnings     []string

	fleet    Fleet // rates of workers
	arrivals float64
	workers  []int
}

// ClassPrediction is one class of a Prediction.
type ClassPrediction struct {
	Busy     float64 // fraction of its servers that work
	MeanJobs float64 // mean number of jobs at one of its servers
	Share    float64 // fraction of all jobs that it serves
}

// summarise fills a Prediction's means from the busy fractions and the mean
// numbers of jobs of its classes.
func summarise(f Fleet, arrivals float64, busy, jobs []float64) Prediction {
	p := Prediction{Classes: make([]ClassPrediction, len(f)), Stable: true, fleet: f, arrivals: arrivals}
	for i, c := range f {
		p.MeanResponse += c.Share * jobs[i] / arrivals
		p.Classes[i] = ClassPrediction{busy[i], jobs[i], c.Share * c.Rate * busy[i] / arrivals}
	}
	return p
}

func (p Prediction) workersOf(class int) int {
	if p.workers == nil {
		return 1
	}
	return p.workers[class]
}

// worstResidual is how far flow conservation is violated beside the solver's
// own residual, both relative to the arrival rate.
func (p Prediction) worstResidual(solver float64) float64 {
	flow := -1.0
	for _, c := range p.Classes {
		flow += c.Share
	}
	return max(solver, flow, -flow)
}

// meanResponseGeneral is the mean response time when job sizes have the given
// squared coefficient of variation (1 is exponential, 0 constant) and every
// class behaves as an M/G/1 queue that is fed at busyArrivals while busy: the
// Pollaczek-Khinchine formula, Gardner et al. 2020, Eq. 14. The busy fractions,
// and so the shares, do not depend on the law.
func meanResponseGeneral(f Fleet, p Prediction, busyArrivals []float64, variation float64) float64 {
	mean := 0.0
	for i, c := range f {
		secondMoment := (1 + variation) / (c.Rate * c.Rate)
		wait := busyArrivals[i] * secondMoment / (2 * (1 - busyArrivals[i]/c.Rate))
		mean += p.Classes[i].Share * (wait + 1/c.Rate)
	}
	return mean
}
