package paper

import "fmt"

// What the papers' texts leave open or have lost is chosen here, and here only. Each figure says what was chosen in Figure.Chosen.

// Gardner et al. 2020.
const (
	chosenServers        = 500 // k in simulations, the largest of the paper's figure 3
	chosenFig3ShareFast  = .2
	chosenFig5Ratio      = 1.1 // of the left panel
	chosenFig6ManyFast   = .8
	chosenFig8ShareFastA = .2
	chosenFig8ShareFastB = .2
)

// chosenK says how many servers are simulated.
func chosenK() string { return fmt.Sprintf("simulations have k = %d servers", chosenServers) }

// Goren et al. 2021.

// chosenExample is that of figure 1.
func chosenExample() instance {
	return instance{rate: []float64{5, 4, 2, 2, 1}, queue: []int32{3, 8, 1, 7, 2}, jobs: 16}
}

// Stolyar 2015.

// Bhambay et al. 2023.

// Mukhopadhyay et al. 2015. The numbers of its section 6 are lost.
const (
	chosenHalves = "C = (4/3, 2/3), γ = (1/2, 1/2), d = (2,2)"      // the fleet of halves()
	chosenThree  = "C = (2, 1, 1/2), γ = (.2, .4, .4), d = (2,2,2)" // the fleet of threeTypes()
)
