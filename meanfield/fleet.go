package meanfield

import (
	"fmt"
	"math"
)

// Class is one speed class in the limit of many servers.
type Class struct {
	Rate  float64 // jobs per second a busy server completes (mu), > 0
	Share float64 // fraction of all servers (q, gamma or beta), > 0
}

// Fleet lists the speed classes, fastest first; their shares sum to 1.
type Fleet []Class

// TwoSpeeds is the fleet of Gardner et al. 2020, Section 2: a share of fast
// servers, ratio > 1 times as fast as the others, scaled to a mean capacity of
// one job per second and server.
func TwoSpeeds(shareFast, ratio float64) Fleet {
	slow := 1 / (ratio*shareFast + 1 - shareFast)
	return Fleet{{ratio * slow, shareFast}, {slow, 1 - shareFast}}
}

// Capacity is the mean service rate per server.
func (f Fleet) Capacity() float64 {
	sum := 0.0
	for _, c := range f {
		sum += c.Share * c.Rate
	}
	return sum
}

// Scaled returns the fleet with its rates divided by its capacity, so that the
// capacity becomes one and arrival rates are loads.
func (f Fleet) Scaled() Fleet {
	capacity := f.Capacity()
	scaled := make(Fleet, len(f))
	for i, c := range f {
		scaled[i] = Class{c.Rate / capacity, c.Share}
	}
	return scaled
}

// Check reports a fleet that is empty, out of order or not normalised.
func (f Fleet) Check() error {
	if len(f) == 0 {
		return &FieldError{"classes", 0, "at least one class"}
	}
	total := 0.0
	for i, c := range f {
		if !(c.Rate > 0) || math.IsInf(c.Rate, 0) {
			return &FieldError{fmt.Sprintf("classes[%d].rate", i), c.Rate, "a finite rate above 0"}
		}
		if !(c.Share > 0 && c.Share <= 1) {
			return &FieldError{fmt.Sprintf("classes[%d].share", i), c.Share, "a fraction of the servers in (0,1]"}
		}
		if i > 0 && c.Rate > f[i-1].Rate {
			return &FieldError{fmt.Sprintf("classes[%d].rate", i), c.Rate,
				fmt.Sprintf("at most %v: classes are listed fastest first", f[i-1].Rate)}
		}
		total += c.Share
	}
	if math.Abs(total-1) > 1e-9 {
		return &FieldError{"sum of shares", total, "1"}
	}
	return nil
}

// CheckArrivals reports a bad fleet, a bad arrival rate per server, or (wrapping
// ErrUnstable) one that is not below the capacity.
func (f Fleet) CheckArrivals(arrivals float64) error {
	if err := f.Check(); err != nil {
		return err
	}
	if !(arrivals > 0) || math.IsInf(arrivals, 0) {
		return &FieldError{"arrival rate per server", arrivals, "a finite rate above 0"}
	}
	if capacity := f.Capacity(); arrivals >= capacity {
		return unstable("load is %.6g (arrival rate %.6g per server): want below 1 (%.6g)",
			arrivals/capacity, arrivals, capacity)
	}
	return nil
}
