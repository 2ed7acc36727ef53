package tune

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// FastSlow returns the (p_F, p_S) that minimise the mean response time of
// JIQ-(fast,slow) or JSQ-(fast,slow), with the seven-candidate heuristic beside
// it. It returns an error that wraps meanfield.ErrUnstable if no parameters are
// stable at this arrival rate (jobs per second per server).
func FastSlow(f meanfield.Fleet, arrivals float64, inside steelyard.Inside, fast, slow int) (Choice, error) {
	model := meanfield.FastSlow{Fleet: f, Arrivals: arrivals, Fast: fast, Slow: slow, Inside: inside}
	model.FastIfBusy, model.SlowIfIdle = forced(fast, slow)
	if err := model.Check(); err != nil {
		return Choice{}, err
	}
	best := point{model.FastIfBusy, model.SlowIfIdle, model.Mean()}
	if fast > 0 && slow > 0 {
		best = minimum(&model)
	}
	model.FastIfBusy, model.SlowIfIdle = best.x, best.y
	p, err := model.Predict()
	if err != nil {
		return Choice{}, err
	}
	c := Choice{
		Family: familyName(inside), D: []int{fast, slow}, PF: relevant(best), PS: &best.y,
		MeanResponse: p.MeanResponse, Residual: p.Residual, Warnings: p.Warnings,
	}
	c.Policy = c.fastSlowText()
	if fast > 0 && slow > 0 {
		c.Heuristic = heuristic(&model, best.value)
	}
	return c, nil
}

// forced gives the only parameters that make sense if one class is not queried.
func forced(fast, slow int) (pf, ps float64) {
	if fast == 0 {
		return 0, 1
	}
	return 1, 0
}

func familyName(inside steelyard.Inside) string {
	if inside == steelyard.Shortest {
		return "jsq-fs"
	}
	return "jiq-fs"
}

func relevant(p point) *float64 {
	if p.y == 0 {
		return nil
	}
	return &p.x
}

// minimum searches the two edges where the optimum usually lies, the single point
// p_S = 0, and the interior.
func minimum(m *meanfield.FastSlow) point {
	mean := func(pf, ps float64) float64 {
		m.FastIfBusy, m.SlowIfIdle = pf, ps
		return m.Mean()
	}
	heavy := heavyTrafficShare(m)
	best := point{1, 0, mean(1, 0)}
	keep := func(p point) {
		if p.value < best.value*(1-1e-12) || math.IsInf(best.value, 1) {
			best = p
		}
	}
	pf, value := lowest(func(pf float64) float64 { return mean(pf, 1) }, around(heavy))
	keep(point{pf, 1, value})
	ps, value := lowest(func(ps float64) float64 { return mean(1, ps) }, around(0))
	keep(point{1, ps, value})
	inner := point{value: math.Inf(1)}
	for _, pf := range around(heavy) {
		for _, ps := range []float64{0.02, 0.1, 0.3, 0.5, 0.7, 0.9} {
			if v := mean(pf, ps); v < inner.value {
				inner = point{pf, ps, v}
			}
		}
	}
	if !math.IsInf(inner.value, 1) && inner.value < best.value*1.5 {
		keep(descend(mean, inner, 0.02))
	}
	if best.y > 0 && !math.IsInf(best.value, 1) {
		keep(descend(mean, best, 1e-3))
	}
	return best
}

// heavyTrafficShare is the capacity share of the fast class: the only p_F that is
// stable as the load tends to 1, and with p_S = 1 stable at every load (Gardner
// et al. 2020, Theorems 1 and 2).
func heavyTrafficShare(m *meanfield.FastSlow) float64 {
	f := m.Fleet
	return f[0].Share * f[0].Rate / f.Capacity()
}

func heuristic(m *meanfield.FastSlow, optimum float64) *Heuristic {
	heavy := heavyTrafficShare(m)
	best := point{value: math.Inf(1)}
	for _, c := range [7][2]float64{
		{1, 0}, {0, 1 - heavy}, {heavy, 1 - heavy}, {1, 1 - heavy}, {0, 1}, {heavy, 1}, {1, 1},
	} {
		m.FastIfBusy, m.SlowIfIdle = c[0], c[1]
		if v := m.Mean(); v < best.value {
			best = point{c[0], c[1], v}
		}
	}
	return &Heuristic{PF: relevant(best), PS: best.y, MeanResponse: best.value, Excess: max(0, best.value/optimum-1)}
}

// FastSlowSplit also chooses how to divide a total number of queried servers
// over the two classes. A total of 1 leaves only a fixed split of the jobs.
func FastSlowSplit(f meanfield.Fleet, arrivals float64, inside steelyard.Inside, total int) (Choice, error) {
	return fastSlowSplit(f, arrivals, inside, total, nil)
}

// fastSlowSplit also respects how many servers the classes have, nil being many.
func fastSlowSplit(f meanfield.Fleet, arrivals float64, inside steelyard.Inside, total int, servers []int) (Choice, error) {
	if len(f) != 2 {
		return Choice{}, &meanfield.FieldError{Field: "number of classes", Value: len(f), Want: "2 for a two-class family"}
	}
	if total < 1 {
		return Choice{}, &meanfield.FieldError{Field: "total d", Value: total, Want: "at least 1"}
	}
	if total == 1 {
		return Static(f, arrivals)
	}
	var best Choice
	if servers != nil && total > servers[0]+servers[1] {
		return Choice{}, &meanfield.FieldError{Field: "total d", Value: total, Want: fmt.Sprintf("at most %d, the number of servers", servers[0]+servers[1])}
	}
	var failure error
	for fast := total; fast >= 0; fast-- {
		if servers != nil && (fast > servers[0] || total-fast > servers[1]) {
			continue
		}
		c, err := FastSlow(f, arrivals, inside, fast, total-fast)
		if err != nil {
			failure = err
			continue
		}
		if best.Family == "" || c.MeanResponse < best.MeanResponse*(1-1e-12) {
			best = c
		}
	}
	if best.Family == "" {
		return Choice{}, failure
	}
	return best, nil
}

// Static returns the fixed split of the jobs over any number of classes that
// minimises the mean response time.
func Static(f meanfield.Fleet, arrivals float64) (Choice, error) {
	c, err := Hybrid(f, arrivals, 1)
	c.Family, c.Policy = "static", fmt.Sprintf("static(p=%s)", splitText(c.Split))
	return c, err
}

// Hybrid returns the best split for a policy that draws a class by it and joins the
// shortest of d queues there.
func Hybrid(f meanfield.Fleet, arrivals float64, d int) (Choice, error) {
	split, err := meanfield.OptimalHybrid(f, arrivals, d)
	if err != nil {
		return Choice{}, err
	}
	p, err := meanfield.Hybrid(f, arrivals, split, d)
	if err != nil {
		return Choice{}, err
	}
	return Choice{
		Family: "hybrid", Policy: fmt.Sprintf("hybrid(p=%s, d=%d)", splitText(split), d), D: []int{d},
		Split: split, MeanResponse: p.MeanResponse, Residual: p.Residual,
	}, nil
}
