package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/chart"
)

// What counts as none of a relative difference of means, in the limit and at the largest size.
const (
	insensitiveLimit = .002
	insensitiveFleet = .003
)

// insensitivityVerdicts judge for each scheme what is left of the law of job lengths as the fleet grows.
func insensitivityVerdicts(list []*lengthRuns, limits [2]float64) []Verdict {
	var verdicts []Verdict
	for scheme := 1; scheme <= 2; scheme++ {
		exponential, others := ofScheme(list, scheme)
		var differences []trend
		for _, r := range others {
			differences = append(differences, trend{r.law.name, r.differences(exponential)})
		}
		name := fmt.Sprintf("scheme %d: ", scheme)
		verdicts = append(verdicts, insensitive(name, differences), smallAt(name, differences),
			halvesEachTime(name, differences), differsAtFirst(name, differences),
			nearLimit(name, append(others, exponential), limits[scheme-1]))
	}
	return verdicts
}

// insensitive judges the limit of the fit a + b/N + c/N^2 to the differences.
func insensitive(name string, list []trend) Verdict {
	var judged []Judgement
	var text []string
	for _, t := range list {
		a, _, ok := limitOf(t.points)
		if !ok {
			judged = append(judged, Open)
			continue
		}
		judged = append(judged, atMost(math.Abs(a.Mean), a.HalfWidth(), insensitiveLimit))
		text = append(text, fmt.Sprintf("%s %s ± %s", t.name, percent(a.Mean), percent(a.HalfWidth())))
	}
	j := inAll(judged...)
	return Verdict{
		Claim: name + fmt.Sprintf("insensitive in the limit under processor sharing: a in a fit a + b/N + c/N² of each difference is within %s",
			percent(insensitiveLimit)),
		Published: "the law of lengths matters through its mean only", Judgement: j, Ours: orNone(text),
		Why: because(j, "a fitted limit is farther from 0, or its interval reaches beyond, or there are too few sizes to fit"),
	}
}

// smallAt judges the differences at the largest size.
func smallAt(name string, list []trend) Verdict {
	var judged []Judgement
	var text []string
	for _, t := range list {
		p := last(t.points)
		judged = append(judged, atMost(math.Abs(p.Mean), p.HalfWidth(), insensitiveFleet))
		text = append(text, differenceText(t.name, p))
	}
	j := inAll(judged...)
	return Verdict{
		Claim: name + fmt.Sprintf("at N = %g the mean is within %s of that for exponential lengths",
			last(list[0].points).servers, percent(insensitiveFleet)),
		Published: "nearly insensitive for large N", Judgement: j, Ours: strings.Join(text, ", "),
		Why: because(j, "a difference is larger, or its interval reaches beyond"),
	}
}

// clearly is how many half-widths a difference is from 0 that serves as a measure of the next.
const clearly = 4

// halvesEachTime judges the decay: where a difference is clear, the next fleet, four times as large, has at most half of it left.
func halvesEachTime(name string, list []trend) Verdict {
	var judged []Judgement
	var text []string
	for _, t := range list {
		for k := range len(t.points) - 1 {
			a, b := t.points[k], t.points[k+1]
			if math.Abs(a.Mean) < clearly*a.HalfWidth() {
				break
			}
			judged = append(judged, atMost(math.Abs(b.Mean)-math.Abs(a.Mean)/2, math.Hypot(b.HalfWidth(), a.HalfWidth()/2), 0))
			text = append(text, fmt.Sprintf("%s to %s", differenceText(t.name, a), differenceText(fmt.Sprintf("N = %g", b.servers), b)))
		}
	}
	j := inAll(judged...)
	if len(judged) == 0 {
		j = Open
	}
	return Verdict{
		Claim: name + fmt.Sprintf("a difference that is clear (over %d half-widths "+
			"from 0) is at most half as large in a fleet four times as large", clearly),
		Published: "vanishes as N grows", Judgement: j, Ours: orNone(text),
		Why: because(j, "more than half is left somewhere, or the intervals do not tell, or no difference is clear"),
	}
}

// differsAtFirst judges whether finite fleets are sensitive at all.
func differsAtFirst(name string, list []trend) Verdict {
	yes, text := false, []string{}
	for _, t := range list {
		p := t.points[0]
		yes = yes || math.Abs(p.Mean) > doubled(p.Estimate)
		text = append(text, differenceText(t.name, p))
	}
	v := statement(name+fmt.Sprintf("a finite fleet is insensitive only approximately: at N = %g some mean "+
		"differs from that for exponential lengths, by more than twice the interval", list[0].points[0].servers),
		"approximately", strings.Join(text, ", "), yes, "no difference is beyond twice its interval")
	if !yes {
		v.Judgement = Open
	}
	return v
}

// nearLimit judges the means of the largest fleet by the limit, whatever the law.
func nearLimit(name string, list []*lengthRuns, limit float64) Verdict {
	const within = .01
	var judged []Judgement
	var text []string
	for _, r := range list {
		e := r.sharing().Response
		judged = append(judged, atMost(math.Abs(e.Mean/limit-1), e.HalfWidth()/limit, within))
		text = append(text, fmt.Sprintf("%s %.4f ± %.2g", r.law.name, e.Mean, e.HalfWidth()))
	}
	j := inAll(judged...)
	return Verdict{
		Claim: name + fmt.Sprintf("at N = %d the mean for every law is within %s of the fixed point of the exponential case",
			last(list[0].sizes), percent(within)),
		Published: "the same limit", Judgement: j, Ours: fmt.Sprintf("limit %.4f s; %s s", limit, strings.Join(text, ", ")),
		Why: because(j, "a mean is farther away, or its interval reaches beyond"),
	}
}

func differenceText(name string, p sized) string {
	return fmt.Sprintf("%s %.2f ± %.2f %%", name, 100*p.Mean, 100*p.HalfWidth())
}

// differenceCharts are the differences over the size of the fleet, a panel for each scheme.
func differenceCharts(list []*lengthRuns) []chart.Chart {
	var charts []chart.Chart
	for scheme := 1; scheme <= 2; scheme++ {
		exponential, others := ofScheme(list, scheme)
		c := chart.Chart{
			Title: fmt.Sprintf("scheme %d, processor sharing, λ = %g", scheme, chosenLengthsLoad),
			X:     chart.Axis{Label: "servers N", Log: true}, Y: chart.Axis{Label: "mean over that for exponential lengths, less 1", Unit: "%"},
		}
		for k, r := range bySCV(others) {
			look := chart.Graded(k, len(others))
			s := chart.Series{Name: r.law.name, Style: &look}
			for _, p := range r.differences(exponential) {
				s.Points = append(s.Points, chart.Point{X: p.servers, Y: 100 * p.Mean, Error: 100 * finite(p.HalfWidth())})
			}
			c.Series = append(c.Series, s)
		}
		charts = append(charts, c)
	}
	return charts
}

// contrastChart sets FCFS beside processor sharing in the largest fleet, over the variability of the lengths.
func contrastChart(list []*lengthRuns, limits [2]float64) chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("N = %d, scheme 2", last(list[0].sizes)),
		X:     chart.Axis{Label: "squared coefficient of variation of the lengths"}, Y: chart.Axis{Label: "mean sojourn time", Unit: "s"},
	}
	black := chart.Limit()
	limit, sharing, fcfs := chart.Series{Name: "limit", Kind: chart.Line, Style: &black},
		chart.Series{Name: "processor sharing", Kind: chart.Marks}, chart.Series{Name: "FCFS"}
	exponential, others := ofScheme(list, 2)
	for _, r := range bySCV(append(others, exponential)) {
		limit.Points = append(limit.Points, chart.Point{X: r.scv, Y: limits[1]})
		sharing.Points = append(sharing.Points, chart.Point{X: r.scv, Y: r.sharing().Response.Mean, Error: finite(r.sharing().Response.HalfWidth())})
		fcfs.Points = append(fcfs.Points, chart.Point{X: r.scv, Y: r.fcfs().Response.Mean, Error: finite(r.fcfs().Response.HalfWidth())})
	}
	c.Series = []chart.Series{fcfs, limit, sharing}
	return c
}
