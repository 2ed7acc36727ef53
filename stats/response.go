package stats

import "math"

// ResponseLaw is the law of the response time in a fleet of exponential FCFS
// servers, from what jobs found when they joined: no job needs to be followed.
// A job that finds n jobs at a server of w workers of rate mu waits for
// k = max(0, n-w+1) departures at rate w*mu and is then served at rate mu. Make
// one with [NewResponseLaw].
type ResponseLaw struct {
	Classes []ResponseClass `json:"classes"`
}

// ResponseClass is a class of equal servers: the rate of a worker in jobs per
// second, and the weight of the jobs by the number of departures they wait for.
type ResponseClass struct {
	Rate    float64   `json:"rate"`
	Workers int       `json:"workers"`
	Weight  []float64 `json:"weight"`
}

// NewResponseLaw returns an empty law; the Weight of the classes may be nil.
func NewResponseLaw(classes ...ResponseClass) *ResponseLaw {
	return &ResponseLaw{Classes: classes}
}

// Add counts jobs of one class that found so many jobs at their server.
func (l *ResponseLaw) Add(class, found int, jobs float64) {
	c := &l.Classes[class]
	k := max(0, found-c.Workers+1)
	for len(c.Weight) <= k {
		c.Weight = append(c.Weight, 0)
	}
	c.Weight[k] += jobs
}

// Merge adds the jobs of a law of the same classes.
func (l *ResponseLaw) Merge(o *ResponseLaw) {
	for i := range o.Classes {
		c := &l.Classes[i]
		for k, w := range o.Classes[i].Weight {
			if k == len(c.Weight) {
				c.Weight = append(c.Weight, 0)
			}
			c.Weight[k] += w
		}
	}
}

// Weight is the number of jobs.
func (l *ResponseLaw) Weight() float64 {
	total := 0.0
	for _, c := range l.Classes {
		for _, w := range c.Weight {
			total += w
		}
	}
	return total
}

// Mean is the mean response time in seconds; 0 if empty.
func (l *ResponseLaw) Mean() float64 {
	total, jobs := 0.0, l.Weight()
	if jobs == 0 {
		return 0
	}
	for _, c := range l.Classes {
		for k, w := range c.Weight {
			total += w * (float64(k)/float64(c.Workers) + 1) / c.Rate
		}
	}
	return total / jobs
}

// Tail is the probability of a response time above t seconds; 0 if empty.
func (l *ResponseLaw) Tail(t float64) float64 {
	jobs := l.Weight()
	if jobs == 0 {
		return 0
	}
	beyond, _ := l.beyond(t)
	return min(1, beyond/jobs)
}

// Quantile returns the response time in seconds that a share p of the jobs does
// not exceed, 0 <= p < 1. It is not resolved if what lies beyond it rests on
// fewer than ten jobs, each counted by its own chance to be there.
func (l *ResponseLaw) Quantile(p float64) (t float64, resolved bool) {
	jobs := l.Weight()
	if jobs == 0 || p <= 0 {
		return 0, false
	}
	beyond := (1 - p) * jobs
	lo, hi := 0.0, l.Mean()
	for x, _ := l.beyond(hi); x > beyond; x, _ = l.beyond(hi) {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1e-13*hi {
		t = (lo + hi) / 2
		if x, _ := l.beyond(t); x > beyond {
			lo = t
		} else {
			hi = t
		}
	}
	x, squares := l.beyond(hi)
	return hi, x*x >= leastBeyond*squares
}

// beyond is the expected number of jobs with a response time above t, and the sum
// of their squared probabilities, which is the variance of that number when jobs
// are counted independently.
func (l *ResponseLaw) beyond(t float64) (jobs, squares float64) {
	for _, c := range l.Classes {
		for k, p := range c.tails(t) {
			jobs += c.Weight[k] * p
			squares += c.Weight[k] * p * p
		}
	}
	return jobs, squares
}

// tails returns P(E_k + S > t) for each number k of departures: E_k is Erlang(k)
// at rate a = workers*rate, S exponential at rate b = rate.
//
// With f_j the Poisson probabilities of mean a*t, P(E_k > t) = f_0 + ... + f_{k-1}
// and g_k = P(E_k < t < E_k + S) = f_k + f_{k+1} z + f_{k+2} z^2 + ..., z = 1 - b/a:
// sums of positive terms, so deep tails keep their digits.
func (c ResponseClass) tails(t float64) []float64 {
	mean := float64(c.Workers) * c.Rate * t
	z := 1 - 1/float64(c.Workers)
	f := poisson(mean, len(c.Weight))
	tails := make([]float64, len(c.Weight))
	inService := c.inService(len(f), t)
	for k := len(f) - 1; k >= 0; k-- {
		inService = f[k] + z*inService
		tails[k] = inService
	}
	waiting := 0.0
	for k := range tails {
		tails[k] += waiting
		waiting += f[k]
	}
	return tails
}

// inService is g_k of tails for one k. The terms f_j z^j are exp(-bt) times the Poisson probabilities of mean x = a*t*z: below their mean the
// sum is what those before k leave, above it the terms fall.
func (c ResponseClass) inService(k int, t float64) float64 {
	z := 1 - 1/float64(c.Workers)
	mean := float64(c.Workers) * c.Rate * t
	x := mean * z
	if float64(k) < x {
		before := 0.0
		for _, p := range poisson(x, k) {
			before += p
		}
		return math.Exp(-c.Rate*t-float64(k)*math.Log(z)) * (1 - before)
	}
	logGamma, _ := math.Lgamma(float64(k) + 1)
	sum := 0.0
	for term := math.Exp(float64(k)*math.Log(mean) - mean - logGamma); term > 1e-18*sum; k++ {
		sum += term
		term *= x / float64(k+1)
	}
	return sum
}

// poisson returns the first n probabilities of the Poisson law, by logarithms,
// since exp(-mean) may underflow.
func poisson(mean float64, n int) []float64 {
	f := make([]float64, n)
	log := -mean
	for j := range f {
		f[j] = math.Exp(log)
		log += math.Log(mean / float64(j+1))
	}
	return f
}
