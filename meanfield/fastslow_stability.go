package meanfield

// drains tells whether a class that is overloaded recovers while the other is at
// its equilibrium. A fixed point alone does not make a policy stable: a fleet of
// finite size reaches the overloaded state some time, and if that state feeds
// itself the queue then grows for ever.
func (m *FastSlow) drains() bool {
	return m.fastDrains() && (m.SlowIfIdle == 0 || m.slowDrains())
}

// fastDrains: no fast server is idle.
func (m *FastSlow) fastDrains() bool {
	f, s := m.Fleet[0], m.Fleet[1]
	if m.Fast == 0 || m.Arrivals < f.Share*f.Rate {
		return true
	}
	toSlow := func(busy float64) float64 {
		allBusy := power(busy, m.Slow)
		return m.Arrivals * ((1-allBusy)*m.SlowIfIdle + allBusy*(1-m.FastIfBusy))
	}
	served := settle(toSlow, s.Share*s.Rate)
	return m.Arrivals-served < f.Share*f.Rate
}

// slowDrains: no slow server is idle.
func (m *FastSlow) slowDrains() bool {
	f, s := m.Fleet[0], m.Fleet[1]
	if m.Slow == 0 || m.Arrivals*(1-m.FastIfBusy) < s.Share*s.Rate {
		return true
	}
	toFast := func(busy float64) float64 {
		return m.Arrivals * (1 - power(busy, m.Fast)*(1-m.FastIfBusy))
	}
	served := settle(toFast, f.Share*f.Rate)
	return m.Arrivals-served < s.Share*s.Rate
}

// settle is the throughput of a class of the given capacity whose inflow depends
// on its own busy fraction: the smallest equilibrium, or the capacity if there is
// none.
func settle(inflow func(busy float64) float64, capacity float64) float64 {
	excess := func(busy float64) float64 { return inflow(busy) - capacity*busy }
	const pieces = 16
	a, fa := 0.0, excess(0)
	for i := 1; i <= pieces; i++ {
		b := float64(i) / pieces
		fb := excess(b)
		if fb <= 0 {
			return capacity * bracketedRoot(excess, a, b, fa, fb)
		}
		a, fa = b, fb
	}
	return capacity
}
