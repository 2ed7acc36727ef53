package paper

import (
	"fmt"

	"github.com/steelyard-lb/steelyard/diffusion"
	"github.com/steelyard-lb/steelyard/sim"
)

// What the papers' texts leave open or have lost is chosen here, and here only. Each figure says what was chosen in Figure.Chosen.

// Gardner et al. 2020.
const (
	chosenServers        = 500 // k in simulations, the largest of the paper's figure 3
	chosenFig3ShareFast  = .2
	chosenFig3Few        = 50 // numbers of servers below the largest
	chosenFig3Some       = 100
	chosenFig5Ratio      = 1.1 // of the left panel
	chosenFig6ManyFast   = .8
	chosenFig7Queries    = 8 // d, at most
	chosenFig8ShareFastA = .2
	chosenFig8ShareFastB = .2
)

// chosenK says how many servers are simulated.
func chosenK() string { return fmt.Sprintf("simulations have k = %d servers", chosenServers) }

// The cases in which the theorems on stability are tried: shares of fast servers, speed ratios, and queries of either class.
func chosenTriedShares() []float64    { return []float64{.05, .2, .5, .8} }
func chosenTriedRatios() []float64    { return []float64{1.1, 2, 5, 10, 50} }
func chosenTriedQueries() [][2]int    { return [][2]int{{1, 1}, {2, 2}, {1, 4}, {4, 1}} }
func chosenStabilityFleet() twoSpeeds { return twoSpeeds{.2, 5} }

// Goren et al. 2021.

// chosenCases are the random systems on which one dispatcher is tried.
func chosenCases() law { return law{servers: 3, jobs: 5, least: 1, most: 10, fill: 2} }

// chosenExample is that of figure 1.
func chosenExample() instance {
	return instance{rate: []float64{5, 4, 2, 2, 1}, queue: []int32{3, 8, 1, 7, 2}, jobs: 16}
}

// chosenLevelled and chosenOptima are the k-th of random systems on which a level or an optimum is found in two ways.
func chosenLevelled(k int) law {
	return law{servers: 1 + k%30, jobs: 1 + k%50, least: 1, most: 10, fill: 2}
}
func chosenOptima(k int) law {
	return law{servers: 2 + k%9, jobs: 2 + k%30, least: 1, most: 10, fill: 2}
}

// The systems among which the instance of figure 2 is searched: the rate of one server, and those of the others, at most.
const (
	chosenSearchFast = 20
	chosenSearchSlow = 4
)

// chosenAbove are random systems in which the optimum may send jobs above the ideal workload.
func chosenAbove(jobs int, most float64) law {
	return law{servers: 8, jobs: jobs, least: 1, most: most, fill: 2}
}

// What is varied of the random systems of one dispatcher.
func chosenJobs() []float64       { return []float64{1, 2, 3, 4, 5, 7, 10, 15, 20} }
func chosenFleetSizes() []float64 { return []float64{2, 3, 4, 5, 6} }
func chosenRates() []float64      { return []float64{1, 1.5, 2, 3, 5, 10, 20, 50, 100} }
func chosenFills() []float64      { return []float64{0, .25, .5, 1, 2, 4} }

// chosenEstimates says which estimators are tried; chosenHuge is the last of them. chosenCrowds are numbers of dispatchers.
func chosenEstimates() []string {
	return []string{
		fmt.Sprintf("the estimators: a_est = 1, m a (Eq. 18), the capacity, %g", chosenHuge), "the draw of the rates, the same for all",
		"(c): the numbers of dispatchers, 1,000 rounds and fewer",
	}
}

const chosenHuge = 1e9

func chosenCrowds() []int { return []int{10, 30, 100, 300, 1000, 5000} }

// chosenDecisions says what decisions are timed.
func chosenDecisions() []string {
	return []string{
		"the states: 200 of the rounds of SCD at load 0.9 with m = 10, a new draw of the rates for each n",
		"the jobs of a dispatcher are placed at once",
	}
}

// chosenRounds says what the evaluation leaves open.
func chosenRounds() []string {
	return []string{
		"the draws of the rates, which the paper does not print",
		"JSQ(2) and hJSQ(2) draw two servers per dispatcher and round, which alone fits the published ranking",
	}
}

// Stolyar 2015: the paper proves limits and has no numbers.
const (
	chosenPullLoad = .8 // arrivals per second and server
	chosenPools2   = "β = (.4, .6), μ = (2, .5), B = (5, 1) where buffers are finite, λ = .8"
)

// chosenPools are the two pools of n servers.
func chosenPools(n int) []sim.Class {
	return []sim.Class{
		{Name: "one", Servers: 4 * n / 10, Speed: 2, Buffer: 5},
		{Name: "two", Servers: n - 4*n/10, Speed: .5, Buffer: 1},
	}
}

// chosenShares are unequal shares of four routers; chosenTooUnequal are more than infinite buffers bear.
func chosenShares() []float64     { return []float64{.3, .27, .23, .2} }
func chosenTooUnequal() []float64 { return []float64{.4, .3, .2, .1} }

// Bhambay et al. 2023.
const (
	chosenSlack           = 1.    // beta
	chosenStationarySlack = .9625 // beta of two pools in their stationary law
	chosenAway            = 2.    // idle servers of the fast pools in all, over sqrt(n), from which they collapse
	chosenAwaySlow        = 2.    // idle servers of the slowest pool meanwhile, over sqrt(n)
)

// chosenTwoPools have r_1 = 2/3: two idle fast servers on average.
func chosenTwoPools() []diffusion.Pool {
	return []diffusion.Pool{{Rate: 2, Share: 1. / 3}, {Rate: .5, Share: 2. / 3}}
}

func chosenThreePools() []diffusion.Pool {
	return diffusion.Scaled([]diffusion.Pool{{Rate: 3, Share: .2}, {Rate: 1.5, Share: .3}, {Rate: .5, Share: .5}})
}

func chosenFixedLoads() []float64      { return []float64{.5, .8, .9, .95} } // of the two pools
func chosenFixedLoadsThree() []float64 { return []float64{.6, .9} }
func chosenSlacks() []float64          { return []float64{.5, 1, 2} } // beta where policies are compared

// chosenStart is the scaled state from which the components decay or diffuse; all its values are whole numbers of servers for n = 900, 3,600, ...
func chosenStart(pools int) diffusion.State {
	y := diffusion.NewState(pools, 3)
	y[0][1], y[0][2] = 1, .5
	for j := 1; j < pools; j++ {
		y[j][1], y[j][2] = .6, .3
	}
	y[pools-1][0] = -1
	return y
}

// Mukhopadhyay et al. 2015. The numbers of its section 6 are lost.
const (
	chosenHalves = "C = (4/3, 2/3), γ = (1/2, 1/2), d = (2,2)"
	chosenThree  = "C = (2, 1, 1/2), γ = (.2, .4, .4), d = (2,2,2)"

	chosenTransientLoad    = .8
	chosenTransientJobs    = 4 // at every server, for a start in overload
	chosenTransientSeconds = 25
	chosenStartJobs        = 10  // at servers from which the equation starts
	chosenStartTail        = .85 // ratio of the geometric tails from which it starts
	chosenChaosLoad        = .7
)

// halves is the fleet of most figures.
func halves() serverTypes {
	return serverTypes{chosenHalves, []float64{4. / 3, 2. / 3}, []float64{.5, .5}, []int{2, 2}}
}

func threeTypes() serverTypes {
	return serverTypes{chosenThree, []float64{2, 1, .5}, []float64{.2, .4, .4}, []int{2, 2, 2}}
}

// Of the comparisons.
const (
	chosenTypesServers = 500
	chosenFewFast      = .2 // shares of fast servers, and how many times as fast
	chosenManyFast     = .8
	chosenUnequal      = 5
	chosenSupposedLoad = .5 // for which a split is best that meets others
	chosenLengthsLoad  = .8
	chosenTailsLoad    = .9
	chosenTailsServers = 1000
)

// chosenLengths are laws of job lengths of mean 1 that are not exponential.
func chosenLengths() []lengthLaw {
	return []lengthLaw{
		{"constant", "deterministic"},
		{"hyperexponential", "hyperexponential(scv=4)"},
		{"bounded Pareto", "bounded-pareto(shape=1.5, min=1, max=100, mean=1)"},
	}
}

func chosenChaosTimes() []float64       { return []float64{2, 4} } // seconds
func chosenTailsLoads() []float64       { return []float64{.5, chosenTailsLoad, .99} }
func chosenInterchangeLoads() []float64 { return []float64{.1, .3, .5, .7, .9} }
