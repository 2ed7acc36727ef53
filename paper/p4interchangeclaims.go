package paper

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard/stats"
)

// concentrates judges whether and how fast the stationary law gathers at the fixed point.
func concentrates(list []*stationary) []Verdict {
	distance := trendsOf(list, func(p stationaryPoint) stats.Estimate { return p.distance })
	variance := rate("the mean square distance, the variance,", order{-1, .1},
		trendsOf(list, func(p stationaryPoint) stats.Estimate { return p.squares }))
	variance.Why = because(variance.Judgement, variance.Why+"; the notes put N times the square distance at heavy load beside its limit")
	return []Verdict{
		allFall("the stationary law concentrates at the fixed point: the mean distance "+
			"of the state from it falls from each N to the next by more than the intervals",
			"tends to the fixed point", distance),
		rate("that mean distance", order{-.5, .05}, distance),
		variance,
		limitIsFixedPoint(list),
	}
}

func trendsOf(list []*stationary, of func(p stationaryPoint) stats.Estimate) []trend {
	var all []trend
	for _, s := range list {
		all = append(all, s.trend(of))
	}
	return all
}

// limitIsFixedPoint extrapolates the mean number of jobs to infinitely many servers.
func limitIsFixedPoint(list []*stationary) Verdict {
	const within = .02
	var judged []Judgement
	farthest, width, where := 0.0, 0.0, ""
	for _, s := range list {
		limit, _, ok := limitOf(s.trend(func(p stationaryPoint) stats.Estimate { return p.jobs }).points)
		if !ok {
			judged = append(judged, Open)
			continue
		}
		jobs := s.load * s.fixed.MeanResponse
		off, w := math.Abs(limit.Mean-jobs)/jobs, limit.HalfWidth()/jobs
		judged = append(judged, atMost(off, w, within))
		if off+w > farthest+width {
			farthest, width, where = off, w, s.String()
		}
	}
	j := inAll(judged...)
	return Verdict{
		Claim: "the limits can be interchanged: the stationary mean number of jobs, " +
			"extrapolated to N = ∞ by a + b/N + c/N², is that of the fixed point within 2 %",
		Published: "equal",
		Ours: fmt.Sprintf("%d of %d are; the least certain (%s) is %s ± %s away",
			count(judged, Agrees), len(list), where, percent(farthest), percent(width)),
		Judgement: j, Why: because(j, "a limit is farther off, or its interval reaches beyond"),
	}
}

// boundHolds judges the bound of the mean number of jobs over all servers, at every number of servers and load.
func boundHolds(list []*stationary, exact []exactSystem) Verdict {
	var judged []Judgement
	closest := 0.0
	for _, s := range list {
		for _, p := range s.points {
			judged = append(judged, atMost(p.jobs.Mean, p.jobs.HalfWidth(), jobsBound(s.load)))
			closest = max(closest, p.jobs.Mean/jobsBound(s.load))
		}
	}
	simulated := len(judged)
	for _, e := range exact {
		judged = append(judged, atMost(e.jobs, 0, jobsBound(e.load)))
		closest = max(closest, e.jobs/jobsBound(e.load))
	}
	j := inAll(judged...)
	return Verdict{
		Claim:     "E[sum over n of x_n] ≤ ρ/(1−ρ), the mean taken over all servers: at every N and load tried, with intervals",
		Published: "at most ρ/(1−ρ), by coupling",
		Ours: fmt.Sprintf("%d of %d systems (%d simulated, %d exact); at most %s of the bound",
			count(judged, Agrees), len(judged), simulated, len(exact), percent(closest)),
		Judgement: j, Why: because(j, "a mean exceeds the bound, or its interval reaches beyond"),
	}
}

// boundHoldsByType judges the same bound of every type on its own.
func boundHoldsByType(list []*stationary) Verdict {
	var judged []Judgement
	worst, where := 0.0, ""
	for _, s := range list {
		for _, p := range s.points {
			for k, jobs := range p.typeJobs {
				bound := jobsBound(s.load)
				judged = append(judged, atMost(jobs.Mean, jobs.HalfWidth(), bound))
				if ratio := jobs.Mean / bound; ratio > worst {
					worst = ratio
					where = fmt.Sprintf("%s, N = %d, type %d of C = %.3g: %s, at the fixed point %.3g, against %.3g",
						s, p.servers, k+1, s.fleet.rates[k], brief(jobs), jobsAt(s.fixed.Tails[k]), bound)
				}
			}
		}
	}
	j := inAll(judged...)
	return Verdict{
		Claim:     "the same of each type on its own: E[sum over n of x_n^(j)] ≤ ρ/(1−ρ) for every j, at every N and load tried, with intervals",
		Published: "at most ρ/(1−ρ), if the bound is read of every type j",
		Ours:      fmt.Sprintf("%d of %d hold; the farthest from it: %s", count(judged, Agrees), len(judged), where), Judgement: j,
		Why: because(j, beyondAtFixedPoint(list)),
	}
}

// beyondAtFixedPoint says where the limit itself is beyond the bound, so that no number of servers mends it.
func beyondAtFixedPoint(list []*stationary) string {
	n, fastest, heaviest := 0, 0, 0.0
	for _, s := range list {
		for k, tails := range s.fixed.Tails {
			if jobsAt(tails) <= jobsBound(s.load) {
				continue
			}
			n, heaviest = n+1, max(heaviest, s.load)
			if k == 0 {
				fastest++
			}
		}
	}
	if n == 0 {
		return "a mean exceeds it, or its interval reaches beyond, though the fixed point does not"
	}
	return fmt.Sprintf("the fixed point itself is beyond it for %d types of all cases, %d "+
		"times the fastest, at loads up to %g: the coupling bounds the mean over all servers only",
		n, fastest, heaviest)
}

// gaussian puts the square distance at the largest number of servers beside that of Gaussian fluctuations around the fixed point.
func gaussian(list []*stationary) []string {
	var notes []string
	for _, s := range list {
		p := s.points[len(s.points)-1]
		r, err := s.fixed.Refine(p.servers)
		if err != nil || s.load != .9 {
			continue
		}
		sum := 0.0
		for _, tails := range r.Variance {
			for _, w := range tails {
				sum += w
			}
		}
		n := float64(p.servers)
		notes = append(notes, fmt.Sprintf("%s: N times the mean square distance is %.3g ± %.2g "+
			"at N = %g; Gaussian fluctuations around the fixed point give %.3g (Lyapunov equation).",
			s, n*p.squares.Mean, n*p.squares.HalfWidth(), n, sum))
	}
	return notes
}
