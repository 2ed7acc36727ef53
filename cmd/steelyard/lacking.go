package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/steelyard-lb/steelyard/sweep"
)

// lackingLines name the points that are missing, those of each policy and load on a line, with the shards that compute them.
func lackingLines(missing []sweep.Missing) []string {
	var lines []string
	for len(missing) > 0 {
		first := missing[0].Point
		n := slices.IndexFunc(missing, func(m sweep.Missing) bool { return m.Point.Policy != first.Policy || m.Point.Load != first.Load })
		if n < 0 {
			n = len(missing)
		}
		lines = append(lines, fmt.Sprintf("  %s at load %s: %s", first.Policy, first.Load, lackingOf(missing[:n])))
		missing = missing[n:]
	}
	return lines
}

// lackingOf names the replications of one policy and load.
func lackingOf(missing []sweep.Missing) string {
	var replications []int
	var shards []string
	for _, m := range missing {
		replications = append(replications, m.Point.Replication)
		for _, name := range shardNames(m.Shards) {
			if !slices.Contains(shards, name) {
				shards = append(shards, name)
			}
		}
	}
	text := plural("replication", len(replications)) + " " + ranges(replications)
	if len(shards) > 0 {
		text += " (" + plural("shard", len(shards)) + " " + strings.Join(shards, ", ") + ")"
	}
	return text
}

func plural(word string, n int) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// ranges writes increasing numbers, those that follow one another as 3-7.
func ranges(numbers []int) string {
	var parts []string
	for len(numbers) > 0 {
		n := 1
		for n < len(numbers) && numbers[n] == numbers[0]+n {
			n++
		}
		part := fmt.Sprint(numbers[0])
		if n > 1 {
			part += fmt.Sprint("-", numbers[n-1])
		}
		parts, numbers = append(parts, part), numbers[n:]
	}
	return strings.Join(parts, ", ")
}
