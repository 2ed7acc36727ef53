package meanfield

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/steelyard-lb/steelyard"
)

// Sizes is a law of job sizes of mean 1: the probability that a size exceeds x.
type Sizes func(x float64) float64

// ExponentialSizes, ConstantSizes and HyperexponentialSizes are laws of mean 1.
func ExponentialSizes(x float64) float64 { return math.Exp(-x) }

// ConstantSizes are all 1.
func ConstantSizes(x float64) float64 {
	if x < 1 {
		return 1
	}
	return 0
}

// HyperexponentialSizes have two branches of equal mean contribution and the given
// squared coefficient of variation > 1.
func HyperexponentialSizes(variation float64) Sizes {
	p := (1 + math.Sqrt((variation-1)/(variation+1))) / 2
	return func(x float64) float64 {
		return p*math.Exp(-2*p*x) + (1-p)*math.Exp(-2*(1-p)*x)
	}
}

// GridResponse is the law of the response time under FCFS with general job sizes,
// where every class behaves as an M/G/1 queue: exact but for a grid.
type GridResponse struct {
	parts    []gridLaw
	Warnings []string
}

// gridLaw: the probability to exceed (k+1/2) step is tails[k], times the weight.
type gridLaw struct {
	step   float64
	tails  []float64
	weight float64
}

// GeneralFCFS is the law of the response time of a JIQ family for general job
// sizes. A job at a class responds as in an M/G/1 queue that is fed at lambda_B
// (Gardner et al. 2020, Section 4.2): its wait is a geometric sum of residual
// services, computed by fast Fourier transform on a grid of 1/256 of a mean
// service.
func (m FastSlow) GeneralFCFS(sizes Sizes) (GridResponse, error) {
	if m.Inside != steelyard.IdleElseUniform {
		return GridResponse{}, &FieldError{"inside", "shortest", "idle else uniform: only the JIQ family is solved for general job sizes"}
	}
	p, err := m.Predict()
	if err != nil {
		return GridResponse{}, err
	}
	b, _ := m.busy()
	growths := []float64{growth(b.fastPush, b.fast, m.Fast), growth(b.slowPush, b.slow, m.Slow)}
	var r GridResponse
	for c, class := range m.Fleet {
		if p.Classes[c].Share == 0 {
			continue
		}
		law := mg1(growths[c], sizes)
		law.step /= class.Rate
		law.weight = p.Classes[c].Share
		r.parts = append(r.parts, law)
		if last := law.tails[len(law.tails)-1]; last > 1e-6 {
			r.Warnings = append(r.Warnings, fmt.Sprintf("class %d: quantiles beyond p%.4g are cut off", c, 100*(1-last)))
		}
	}
	return r, nil
}

const (
	gridPerMean = 256
	gridPoints  = 1 << 17
)

// mg1 is the response law of an M/G/1 queue of the given load, in mean services.
func mg1(load float64, sizes Sizes) gridLaw {
	service, residual := onGrid(sizes)
	fft := fourier.NewCmplxFFT(gridPoints)
	service = fft.Coefficients(nil, service)
	residual = fft.Coefficients(nil, residual)
	for k := range service {
		service[k] *= complex(1-load, 0) / (1 - complex(load, 0)*residual[k])
	}
	response := fft.Sequence(nil, service)
	law := gridLaw{step: 1.0 / gridPerMean, tails: make([]float64, gridPoints)}
	left := 1.0
	for k, x := range response {
		left -= real(x) / gridPoints
		law.tails[k] = max(0, left)
	}
	return law
}

// onGrid rounds a service, and a residual service, whose density is the tail of
// sizes, to the points of the grid.
func onGrid(sizes Sizes) (service, residual []complex128) {
	const h = 1.0 / gridPerMean
	service, residual = make([]complex128, gridPoints), make([]complex128, gridPoints)
	over, integral := 1.0, 0.0
	for k := range service {
		half := (float64(k) + 0.5) * h
		next := sizes(half)
		service[k] = complex(over-next, 0)
		over = next
		// Quarter cells, since sizes may jump at whole points.
		from, cells, sum := half-h, 4, 0.0
		if k == 0 {
			from, cells = 0, 2
		}
		for q := range cells {
			sum += sizes(from+(float64(q)+0.5)*h/4) * h / 4
		}
		residual[k] = complex(sum, 0)
		integral += sum
	}
	for k := range residual {
		residual[k] /= complex(integral, 0)
	}
	return service, residual
}

// Tail is the probability that a response takes longer than t seconds.
func (r GridResponse) Tail(t float64) float64 {
	sum := 0.0
	for _, p := range r.parts {
		sum += p.weight * p.tail(t)
	}
	return sum
}

// tail interpolates between half points.
func (g gridLaw) tail(t float64) float64 {
	at := t/g.step - 0.5
	if at < 0 {
		return 1 - (at+0.5)/0.5*(1-g.tails[0])
	}
	k := int(at)
	if k+1 >= len(g.tails) {
		return g.tails[len(g.tails)-1]
	}
	return g.tails[k] + (at-float64(k))*(g.tails[k+1]-g.tails[k])
}

// Mean is the mean response time in seconds.
func (r GridResponse) Mean() float64 {
	sum := 0.0
	for _, p := range r.parts {
		for _, x := range p.tails {
			sum += p.weight * p.step * x
		}
	}
	return sum
}

// Quantile is the time in seconds that a response exceeds with probability 1-p,
// 0 <= p < 1.
func (r GridResponse) Quantile(p float64) (float64, error) {
	if !(p >= 0 && p < 1) {
		return 0, &FieldError{"quantile", p, "a probability in [0,1)"}
	}
	low, high := 0.0, 0.0
	for _, g := range r.parts {
		high = max(high, g.step*float64(len(g.tails)))
	}
	if r.Tail(high) > 1-p {
		return 0, &FieldError{"quantile", p, "one that the grid reaches"}
	}
	for range 200 {
		if middle := (low + high) / 2; r.Tail(middle) > 1-p {
			low = middle
		} else {
			high = middle
		}
	}
	return high, nil
}
