package main

import (
	"slices"
	"strings"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
)

// belowCapacity says that a policy cannot use the whole capacity of a pool, and how much of it; empty if it can or that is not known.
func belowCapacity(spec policy.Spec, pool fleet.Pool) string {
	p, err := spec.New()
	if err != nil {
		return ""
	}
	layout, err := steelyard.NewLayout(kinds(pool))
	if err != nil {
		return ""
	}
	return scenario.BelowCapacity(p, layout.Groups(), func(which []int) string {
		var names []string
		for i, s := range pool.Servers {
			if slices.Contains(which, layout.Class(i)) && !slices.Contains(names, s.Class) {
				names = append(names, s.Class)
			}
		}
		return strings.Join(names, ", ")
	})
}

func kinds(pool fleet.Pool) []steelyard.Kind {
	var list []steelyard.Kind
	for _, s := range pool.Servers {
		list = append(list, steelyard.Kind{Rate: s.Speed, Workers: s.Workers})
	}
	return list
}
