package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
)

// p3Fig1Verdicts judge Proposition 3.1.
func p3Fig1Verdicts(two, three *collapses) ([]Verdict, error) {
	exact, err := two.exact()
	if err != nil {
		return nil, err
	}
	list := []Verdict{
		power("M = 2: the time until the fastest pool has few idle servers tends to 0, within n^0.05 of order n^-½", -.5, .05, two.sizes, two.reach),
		exact,
		two.atOnce(),
		power("M = 2: after the collapse Y_{1,1} fluctuates by the order of n^-½ (within n^0.02)", -.5, .02, two.sizes, two.spread[0]),
		two.geometric(),
		two.peaks(),
		power("M = 3: the time until both fast pools have few idle servers tends to 0, within n^0.05 of order n^-½",
			-.5, .05, three.sizes, three.reach),
	}
	for j, spread := range three.spread {
		claim := fmt.Sprintf("M = 3: after the collapse Y_{%d,1} fluctuates by the order of n^-½ (within n^0.05)", j+1)
		list = append(list, power(claim, -.5, .05, three.sizes, spread))
	}
	for k, published := range map[int]string{0: "collapses at once", 3: "fluctuations shrink",
		6: "collapses at once", 7: "fluctuations shrink", 8: "fluctuations shrink"} {
		list[k].Published = published
	}
	return list, nil
}

// exact compares the mean times with those of the birth and death chain.
func (c *collapses) exact() (Verdict, error) {
	yes, text := true, []string{}
	for k, n := range c.sizes {
		want, err := c.passage(n)
		if err != nil {
			return Verdict{}, err
		}
		got := c.reach[k]
		yes = yes && math.Abs(got.Mean-want) <= 3*got.StdErr+c.every[k]/2
		text = append(text, fmt.Sprintf("%s against %.4g s with %s", short(got), want, servers(n)))
	}
	return statement("M = 2: the mean time to few idle servers is that of the birth and death "+
		"chain of the fastest pool, within three standard errors and half the time between looks",
		"the fastest pool alone decides", strings.Join(text, "; "), yes, "the chain leaves out something that matters"), nil
}

// atOnce judges a time soon after the start.
func (c *collapses) atOnce() Verdict {
	falls, text := true, []string{}
	for k, n := range c.sizes {
		falls = falls && (k == 0 || c.away[k].Mean <= c.away[k-1].Mean)
		text = append(text, fmt.Sprintf("%s with %s", percent(c.away[k].Mean), servers(n)))
	}
	final := c.away[len(c.away)-1]
	most := final.Mean + max(final.HalfWidth(), 3/(final.Degrees+1)) // none of N bounds a share by 3/N
	return statement(fmt.Sprintf("M = 2: at the fixed time %g s the share of paths with Y_{1,1} < -%g falls as n grows, to below 1 %%",
		awayAt, awayBy),
		"Y_{1,1}(t) tends to 0 in probability for every t > 0", strings.Join(text, "; "), falls && most < .01,
		"the share may be above 1 % at the largest n, or has grown")
}

// geometric compares the fluctuations with those of a geometric number of idle servers.
func (c *collapses) geometric() Verdict {
	r := c.few() / (1 + c.few())
	k := len(c.sizes) - 1
	scale := math.Sqrt(float64(c.sizes[k]))
	v := number(fmt.Sprintf("M = 2, %s: √n times the standard deviation of Y_{1,1} is √r/(1-r), that of a geometric number, within .05",
		servers(c.sizes[k])),
		math.Sqrt(r)/(1-r), .05, scale*c.spread[0][k].Mean, scale*c.spread[0][k].HalfWidth())
	v.Published = fmt.Sprintf("idle servers like the jobs of M/M/1: %.4g", math.Sqrt(r)/(1-r))
	return v
}

// peaks judges convergence over an interval of times.
func (c *collapses) peaks() Verdict {
	e, width := powerOf(c.sizes, c.peak)
	j := atMost(e, width, -.25)
	return Verdict{
		Claim:     fmt.Sprintf("M = 2: also the greatest -Y_{1,1} between %g and %g s tends to 0, faster than n^-¼", settled, horizon),
		Published: "tends to 0", Judgement: j, Why: because(j, "it does not fall so fast"),
		Ours: fmt.Sprintf("n^(%.3f ± %.2g): %s; the greatest of many geometric numbers grows like log n beside √n", e, width, ends(c.peak)),
	}
}

// p3Fig1Summary lists what the paths of each size have in common.
func p3Fig1Summary(two, three *collapses) (Table, error) {
	t := Table{Name: "p3-fig1-sizes", Header: []string{"pools", "servers", "quantity", "value", "ci95", "theory"}}
	for _, c := range []*collapses{two, three} {
		r := c.few() / (1 + c.few())
		for k, n := range c.sizes {
			words := func(quantity string) []string { return []string{fmt.Sprint(len(c.Pools)), fmt.Sprint(n), quantity} }
			passage, spread := math.NaN(), math.NaN()
			if c == two {
				exact, err := c.passage(n)
				if err != nil {
					return t, err
				}
				passage, spread = exact, math.Sqrt(r/float64(n))/(1-r)
			}
			t.add(words("seconds to few idle"), c.reach[k].Mean, c.reach[k].HalfWidth(), passage)
			t.add(words(fmt.Sprintf("share below -%g at %g s", awayBy, awayAt)), c.away[k].Mean, c.away[k].HalfWidth(), math.NaN())
			for j := range c.spread {
				t.add(words(fmt.Sprintf("standard deviation of Y_{%d,1}", j+1)), c.spread[j][k].Mean, c.spread[j][k].HalfWidth(), spread)
			}
			t.add(words("peak of -Y_{1,1}"), c.peak[k].Mean, c.peak[k].HalfWidth(), math.NaN())
		}
	}
	return t, nil
}

// p3Fig1Paths lists the paths that are drawn.
func p3Fig1Paths(regimes ...*collapses) Table {
	t := Table{Header: []string{"pools", "servers", "pool", "seconds", "idle_over_sqrt_n"}}
	for _, c := range regimes {
		for k, n := range c.sizes {
			for j := range c.spread {
				for i, y := range c.paths[k].Component(j, 1) {
					t.add([]string{fmt.Sprint(len(c.Pools)), fmt.Sprint(n), fmt.Sprint(j + 1)}, c.paths[k].Times()[i], -y)
				}
			}
		}
	}
	return t
}

// idlePaths draws -Y_{j,1} of three sizes over time, or over time times sqrt(n).
func (c *collapses) idlePaths(j int, scaled bool) chart.Chart {
	drawn := chart.Chart{
		Title: fmt.Sprintf("M = %d, pool %d", len(c.Pools), j+1),
		X:     chart.Axis{Label: "time", Unit: "s"}, Y: chart.Axis{Label: fmt.Sprintf("idle servers of pool %d / √n", j+1)},
	}
	if scaled {
		drawn.X = chart.Axis{Label: "time × √n", Unit: "s", Max: 1.6 * math.Sqrt(float64(c.sizes[0])) * c.expected(c.sizes[0])}
	}
	shown := c.sizes[:min(3, len(c.sizes))]
	for k, n := range shown {
		style := chart.Graded(k, len(shown))
		s := chart.Series{Name: servers(n), Kind: chart.Line, Style: &style}
		by := 1.0
		if scaled {
			by = math.Sqrt(float64(n))
		}
		for i, y := range c.paths[k].Component(j, 1) {
			if x := by * c.paths[k].Times()[i]; drawn.X.Max == 0 || x <= drawn.X.Max {
				s.Points = append(s.Points, chart.Point{X: x, Y: -y})
			}
		}
		drawn.Series = append(drawn.Series, s)
	}
	return drawn
}

// p3Fig1Panels are the pictures: paths, and what shrinks.
func p3Fig1Panels(two, three *collapses) chart.Panels {
	size := chart.Axis{Label: "servers n", Log: true}
	times := chart.Chart{Title: "time to few idle servers", X: size, Y: chart.Axis{Label: "mean time", Unit: "s", Log: true}, Series: []chart.Series{
		{Name: "M = 3", Style: look(colours()[2], chart.Square), Points: pointsOver(three.sizes, three.reach, 0)},
		{Name: "M = 2", Kind: chart.Marks, Style: look(colours()[1], chart.Disc), Points: pointsOver(two.sizes, two.reach, 0)},
		{Name: "M = 2, exact", Kind: chart.Line, Style: look(colours()[1], chart.Disc)},
	}}
	spreads := chart.Chart{Title: "fluctuations after the collapse", X: size,
		Y: chart.Axis{Label: "standard deviation of Y_{j,1}", Log: true}, Series: []chart.Series{
			{Name: "M = 3, pool 2", Style: look(colours()[2], chart.Triangle, 6, 3), Points: pointsOver(three.sizes, three.spread[1], 0)},
			{Name: "M = 3, pool 1", Style: look(colours()[2], chart.Square), Points: pointsOver(three.sizes, three.spread[0], 0)},
			{Name: "M = 2, pool 1", Kind: chart.Marks, Style: look(colours()[1], chart.Disc), Points: pointsOver(two.sizes, two.spread[0], 0)},
			{Name: "M = 2, geometric", Kind: chart.Line, Style: look(colours()[1], chart.Disc)},
		}}
	r := two.few() / (1 + two.few())
	for _, n := range two.sizes {
		exact, err := two.passage(n)
		if err == nil {
			times.Series[2].Points = append(times.Series[2].Points, chart.Point{X: float64(n), Y: exact})
		}
		spreads.Series[3].Points = append(spreads.Series[3].Points, chart.Point{X: float64(n), Y: math.Sqrt(r/float64(n)) / (1 - r)})
	}
	return chart.Panels{Charts: []chart.Chart{two.idlePaths(0, false), two.idlePaths(0, true),
		three.idlePaths(0, false), three.idlePaths(1, false), times, spreads}}
}
