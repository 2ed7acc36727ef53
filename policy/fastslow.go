package policy

import (
	"errors"
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
)

var jiqFS = Entry{
	Name:     "jiq-fs",
	Summary:  "asks df fast and ds slow servers: an idle one, fast first; else any of those asked",
	Source:   "JIQ-(dF,dS): Gardner, Jaleel, Wickeham, Doroudi 2020",
	Messages: "df+ds",
	Params:   fastSlowParams,
	Examples: []string{"jiq-fs", "jiq-fs(df=2, ds=2, pf=0.84, ps=0.5)", "jiq-fs(df=1, ds=0)"},
	New:      func(a Args) (steelyard.Policy, error) { return newFastSlow(a, steelyard.IdleElseUniform) },
}

var jsqFS = Entry{
	Name:     "jsq-fs",
	Summary:  "asks df fast and ds slow servers: an idle one, fast first; else the shortest of one class",
	Source:   "JSQ-(dF,dS): Gardner, Jaleel, Wickeham, Doroudi 2020",
	Messages: "df+ds",
	Params:   fastSlowParams,
	Examples: []string{"jsq-fs", "jsq-fs(df=2, ds=2, pf=0.84, ps=0.5)", "jsq-fs(df=0, ds=1)"},
	New:      func(a Args) (steelyard.Policy, error) { return newFastSlow(a, steelyard.Shortest) },
}

var fastSlowParams = []Param{
	{Name: "df", Doc: "how many fast servers are asked", Numbers: Whole, Max: maxServers, Default: "2"},
	{Name: "ds", Doc: "how many slow servers are asked", Numbers: Whole, Max: maxServers, Default: "2"},
	{
		Name: "pf", Doc: "the chance of the fast class when all asked are busy; share: its share of the capacity, stable at every load",
		Numbers: Real, Max: 1, Words: []string{"share"}, Default: "share",
	},
	{Name: "ps", Doc: "the chance of the slow class when only slow ones asked are idle", Numbers: Real, Max: 1, Default: "1"},
}

func newFastSlow(a Args, inside steelyard.Inside) (steelyard.Policy, error) {
	query := fixedQuery{a.Int("df"), a.Int("ds")}
	if query[0]+query[1] == 0 {
		return nil, errors.New("df=0, ds=0: want at least one server to be asked")
	}
	return steelyard.NewRulePolicy(func(g []steelyard.Group) (steelyard.Rule, error) {
		if len(g) != 2 {
			return steelyard.Rule{}, fmt.Errorf("%s needs two classes of servers, fast and slow, and there are %d", a.entry.Name, len(g))
		}
		choose := fastSlow{ifBusy: a.Float("pf"), ifSlowIdle: a.Float("ps"), inside: inside}
		if a.Is("pf", "share") {
			fast, slow := g[0].Servers*g[0].Kind.Capacity(), g[1].Servers*g[1].Kind.Capacity()
			choose.ifBusy = fast / (fast + slow)
		}
		return steelyard.Rule{Query: query, Inside: inside, Choose: choose}, nil
	}), nil
}

// fastSlow is the choice between a fast and a slow class of Gardner et al. 2020, Section 3: an idle fast server; else, if a slow one is
// idle, the slow class with probability p_S; else the fast class with probability p_F.
type fastSlow struct {
	ifBusy     float64 // p_F
	ifSlowIdle float64 // p_S
	inside     steelyard.Inside
}

// Choose implements steelyard.Chooser.
func (p fastSlow) Choose(g []steelyard.Group, seen []steelyard.Seen, law []float64) {
	fast := p.toFast(g, seen)
	law[0], law[1] = fast, 1-fast
}

func (p fastSlow) toFast(g []steelyard.Group, seen []steelyard.Seen) float64 {
	switch {
	case seen[1].Asked == 0:
		return 1
	case seen[0].Asked == 0:
		return 0
	case p.idle(g[0], seen[0]):
		return 1
	case p.idle(g[1], seen[1]):
		return 1 - p.ifSlowIdle
	default:
		return p.ifBusy
	}
}

func (p fastSlow) idle(g steelyard.Group, s steelyard.Seen) bool {
	if p.inside == steelyard.IdleElseUniform {
		return s.Len == 0
	}
	return s.Len < g.Kind.Workers
}
