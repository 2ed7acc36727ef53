package main

import (
	"fmt"
	"slices"
)

// grid is fleets and the loads at which each is looked at.
type grid struct {
	name   string
	fleets []fleet
	rules  []string // LOAD stands for the load
}

type fleet struct {
	rates []float64
	loads []float64
}

func grids() []grid {
	loads, more := []float64{.3, .5, .7, .8, .9}, []float64{.3, .5, .7, .8, .9, .95}
	others := []float64{.4, .6, .75, .85, .92}
	large := []float64{.5, .7, .9}
	rules := []string{"sed", "scd", "whittle(load=LOAD)", "whittle(load=0.8)"}
	all := append([]string{"jsq", "sajsq", "leastconn-w"}, rules...)
	return []grid{
		{"two servers", []fleet{{[]float64{2, 1}, more}, {[]float64{3, 1}, more}, {[]float64{5, 1}, more}, {[]float64{10, 1}, more}}, all},
		{"three and four servers", []fleet{{[]float64{10, 3, 1}, more}, {[]float64{5, 5, 1, 1}, loads}}, rules},
		{"others", []fleet{
			{[]float64{1.5, 1}, others}, {[]float64{20, 1}, others}, {[]float64{4, 2, 1}, others}, {[]float64{3, 3, 1}, others},
			{[]float64{2, 1, 1}, others}, {[]float64{5, 1, 1}, others}, {[]float64{20, 5, 1}, others}, {[]float64{10, 5, 2, 1}, others},
			{[]float64{8, 1, 1, 1}, others}, {[]float64{3, 3, 3, 1}, others},
		}, rules},
		{"six and ten servers", []fleet{{mixed(2, 5, 4), large}, {mixed(1, 10, 9), large}}, rules[:3]},
	}
}

// mixed is a number of fast servers and a number of slow ones of rate 1.
func mixed(fast int, rate float64, slow int) []float64 {
	return append(slices.Repeat([]float64{rate}, fast), slices.Repeat([]float64{1}, slow)...)
}

// table prints the excess of every rule over the optimum in percent: the worst, the mean and where it is worst.
func (g grid) table() error {
	fmt.Printf("\n%s\n%-20s  %9s  %9s  worst at\n", g.name, "rule", "worst %", "mean %")
	cells, names, err := g.solve()
	if err != nil {
		return err
	}
	for _, rule := range g.rules {
		sum, worst, where := 0.0, -1.0, ""
		line := ""
		for k, c := range cells {
			x, err := c.excess(rule)
			if err != nil {
				return err
			}
			sum += x
			line += fmt.Sprintf(" %.2f", 100*x)
			if x > worst {
				worst, where = x, names[k]
			}
		}
		fmt.Printf("%-20s  %9.3f  %9.3f  %s\n", rule, 100*worst, 100*sum/float64(len(cells)), where)
		fmt.Printf("%20s %s\n", "", line)
	}
	return nil
}

func (g grid) solve() (cells []cell, names []string, err error) {
	for _, f := range g.fleets {
		for _, load := range f.loads {
			c, err := solve(f.rates, load)
			if err != nil {
				return nil, nil, err
			}
			cells, names = append(cells, c), append(names, fmt.Sprintf("%v at %v", f.rates, load))
		}
	}
	return cells, names, nil
}
