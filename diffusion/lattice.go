package diffusion

import "math"

// lattice is the chain of a finite system with all but two counts averaged out: the idle
// servers t of all pools, and the servers m of the fastest pool with two jobs.
//
//	arrival             rate a:                                     t-1, or m+1 if t = 0
//	departure to idle   rate capacity - mu_M t - cost(t) - mu_1 m:  t+1
//	departure of two    rate mu_1 m:                                m-1
//
// cost(t) is what idle servers of the fast pools cost beyond slow ones. Given t, those
// of the fastest l pools together follow the law of [FastIdle] cut off at t, so that
//
//	cost(t) = sum over l < M of (mu_l - mu_{l+1}) E[idle in pools 1 to l | at most t].
//
// m rises only from t = 0, so the flow up from each m is known from the level above,
// and the balance of a level is a tridiagonal system with a known first unknown: the chain
// is solved exactly from the top down, in time proportional to the number of states.
type lattice struct {
	System
	slack float64 // spare capacity left for the slowest pool, over sqrt(n)
	idle  []FastIdle
}

// solve returns the means of t and m and the probability of t = 0.
func (l lattice) solve() (idle, second, full float64) {
	row := newLine(mesh{idle: make([]float64, l.mostIdle())})
	busy := l.capacities(len(row.up))
	mass := make([]float64, len(row.up))
	fast, all := l.Rates[0], 0.0
	for m := l.mostSecond(); m >= 0; m-- {
		first := 1.0 // at the top, where the scale is free
		if above := total(mass); above > 0 {
			first = fast * float64(m+1) * above / l.Arrivals
		}
		row.leave = fast * float64(m)
		for t := range row.up {
			row.up[t] = max(0, busy[t]-row.leave)
			row.down[t] = l.Arrivals
		}
		row.up[len(row.up)-1] = 0
		mass = row.solve(times(mass, fast*float64(m+1)), first)
		here := total(mass)
		all += here
		second += float64(m) * here
		full += mass[0]
		for t, x := range mass {
			idle += float64(t) * x
		}
	}
	return idle / all, second / all, full / all
}

// capacities lists the capacity of busy servers for every t.
func (l lattice) capacities(count int) []float64 {
	busy := make([]float64, count)
	for t := range busy {
		busy[t] = l.Capacity() - l.Rates[len(l.Rates)-1]*float64(t)
		for k, law := range l.idle {
			busy[t] -= (l.Rates[k] - l.Rates[k+1]) * law.meanUpTo(t)
		}
	}
	return busy
}

// mostIdle and mostSecond are where the law is cut off, as in newMesh.
func (l lattice) mostIdle() int {
	slow := l.Rates[len(l.Rates)-1]
	return int(min(l.scale()*(l.slack/slow+math.Sqrt(2*negligible/slow)), l.Capacity()/slow)) + 2
}

func (l lattice) mostSecond() int {
	return min(int(l.scale()*(negligible+2*l.slack)/l.slack), l.Servers[0])
}
