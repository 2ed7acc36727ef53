package paper

import "fmt"

// chaosVerdicts judge finite times and equilibrium apart.
func chaosVerdicts(list []*dependence) []Verdict {
	early, late := filtered(list, func(d *dependence) bool { return d.when != inEquilibrium }),
		filtered(list, func(d *dependence) bool { return d.when == inEquilibrium })
	const vanish = "the dependence of two servers, of one type or of two, vanishes " +
		"as N grows, %s: it falls from each N to the next by more than the intervals"
	const independent = "asymptotically independent"
	return []Verdict{
		allFall(fmt.Sprintf(vanish, "at finite times"), independent, trends(early)),
		rate("the dependence at finite times, for every pair and scheme,", order{-1, .1}, trends(early)),
		allFall(fmt.Sprintf(vanish, "in equilibrium"), independent, trends(late)),
		rate("the dependence in equilibrium, for every pair and scheme,", order{-1, .1}, trends(late)),
	}
}

func trends(list []*dependence) []trend {
	var all []trend
	for _, d := range list {
		all = append(all, trend{d.String(), d.variation})
	}
	return all
}

// expectedBusy puts the covariance of two servers of a type being busy, in equilibrium, beside that of Gaussian fluctuations around the fixed point:
// N times it tends to W - u(1-u)/gamma, u being the fraction busy and W the limit of N times the variance of that fraction (Gast and Van Houdt
// 2017).
func expectedBusy(list []*dependence) ([]string, error) {
	var notes []string
	for _, d := range list {
		j := d.pair[0]
		if d.when != inEquilibrium || j != d.pair[1] {
			continue
		}
		e, err := halves().equilibrium(halves().scheme(d.scheme), chosenChaosLoad)
		if err != nil {
			return nil, err
		}
		largest := d.busy[len(d.busy)-1]
		r, err := e.Refine(int(largest.servers))
		if err != nil {
			return nil, err
		}
		u := e.Tails[j][1]
		notes = append(notes, fmt.Sprintf("Scheme %d, %s servers in equilibrium: N times the "+
			"covariance of their being busy is %.3f ± %.2g at N = %g; Gaussian fluctuations give %.3f.",
			d.scheme, d.who(), largest.servers*largest.Mean, largest.servers*largest.HalfWidth(),
			largest.servers, r.Variance[j][1]-u*(1-u)/halves().shares[j]))
	}
	return notes, nil
}
