package main

import (
	"fmt"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/sim"
)

// fullInformation prints policies that rank all servers beside SQ(2), within the event list.
func (b *bench) fullInformation(servers int) error {
	fmt.Printf("\nN = %d in classes of different speed, event list: time per job over that of jsq(d=2)\n", servers)
	policies := []string{"jsq", "sed", "sajsq"}
	fmt.Printf("%-10s%16s%10s%10s%10s\n", "classes", "jsq(d=2), Mj/s", policies[0], policies[1], policies[2])
	for _, classes := range []int{1, 4, 16, servers} {
		base, err := b.unequal("jsq(d=2)", servers, classes)
		if err != nil {
			return err
		}
		fmt.Printf("%-10d%16.2f", classes, base)
		for _, text := range policies {
			speed, err := b.unequal(text, servers, classes)
			if err != nil {
				return err
			}
			fmt.Printf("%10.2f", base/speed)
		}
		fmt.Println()
	}
	return nil
}

// unequal measures a policy on classes whose speeds rise evenly from 1 to 1.5, in million jobs per second.
func (b *bench) unequal(text string, servers, classes int) (float64, error) {
	spec, err := policy.Parse(text)
	if err != nil {
		return 0, err
	}
	r := row{engine: sim.Events, policy: func() (steelyard.Policy, error) { return spec.New() }}
	best := 0.0
	for range b.repeats {
		speed, err := b.difference(r, servers, classes)
		if err != nil {
			return 0, err
		}
		best = max(best, speed)
	}
	return best, nil
}

func (b *bench) difference(r row, servers, classes int) (float64, error) {
	var seconds [2]float64
	jobs := [2]int{b.jobs / 20, b.jobs / 2}
	for k := range jobs {
		c := config(r, servers, jobs[k])
		c.Classes = nil
		capacity := 0.0
		for x := range classes {
			speed := 1 + .5*float64(x)/float64(classes)
			c.Classes = append(c.Classes, sim.Class{Servers: servers / classes, Speed: speed})
			capacity += speed * float64(servers/classes)
		}
		c.Rate = .9 * capacity
		var err error
		if _, seconds[k], err = timed(c); err != nil {
			return 0, err
		}
	}
	return float64(jobs[1]-jobs[0]) / (seconds[1] - seconds[0]) / 1e6, nil
}
