package diffusion

import (
	"fmt"
	"math"
)

// State is a value of the scaled process: State[j][i-1] is Y_{j+1,i}. The first level
// is at most 0, the others at least 0 and falling in i; levels beyond are 0.
type State [][]float64

// NewState returns the state in which every server has one job, with room for so
// many levels.
func NewState(pools, levels int) State {
	y := make(State, pools)
	values := make([]float64, pools*levels)
	for j := range y {
		y[j] = values[j*levels : (j+1)*levels : (j+1)*levels]
	}
	return y
}

// At is Y_{j,i} for pool j, counted from 0, and level i, from 1.
func (y State) At(j, i int) float64 {
	if i > len(y[j]) {
		return 0
	}
	return y[j][i-1]
}

func (y State) check(pools int) error {
	if len(y) != pools {
		return &FieldError{"pools of the state", len(y), fmt.Sprintf("%d", pools)}
	}
	for j := range y {
		for i, value := range y[j] {
			field := fmt.Sprintf("state[%d][%d]", j, i)
			switch {
			case math.IsNaN(value) || math.IsInf(value, 0):
				return &FieldError{field, value, "a finite number"}
			case i == 0 && value > 0:
				return &FieldError{field, value, "at most 0: it is minus the idle servers"}
			case i > 0 && value < 0:
				return &FieldError{field, value, "at least 0"}
			case i > 1 && value > y[j][i-1]:
				return &FieldError{field, value, fmt.Sprintf("at most the level below, %v", y[j][i-1])}
			}
		}
	}
	return nil
}
