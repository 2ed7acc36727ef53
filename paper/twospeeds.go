package paper

import (
	"context"
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/scenario"
	"github.com/steelyard-lb/steelyard/tune"
)

// twoSpeeds is a fleet of Gardner et al. 2020, Section 2: a share of fast servers, ratio times as fast as the others, of mean capacity 1.
type twoSpeeds struct{ shareFast, ratio float64 }

func (t twoSpeeds) limit() meanfield.Fleet { return meanfield.TwoSpeeds(t.shareFast, t.ratio) }

// capacityFast is the share of the capacity that the fast servers have, mu_F q_F.
func (t twoSpeeds) capacityFast() float64 { return t.shareFast * t.limit()[0].Rate }

func (t twoSpeeds) String() string { return fmt.Sprintf("q_F = %g, r = %g", t.shareFast, t.ratio) }

// scenario has so many servers.
func (t twoSpeeds) scenario(servers int) (*scenario.Scenario, error) {
	fast := int(math.Round(t.shareFast * float64(servers)))
	return scenarioOf(`
classes: [{name: fast, servers: %d, speed: %g}, {name: slow, servers: %d, speed: 1}]
normalise: true
load: .5
`, fast, t.ratio, servers-fast)
}

// familyOf is one of the two families of the paper.
type familyOf struct {
	name   string // of its policies in text form
	title  string
	inside steelyard.Inside
}

func (f familyOf) of(fast, slow int) string { return fmt.Sprintf("%s-(%d,%d)", f.title, fast, slow) }

func bothFamilies() [2]familyOf {
	return [2]familyOf{{"jiq-fs", "JIQ", steelyard.IdleElseUniform}, {"jsq-fs", "JSQ", steelyard.Shortest}}
}

// optima are the best members of a family with (dF,dS) at the given loads.
func (t twoSpeeds) optima(ctx context.Context, f familyOf, fast, slow int, loads []float64) ([]tune.Choice, error) {
	list := make([]tune.Choice, len(loads))
	err := eachOf(ctx, len(loads), func(k int) (err error) {
		list[k], err = tune.FastSlow(t.limit(), loads[k], f.inside, fast, slow)
		return err
	})
	return list, err
}

// member is a member of a family with (2,2) at a load.
func (t twoSpeeds) member(f familyOf, load, pf, ps float64) meanfield.FastSlow {
	return meanfield.FastSlow{Fleet: t.limit(), Arrivals: load, Fast: 2, Slow: 2, FastIfBusy: pf, SlowIfIdle: ps, Inside: f.inside}
}

// bestFast is the p_F of a choice; 1 where it is irrelevant.
func bestFast(c tune.Choice) float64 {
	if c.PF == nil {
		return 1
	}
	return *c.PF
}

// means are the mean response times of choices over their loads.
func means(name string, loads []float64, choices []tune.Choice) chart.Series {
	s := chart.Series{Name: name, Kind: chart.Line}
	for k, c := range choices {
		s.Points = append(s.Points, chart.Point{X: loads[k], Y: c.MeanResponse})
	}
	return s
}
