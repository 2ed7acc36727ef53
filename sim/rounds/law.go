package rounds

// Law is the law of response times, in whole rounds, from 1 on. It is exact: one counter per number of rounds.
type Law struct {
	counts []int64 // by rounds; counts[0] stays 0
	jobs   int64
	total  int64 // rounds
}

// add counts jobs that took so many rounds.
func (l *Law) add(rounds int, jobs int64) {
	if rounds >= len(l.counts) {
		l.counts = append(l.counts, make([]int64, rounds+1)...)
	}
	l.counts[rounds] += jobs
	l.jobs += jobs
	l.total += int64(rounds) * jobs
}

func (l *Law) merge(o *Law) {
	for rounds, jobs := range o.counts {
		if jobs > 0 {
			l.add(rounds, jobs)
		}
	}
}

// Weight is the number of jobs.
func (l *Law) Weight() float64 { return float64(l.jobs) }

// Mean is the mean number of rounds, 0 if there are no jobs.
func (l *Law) Mean() float64 {
	if l.jobs == 0 {
		return 0
	}
	return float64(l.total) / float64(l.jobs)
}

// Quantile is the smallest number of rounds that a share p of the jobs does not exceed, 0 < p < 1. It is not resolved if fewer than ten jobs
// would be expected beyond it, or below it for small p.
func (l *Law) Quantile(p float64) (rounds float64, resolved bool) {
	if l.jobs == 0 {
		return 0, false
	}
	below, least := int64(0), p*float64(l.jobs)
	k := 0
	for k < len(l.counts)-1 {
		below += l.counts[k]
		if below > 0 && float64(below) >= least {
			break
		}
		k++
	}
	return float64(k), float64(l.jobs)*min(p, 1-p) >= leastBeyond
}

// leastBeyond is how many jobs a quantile needs on its far side.
const leastBeyond = 10

// Tail is the share of the jobs that took more than x rounds.
func (l *Law) Tail(x float64) float64 {
	if l.jobs == 0 {
		return 0
	}
	beyond := int64(0)
	for rounds, jobs := range l.counts {
		if float64(rounds) > x {
			beyond += jobs
		}
	}
	return float64(beyond) / float64(l.jobs)
}

// All yields every number of rounds that some job took, and how many jobs did.
func (l *Law) All(yield func(rounds int, jobs int64) bool) {
	for rounds, jobs := range l.counts {
		if jobs > 0 && !yield(rounds, jobs) {
			return
		}
	}
}
