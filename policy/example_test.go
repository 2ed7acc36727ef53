package policy_test

import (
	"fmt"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

func ExampleParse() {
	spec, err := policy.Parse("jsq-fs(df=2, ds=1, pf=.84)")
	fmt.Println(spec, err)

	_, err = policy.Parse("jsq(d=0)")
	fmt.Println(err)
	// Output:
	// jsq-fs(df=2, ds=1, pf=0.84, ps=1) <nil>
	// policy "jsq(d=0)": d=0: want a whole number from 1 to 1048576 or all
}

// A policy is put to work by a dispatcher, on a board that says how long the queues are.
func ExampleSpec_New() {
	spec, err := policy.Parse("scd")
	if err != nil {
		panic(err)
	}
	p, err := spec.New()
	if err != nil {
		panic(err)
	}
	layout, err := steelyard.NewLayout([]steelyard.Kind{{Rate: 5}, {Rate: 1}})
	if err != nil {
		panic(err)
	}
	board := steelyard.NewBoard(layout)
	d, err := steelyard.NewDispatcher(p, board, steelyard.NewRand(1, "policy"))
	if err != nil {
		panic(err)
	}
	for range 6 {
		i := d.Pick(steelyard.Job{})
		board.Add(i, 1)
	}
	fmt.Println(board.Lens())
	// Output: [5 1]
}
