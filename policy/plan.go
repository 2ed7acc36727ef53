package policy

import (
	"fmt"
	"math"
	"slices"
	"strings"

	steelyard "github.com/steelyard-lb/steelyard"
)

// Plan is a policy of the general framework of Abdul Jaleel, Wickeham, Doroudi and Gardner 2022: a law over how many servers of each class are
// asked, then a class chosen by which of those asked are idle. Classes are in the order of the layout, the fastest first.
type Plan struct {
	Mixes []steelyard.Mix
	// Send[m][j][i] is the probability that a job goes to class i when mix m was asked and class j is the fastest with an idle server among
	// those asked; j is the number of classes if none is idle. A class beyond j, or not asked, gets none.
	Send   [][][]float64
	Inside steelyard.Inside
}

// Rule is the plan as a rule.
func (p Plan) Rule() steelyard.Rule {
	return steelyard.Rule{Query: listedQuery(p.Mixes), Inside: p.Inside, Choose: planned(p)}
}

// String is the text form of the policy that plays the plan.
func (p Plan) String() string {
	var ask, law, send []string
	for m, mix := range p.Mixes {
		law = append(law, number(mix.Prob))
		for _, n := range mix.Ask {
			ask = append(ask, fmt.Sprint(n))
		}
		for _, row := range p.Send[m] {
			for _, x := range row {
				send = append(send, number(x))
			}
		}
	}
	inside := ""
	if p.Inside == steelyard.IdleElseUniform {
		inside = "inside=uniform, "
	}
	return fmt.Sprintf("classes(%sask=[%s], p=[%s], send=[%s])", inside, strings.Join(ask, ","), strings.Join(law, ","), strings.Join(send, ","))
}

// readPlan makes a plan of the tables of a text form.
func readPlan(a Args) (Plan, error) {
	ask, law, send := a.Ints("ask"), a.Floats("p"), a.Floats("send")
	mixes := len(law)
	if mixes == 0 || len(ask) == 0 || len(ask)%mixes != 0 {
		return Plan{}, fmt.Errorf("ask has %d entries and p %d: want in ask one for each class of servers and entry of p", len(ask), mixes)
	}
	classes := len(ask) / mixes
	if want := mixes * (classes + 1) * classes; len(send) != want {
		return Plan{}, fmt.Errorf("send has %d entries: want %d, for each of %d mixes and %d fastest idle classes one for each of %d classes",
			len(send), want, mixes, classes+1, classes)
	}
	p := Plan{Inside: steelyard.Shortest}
	if a.Is("inside", "uniform") {
		p.Inside = steelyard.IdleElseUniform
	}
	for m, prob := range law {
		p.Mixes = append(p.Mixes, steelyard.Mix{Prob: prob, Ask: ask[m*classes : (m+1)*classes]})
		rows := slices.Collect(slices.Chunk(send[m*(classes+1)*classes:(m+1)*(classes+1)*classes], classes))
		p.Send = append(p.Send, rows)
	}
	return p, p.check()
}

// check reports probabilities that are none, and jobs sent where they cannot go.
func (p Plan) check() error {
	sum := 0.0
	for m, mix := range p.Mixes {
		sum += mix.Prob
		if !slices.ContainsFunc(mix.Ask, func(n int) bool { return n > 0 }) {
			return fmt.Errorf("ask %v: want at least one server to be asked", mix.Ask)
		}
		for j, row := range p.Send[m] {
			if err := checkRow(mix.Ask, j, row); err != nil {
				return err
			}
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("p: the sum is %v, want 1", sum)
	}
	return nil
}

// checkRow checks what is done where class j is the fastest with an idle server. If none of it is asked, that does not happen.
func checkRow(ask []int, j int, row []float64) error {
	sum := 0.0
	for i, x := range row {
		if x > 0 && (ask[i] == 0 || i > j) {
			return fmt.Errorf("send %v, having asked %v: want 0 for class %d, which is not asked or slower than an idle one", row, ask, i)
		}
		sum += x
	}
	if happens := j == len(ask) || ask[j] > 0; happens && math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("send %v, having asked %v: the sum is %v, want 1", row, ask, sum)
	}
	return nil
}

// listedQuery is a query law given by its mixes.
type listedQuery []steelyard.Mix

// Mixes implements steelyard.Query. It fails where a class has fewer servers than are to be asked.
func (q listedQuery) Mixes(g []steelyard.Group) ([]steelyard.Mix, error) {
	for _, mix := range q {
		for c, n := range mix.Ask {
			if c < len(g) && float64(n) > g[c].Servers {
				return nil, fmt.Errorf("asks %d servers of the class of rate %v, which has %v", n, g[c].Kind.Rate, g[c].Servers)
			}
		}
	}
	return q.Limit(g)
}

// Limit implements steelyard.Query.
func (q listedQuery) Limit(g []steelyard.Group) ([]steelyard.Mix, error) {
	if classes := len(q[0].Ask); classes != len(g) {
		return nil, fmt.Errorf("the query is for %d classes of servers, and there are %d", classes, len(g))
	}
	return q, nil
}

// planned chooses the class by a plan.
type planned Plan

// Choose implements steelyard.Chooser. Where servers are missing, so that fewer were asked than any mix says, the fastest idle class is
// chosen, or else any by the capacity asked.
func (p planned) Choose(g []steelyard.Group, seen []steelyard.Seen, law []float64) {
	idle := 0
	for idle < len(seen) && !p.idle(g[idle], seen[idle]) {
		idle++
	}
	for m := range p.Mixes {
		if askedAre(seen, p.Mixes[m].Ask) {
			copy(law, p.Send[m][idle])
			return
		}
	}
	if idle < len(seen) {
		law[idle] = 1
		return
	}
	for c, s := range seen {
		law[c] = float64(s.Asked) * g[c].Kind.Capacity()
	}
}

func (p planned) idle(g steelyard.Group, s steelyard.Seen) bool {
	switch {
	case s.Asked == 0:
		return false
	case p.Inside == steelyard.IdleElseUniform:
		return s.Len == 0
	}
	return s.Len < max(1, g.Kind.Workers)
}

func askedAre(seen []steelyard.Seen, ask []int) bool {
	for c, s := range seen {
		if s.Asked != ask[c] {
			return false
		}
	}
	return true
}
