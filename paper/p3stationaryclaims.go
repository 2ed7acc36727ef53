package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/stats"
)

// p3StationaryVerdicts judge Theorems 3.3 and 3.4 and Corollary 3.5; the regimes are those of one, two and three pools.
func p3StationaryVerdicts(list []*steady, t *tails) ([]Verdict, error) {
	verdicts := []Verdict{
		secondOf(list[0].law, .81, .01),
		secondOf(list[1].law, .235, .001),
		meanIdle(list),
		balanced(list),
		list[1].twoIdle(),
		list[1].geometricIdle(),
		bounded(list, "idle servers of all pools but the slowest", func(p steadyPoint) stats.Estimate { return p.fastIdle }),
		negligible(list, "E[X_{j,2}], j ≥ 2, summed, stays bounded: it does not grow, and is below 0.1 at the largest n",
			func(p steadyPoint) stats.Estimate { return p.slowQueue }),
		negligible(list, "E[X_{j,i}], i ≥ 3, summed, stays bounded: it does not grow, and is below 0.1 at the largest n",
			func(p steadyPoint) stats.Estimate { return p.longQueue }),
	}
	for _, s := range list {
		verdicts = append(verdicts,
			s.order("E[X_{1,2}]", .5, func(p steadyPoint) stats.Estimate { return scaled(p.second, math.Sqrt(float64(p.Size()))) }),
			s.order("E[idle servers of the slowest pool]", .5, steadyPoint.idleObserved),
			s.order("P(wait)", -.5, func(p steadyPoint) stats.Estimate { return p.wait }),
			s.predicted("E[Y_{1,2}]", .03, func(p steadyPoint) (stats.Estimate, float64) {
				return p.second, p.Second / math.Sqrt(float64(p.Size()))
			}),
			s.predicted("P(wait)", .03, func(p steadyPoint) (stats.Estimate, float64) { return p.wait, p.Wait }),
			s.predicted("the mean response time", .0005, func(p steadyPoint) (stats.Estimate, float64) { return p.response, p.Response }),
			s.gap(),
			s.responseOrder(),
		)
	}
	return append(verdicts, t.converge(), t.longPaths()), nil
}

// secondOf judges a published mean of Z.
func secondOf(law diffusion.Stationary, published, tolerance float64) Verdict {
	return number(fmt.Sprintf("limit, (β, μ_M, μ_1) = (%g, %g, %g): E[Y_{1,2}], within %g", law.Slack, law.SlowRate, law.FastRate, tolerance),
		published, tolerance, law.Second.Mean, law.Error)
}

// meanIdle judges the identity of the limit by the mesh, which is not told of it.
func meanIdle(list []*steady) Verdict {
	worst := 0.0
	for _, s := range list {
		worst = max(worst, s.law.Residual)
	}
	return statement("limit: E[X] = β/μ_M; the computed law meets this and two other identities within 10^-4",
		"E[X] = β/μ_M", "missed by at most "+cell(worst)+" of them, three regimes",
		worst < 1e-4, "the computed law misses an identity")
}

// balanced judges the exact identity of systems that it comes from.
func balanced(list []*steady) Verdict {
	var all []stats.Estimate
	for _, s := range list {
		all = append(all, s.of(func(p steadyPoint) stats.Estimate { return p.imbalance })...)
	}
	most, limit := farthest(all, make([]float64, len(all)))
	return statement(fmt.Sprintf("systems: Σ μ_j E[idle_j] = spare capacity, exactly; %d comparisons at 5 %% together", len(all)),
		"E[X] = β/μ_M in the limit",
		fmt.Sprintf("farthest %.2f standard errors of %.2f allowed, of at most %.2g √n", most, limit, worst(all)),
		most <= limit, "the simulation is not in balance")
}

func (s *steady) largest() steadyPoint { return last(s.points) }

// twoIdle judges the mean of the fastest of two pools.
func (s *steady) twoIdle() Verdict {
	p := s.largest()
	v := number(fmt.Sprintf("M = 2, %s: E[idle servers of the fastest pool] is r_1/(1-r_1), within .05", servers(p.Size())),
		s.FastIdleMeans()[0], .05, p.fastIdle.Mean, p.fastIdle.HalfWidth())
	v.Ours += fmt.Sprintf("; predicted for this n: %.4g", p.Idle[0])
	return v
}

// geometricIdle judges their law.
func (s *steady) geometricIdle() Verdict {
	p := s.largest()
	law, _ := s.FastIdle(1)
	most, width := 0.0, 0.0
	for k, e := range p.geometric {
		if off := math.Abs(e.Mean - law.Prob(k)); off > most {
			most, width = off, e.HalfWidth()
		}
	}
	j := atMost(most, width, .01)
	return Verdict{
		Claim: fmt.Sprintf("M = 2, %s: the number of idle servers of the fastest pool is geometric with parameter r_1, each probability within .01",
			servers(p.Size())), Published: "like the jobs of M/M/1",
		Ours:      fmt.Sprintf("at most %s off, for 0 to %d servers", interval(most, width), len(p.geometric)-1),
		Judgement: j, Why: because(j, "a probability differs by more, or may"),
	}
}

// large are the three largest systems, where there are so many, by the number of the first.
func (s *steady) large() int { return max(0, len(s.points)-3) }

// growth is the power of n over the largest systems.
func (s *steady) growth(of func(steadyPoint) stats.Estimate) (exponent, width float64) {
	return powerOf(s.sizes()[s.large():], s.of(of)[s.large():])
}

// bounded judges a mean that Theorem 3.3 bounds and that does not vanish.
func bounded(list []*steady, name string, of func(steadyPoint) stats.Estimate) Verdict {
	j, text := Agrees, []string{}
	for _, s := range list[1:] {
		e, width := s.growth(of)
		j = inAll(j, atMost(e, width, .1))
		text = append(text, fmt.Sprintf("%s: n^(%.3f ± %.2g), %s from n = %d", s.name(), e, width, ends(s.of(of)), s.sizes()[0]))
	}
	return Verdict{
		Claim: "E[" + name + "] stays bounded: over the three largest n it grows like a power of n that is at most 0.1", Published: "bounded",
		Ours: strings.Join(text, "; "), Judgement: j, Why: because(j, "it grows"),
	}
}

// negligible judges a mean that Theorem 3.3 bounds and that is next to 0.
func negligible(list []*steady, claim string, of func(steadyPoint) stats.Estimate) Verdict {
	yes, text := true, []string{}
	for _, s := range list {
		values := s.of(of)
		final := last(values)
		yes = yes && final.Mean <= values[0].Mean+values[0].HalfWidth() && final.Mean+final.HalfWidth() < .1
		text = append(text, fmt.Sprintf("%s: %.2g, from %.2g at n = %d", s.name(), final.Mean, values[0].Mean, s.sizes()[0]))
	}
	return statement(claim, "bounded", strings.Join(text, "; "), yes, "it grows, or is more than 0.1")
}

// order judges the power of n that a mean follows.
func (s *steady) order(name string, want float64, of func(steadyPoint) stats.Estimate) Verdict {
	k := s.large()
	return power(fmt.Sprintf("%s: %s is of order n^%g (over the three largest n, within n^0.1)", s.name(), name, want),
		want, .1, s.sizes()[k:], s.of(of)[k:])
}

// predicted compares simulated means with predictions for the same n, from 1,600 on where they are known to half the tolerance.
func (s *steady) predicted(name string, tolerance float64, of func(steadyPoint) (got stats.Estimate, want float64)) Verdict {
	j, judged, text, why := Agrees, false, []string{}, "off by more than the tolerance, or not known so well"
	for _, p := range s.points {
		got, want := of(p)
		text = append(text, fmt.Sprintf("%s against %.5g with %s", short(got), want, servers(p.Size())))
		if p.Size() >= 1600 && got.HalfWidth() < tolerance/2*want {
			judged, j = true, inAll(j, atMost(math.Abs(got.Mean/want-1), got.HalfWidth()/want, tolerance))
		}
	}
	if !judged {
		j, why = Open, "no interval is so narrow: the run is too short"
	}
	return Verdict{
		Claim: fmt.Sprintf("%s: %s is that of the law with the slack left by idle fast servers, on the "+
			"lattice of n servers, within %s from n = 1,600, wherever its interval is less than half that",
			s.name(), name, percent(tolerance)),
		Published: "the limit law, at finite n", Ours: strings.Join(text, "; "), Judgement: j, Why: because(j, why),
	}
}

// gap judges whether the mean of Y_{1,2} tends to that of the limit: interchange of limits.
func (s *steady) gap() Verdict {
	p, limit := s.largest(), stats.Estimate{Mean: s.law.Second.Mean, Degrees: math.Inf(1)}
	distance := func(p diffusion.Prediction) float64 { return p.Second/math.Sqrt(float64(p.Size())) - limit.Mean }
	first, final := less(s.points[0].second, limit), less(p.second, limit)
	now, after := distance(p.Prediction), distance(s.later)
	e := diffusion.Growth([]int{p.Size(), s.later.Size()}, []float64{math.Abs(now), math.Abs(after)})
	j := inAll(holds(math.Abs(final.Mean-now) <= 3*final.StdErr),
		atMost(math.Abs(final.Mean), final.HalfWidth(), math.Abs(first.Mean)), atMost(math.Abs(e+.5), 0, .05))
	return Verdict{
		Claim: fmt.Sprintf("%s: E[Y_{1,2}] tends to that of the limit: at the largest n it is nearer than at n = %d "+
			"and where predicted (within three standard errors); the predicted distance goes on like n^-½ (within n^0.05)",
			s.name(), s.sizes()[0]), Published: "stationary laws converge", Judgement: j,
		Why: because(j, "the distance shrinks otherwise, or is not known so well"),
		Ours: fmt.Sprintf("distance %s at n = %d, %s at %d, predicted %.4f; then n^%.3f, to %.4f at %d",
			short(first), s.sizes()[0], short(final), p.Size(), now, e, after, s.later.Size()),
	}
}

// responseOrder judges the mean response time of the limit, to the order of n^-½.
func (s *steady) responseOrder() Verdict {
	small := s.points[:min(3, len(s.points))] // where what is left is known best
	var off []stats.Estimate
	for _, p := range small {
		e := p.response
		e.Mean = math.Abs(e.Mean - s.firstOrder(p.Prediction))
		off = append(off, e)
	}
	v := power(fmt.Sprintf("%s: the mean response time is (n + √n (E[Z] - β/μ_M))/(nλ) up to the order of "+
		"1/n: what is left falls like n^-1 (within n^0.2)", s.name()), -1, .2, s.sizes()[:len(small)], off)
	v.Published = "Little's law in the limit"
	return v
}

// converge judges whether whole laws tend to that of the limit.
func (t *tails) converge() Verdict {
	j, text := Agrees, []string{}
	for which, name := range []string{"-Y_{2,1}", "Y_{1,2}"} {
		var list []stats.Estimate
		for k := range t.sizes {
			list = append(list, t.distance(k, which))
		}
		first, final := list[0], last(list)
		j = inAll(j, atMost(final.Mean-first.Mean, math.Hypot(first.HalfWidth(), final.HalfWidth()), 0))
		text = append(text, fmt.Sprintf("%s: %s", name, ends(list)))
	}
	return Verdict{
		Claim: fmt.Sprintf("M = 2: the stationary tails of -Y_{2,1} and Y_{1,2} come nearer to those of the limit "+
			"from n = %d to %d, by more than the interval of the difference, where they are farthest of %d points",
			t.sizes[0], last(t.sizes), len(tailPoints()[0])),
		Published: "stationary laws converge", Ours: "greatest distance " + strings.Join(text, "; "),
		Judgement: j, Why: because(j, "a distance grows, or the two cannot be told apart"),
	}
}

// longPaths judges the other order of limits.
func (t *tails) longPaths() Verdict {
	j, text := Agrees, []string{}
	for which, name := range []string{"X", "Z"} {
		want := t.marginals()[which].Mean
		j = inAll(j, atMost(math.Abs(t.path[which].Mean-want), t.path[which].HalfWidth(), .05*want))
		text = append(text, fmt.Sprintf("E[%s]: %s, against %.4g", name, short(t.path[which]), want))
	}
	return Verdict{
		Claim: "M = 2: means over long paths of the limit are those of its stationary law, within 5 %", Published: "limit of n first, then of time",
		Ours: strings.Join(text, "; "), Judgement: j, Why: because(j, "a mean is off by more, or not known so well"),
	}
}
