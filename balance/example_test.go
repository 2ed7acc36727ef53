package balance_test

import (
	"fmt"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/balance"
	"github.com/steelyard-lb/steelyard/policy"
)

func Example() {
	spec, err := policy.Parse("leastconn-w")
	if err != nil {
		panic(err)
	}
	p, err := spec.New()
	if err != nil {
		panic(err)
	}
	b, err := balance.New(balance.Config{
		Policy: p,
		Servers: []balance.Server{
			{Key: "10.0.0.1:80", Rate: 100},
			{Key: "10.0.0.2:80", Rate: 20},
		},
	})
	if err != nil {
		panic(err)
	}
	for range 12 {
		ticket, err := b.Acquire(steelyard.Job{})
		if err != nil {
			panic(err)
		}
		defer ticket.Done(balance.OK)
	}
	for _, s := range b.Snapshot() {
		fmt.Println(s.Key, s.State, s.InFlight)
	}
	// Output:
	// 10.0.0.1:80 up 10
	// 10.0.0.2:80 up 2
}

func ExampleTicket_Done() {
	spec, _ := policy.Parse("jsq")
	p, _ := spec.New()
	b, err := balance.New(balance.Config{
		Policy:  p,
		Servers: []balance.Server{{Key: "a", Rate: 1}, {Key: "b", Rate: 1}},
	})
	if err != nil {
		panic(err)
	}
	ticket, _ := b.Acquire(steelyard.Job{Skip: []int{1}})
	ticket.Done(balance.Unreachable) // a leaves for a while
	retry, _ := b.Acquire(steelyard.Job{Skip: []int{ticket.Server()}})
	fmt.Println(ticket.Key(), retry.Key())
	retry.Done(balance.OK)
	// Output: a b
}
