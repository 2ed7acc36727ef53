package paper

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard/chart"
)

// p4Chaos is the propagation of chaos, Mukhopadhyay et al. 2015, Section 5: servers become independent as their number grows, with
// exchangeability only inside a type.
var p4Chaos = Figure{
	ID:    "p4-chaos",
	Title: "dependence of two servers against the number of servers",
	Chosen: []string{
		"the fleet: " + chosenHalves, fmt.Sprintf("λ = %g", chosenChaosLoad),
		fmt.Sprintf("finite times: %g and %g s from empty", chosenChaosTimes()[0], chosenChaosTimes()[1]), "the numbers of servers",
	},
	Run: runP4Chaos,
}

// dependence is what was found of one kind of pair under a scheme at one time, over the number of servers.
type dependence struct {
	scheme      int
	when        string
	pair        [2]int // types
	variation   []sized
	correlation []sized
	busy        []sized // covariance
}

const inEquilibrium = "equilibrium"

// typePairs are the kinds of pairs of servers.
func typePairs() [][2]int { return [][2]int{{0, 0}, {1, 1}, {0, 1}} }

func (d *dependence) who() string {
	return []string{"two fast", "fast and slow", "two slow"}[d.pair[0]+d.pair[1]]
}

func (d *dependence) String() string {
	return fmt.Sprintf("scheme %d, %s, %s", d.scheme, d.who(), d.when)
}

func runP4Chaos(ctx context.Context, o Options) (*Result, error) {
	sizes := pick(o, []int{32, 64, 128, 256, 512, 1024}, []int{32, 64, 128, 256, 512}, []int{8, 16, 32})
	var list []*dependence
	for i, scheme := range []int{1, 2} {
		found, err := dependences(ctx, scheme, sizes, o.part(i, 2))
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	expected, err := expectedBusy(list)
	if err != nil {
		return nil, err
	}
	return &Result{
		Pictures: []Picture{{Panels: chaosPanels(list), Size: chart.Size{Width: 1100, Height: 620}}},
		Tables:   []Table{chaosTable(list)},
		Verdicts: chaosVerdicts(list),
		Notes: append(expected,
			"Dependence is the distance in total variation of the joint law of two "+
				"queue lengths from the product of their laws. A law estimated from "+
				"finitely many states is never quite that product: this adds to the distance, in the same proportion at every N.",
			"Servers of a type are exchangeable, so that each state counts with all "+
				"its pairs of servers. Pairs suffice: if two servers of either kind are "+
				"independent in the limit, so are any finite number (Sznitman 1991).",
		),
	}, nil
}

// dependences are those under one scheme, at the finite times and in equilibrium.
func dependences(ctx context.Context, scheme int, sizes []int, o Options) ([]*dependence, error) {
	var when []string
	for _, t := range chosenChaosTimes() {
		when = append(when, fmt.Sprintf("t = %g s", t))
	}
	when = append(when, inEquilibrium)
	var list []*dependence
	for _, w := range when {
		for _, p := range typePairs() {
			list = append(list, &dependence{scheme: scheme, when: w, pair: p})
		}
	}
	for i, n := range sizes {
		early, late, err := chaosStates(ctx, scheme, n, o.part(i, len(sizes)))
		if err != nil {
			return nil, err
		}
		for k, d := range list {
			if d.when == inEquilibrium {
				d.measure(n, grouped(late, 0, len(late[0])))
			} else {
				at := k / len(typePairs())
				d.measure(n, grouped(early, at, at+1))
			}
		}
	}
	return list, nil
}

// chaosStates are the states at the finite times and those of a system in equilibrium.
func chaosStates(ctx context.Context, scheme, servers int, o Options) (early, late states, err error) {
	system := finiteSystem{
		fleet: halves(), scheme: scheme, load: chosenChaosLoad, servers: servers, times: chosenChaosTimes(), replications: pick(o, 20_000, 6000, 40),
	}
	if early, err = system.states(ctx, o.part(0, 2)); err != nil {
		return nil, nil, err
	}
	if err = system.settled(pick(o, 1000, 200, 4)); err != nil {
		return nil, nil, err
	}
	system.replications = 40
	late, err = system.states(ctx, o.part(1, 2))
	return early, late, err
}

// groups is into how many parts replications are put for standard errors.
const groups = 20

// grouped are the states of some looks in parts that are independent.
func grouped(list states, from, to int) [][][][]float64 {
	parts := make([][][][]float64, groups)
	for r, looks := range list {
		g := r * groups / len(list)
		parts[g] = append(parts[g], looks[from:to]...)
	}
	return parts
}

// measure adds a number of servers.
func (d *dependence) measure(servers int, parts [][][][]float64) {
	lengths := 1
	for _, states := range parts {
		for _, x := range states {
			lengths = max(lengths, len(x[d.pair[0]]), len(x[d.pair[1]]))
		}
	}
	fleet := halves()
	numbers := []int{fleet.servers(servers, 0), fleet.servers(servers, 1)}
	var laws []*pairLaw
	for _, states := range parts {
		l := newPairLaw(d.pair[0], d.pair[1], lengths)
		for _, x := range states {
			l.add(x, numbers)
		}
		laws = append(laws, l)
	}
	add := func(to *[]sized, of func(l *pairLaw) float64) {
		*to = append(*to, sized{float64(servers), jackknife(laws, of)})
	}
	add(&d.variation, (*pairLaw).variation)
	add(&d.correlation, (*pairLaw).correlation)
	add(&d.busy, (*pairLaw).bothBusy)
}

// chaosPanels have a row for each scheme and a column for each time.
func chaosPanels(list []*dependence) chart.Panels {
	p := chart.Panels{Columns: len(list) / 2 / len(typePairs())}
	for k := 0; k < len(list); k += len(typePairs()) {
		c := chart.Chart{
			Title: fmt.Sprintf("scheme %d, %s", list[k].scheme, list[k].when), X: chart.Axis{Label: "servers N", Log: true},
			Y: chart.Axis{Label: "dependence, total variation", Log: true},
		}
		for _, d := range list[k : k+len(typePairs())] {
			s := chart.Series{Name: d.who()}
			for _, v := range d.variation {
				s.Points = append(s.Points, chart.Point{X: v.servers, Y: v.Mean, Error: finite(v.HalfWidth())})
			}
			c.Series = append(c.Series, s)
		}
		p.Charts = append(p.Charts, c)
	}
	return p.SameAxes()
}

func chaosTable(list []*dependence) Table {
	t := Table{Header: []string{
		"scheme", "time", "pair", "servers", "total_variation", "total_variation_ci95",
		"correlation", "correlation_ci95", "covariance_busy", "covariance_busy_ci95",
	}}
	for _, d := range list {
		for k, v := range d.variation {
			c, b := d.correlation[k], d.busy[k]
			t.add([]string{fmt.Sprint(d.scheme), d.when, d.who(), fmt.Sprint(v.servers)},
				v.Mean, v.HalfWidth(), c.Mean, c.HalfWidth(), b.Mean, b.HalfWidth())
		}
	}
	return t
}
