package diffusion

import "slices"

// integrals are sums over the steps of a chain: of every count, of how long the fast
// pools had how many idle servers, and of arrivals. A count is added up only when it
// changes.
type integrals struct {
	chain    *chain
	now      int64       // steps made
	sums     [][]float64 // of X_{j,i}
	since    [][]int64   // step up to which that is done
	idle     [][]float64 // idle[l][k]: steps with k idle servers in pools 0 to l
	idleFrom []int64
	arrived  int64
	waiting  int64 // arrivals that found no idle server
}

func newIntegrals(c *chain) *integrals {
	pools := len(c.Servers)
	t := &integrals{
		chain: c, sums: make([][]float64, pools), since: make([][]int64, pools),
		idle: make([][]float64, pools-1), idleFrom: make([]int64, pools-1),
	}
	for j, levels := range c.levels {
		t.sums[j] = make([]float64, len(levels))
		t.since[j] = make([]int64, len(levels))
	}
	return t
}

// run makes so many steps.
func (t *integrals) run(steps int) {
	for range steps {
		t.now++
		t.note(t.chain.step())
	}
}

// note accounts for a change made by the step just counted: until then the old value held.
func (t *integrals) note(c change) {
	if c.by > 0 {
		t.arrived++
		if c.level > 1 {
			t.waiting++
		}
	}
	if c.level == 0 {
		return
	}
	before := t.chain.atLeast(c.pool, c.level) - c.by
	t.add(c.pool, c.level, before)
	if c.level == 1 {
		t.addIdle(c.pool, c.by)
	}
}

func (t *integrals) add(j, i, x int) {
	for len(t.sums[j]) < i { // a level reached for the first time was empty until now
		t.sums[j] = append(t.sums[j], 0)
		t.since[j] = append(t.since[j], 0)
	}
	t.sums[j][i-1] += float64(x) * float64(t.now-t.since[j][i-1])
	t.since[j][i-1] = t.now
}

// addIdle accounts for the idle servers of all groups of pools that contain pool j, in
// which by became busy.
func (t *integrals) addIdle(j, by int) {
	idle := by
	for l := range t.idle {
		idle += t.chain.servers[l] - t.chain.atLeast(l, 1)
		if l >= j {
			t.idle[l] = addAt(t.idle[l], idle, float64(t.now-t.idleFrom[l]))
			t.idleFrom[l] = t.now
		}
	}
}

// flush brings all sums up to now.
func (t *integrals) flush() {
	for j := range t.sums {
		for i := range t.sums[j] {
			t.add(j, i+1, t.chain.atLeast(j, i+1))
		}
	}
	t.addIdle(0, 0)
}

// addAt adds x to values[k], with as many zeros as that needs.
func addAt(values []float64, k int, x float64) []float64 {
	if k >= len(values) {
		values = append(values, slices.Repeat([]float64{0}, k+1-len(values))...)
	}
	values[k] += x
	return values
}
