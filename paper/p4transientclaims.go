package paper

// gapsVanish judges whether the distance from the limit falls from each number of servers to the next.
func gapsVanish(list []*transient) Verdict {
	return allFall("the mean over paths of the supremum of |u − w|/(n+1) over types, "+
		"lengths and a bounded time vanishes as N grows: it falls from each N to "+
		"the next by more than the intervals", "tends to 0", gapTrends(list))
}

func gapTrends(list []*transient) []trend {
	var all []trend
	for _, t := range list {
		all = append(all, trend{t.String(), t.gaps})
	}
	return all
}

// gapsShrinkAs judges the exponent of the distance.
func gapsShrinkAs(list []*transient) Verdict {
	return rate("that distance, a fluctuation,", order{-.5, .05}, gapTrends(list))
}
