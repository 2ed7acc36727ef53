package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
)

// serverTypes is a fleet of Mukhopadhyay et al. 2015, Section 2: types j of servers by their capacities C_j, the fastest first, with their
// shares gamma_j, and how many servers d_j of each type the schemes ask. Job lengths have mean 1/mu = 1, and the capacities are such that
// the mean over the servers is 1: arrivals per second and server are the load.
type serverTypes struct {
	name   string
	rates  []float64
	shares []float64
	asked  []int
}

// scheme is Scheme 1 or 2 in text form.
func (t serverTypes) scheme(k int) string {
	return fmt.Sprintf("scheme%d(d=[%s])", k, strings.Trim(strings.Join(strings.Fields(fmt.Sprint(t.asked)), ","), "[]"))
}

// limit is the fleet of many servers.
func (t serverTypes) limit() meanfield.Fleet {
	var f meanfield.Fleet
	for j, rate := range t.rates {
		f = append(f, meanfield.Class{Rate: rate, Share: t.shares[j]})
	}
	return f
}

// groups are the types of a fleet of so many servers; of 1, shares.
func (t serverTypes) groups(servers float64) []steelyard.Group {
	var list []steelyard.Group
	for j, rate := range t.rates {
		list = append(list, steelyard.Group{Kind: steelyard.Kind{Rate: rate}, Servers: servers * t.shares[j]})
	}
	return list
}

// fluid is the differential equation of a policy (Eqs. 4.2-4.7 for the schemes) at a load.
func (t serverTypes) fluid(text string, load float64) (meanfield.Fluid, error) {
	spec, err := policy.Parse(text)
	if err != nil {
		return meanfield.Fluid{}, err
	}
	p, err := spec.New()
	if err != nil {
		return meanfield.Fluid{}, err
	}
	return meanfield.FromPolicy(p, t.groups(1), load)
}

// equilibrium is the fixed point of a policy at a load, whose tails are the P_k^(j) of Eq. 4.11.
func (t serverTypes) equilibrium(text string, load float64) (*meanfield.Equilibrium, error) {
	f, err := t.fluid(text, load)
	if err != nil {
		return nil, err
	}
	return f.Equilibrium()
}

// scenario has so many servers, which share their capacity among their jobs, and exponential job lengths.
func (t serverTypes) scenario(servers int) (*scenario.Scenario, error) {
	var classes []string
	for j, rate := range t.rates {
		classes = append(classes, fmt.Sprintf("{name: type%d, servers: %d, speed: %.17g}", j+1, t.servers(servers, j), rate))
	}
	return scenarioOf("classes: [%s]\ndiscipline: ps\nload: .5\n", strings.Join(classes, ", "))
}

// servers is how many of so many servers are of type j.
func (t serverTypes) servers(all, j int) int { return int(math.Round(t.shares[j] * float64(all))) }

func (t serverTypes) String() string { return t.name }

// twoTypes are a share of fast servers and the others, of which the fast ones are so many times as fast; the schemes ask two of each.
func twoTypes(shareFast, ratio float64) serverTypes {
	f := meanfield.TwoSpeeds(shareFast, ratio)
	return serverTypes{
		fmt.Sprintf("C = (%.3g, %.3g), γ = (%.3g, %.3g), d = (2,2)", f[0].Rate, f[1].Rate, shareFast, f[1].Share),
		[]float64{f[0].Rate, f[1].Rate}, []float64{f[0].Share, f[1].Share}, []int{2, 2},
	}
}
