package paper

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

func bySCV(list []*lengthRuns) []*lengthRuns {
	slices.SortFunc(list, func(a, b *lengthRuns) int { return cmp.Compare(a.scv, b.scv) })
	return list
}

// lengthTable lists all means, with the differences from exponential lengths on the same arrivals.
func lengthTable(list []*lengthRuns, limits [2]float64) Table {
	t := Table{Header: []string{"scheme", "discipline", "law", "scv", "servers", "mean_s", "ci95_s", "difference", "difference_ci95", "limit_s"}}
	for _, r := range list {
		exponential, _ := ofScheme(list, r.scheme)
		for k, result := range r.results {
			discipline, servers, limit := "ps", last(r.sizes), limits[r.scheme-1]
			if k < len(r.sizes) {
				servers = r.sizes[k]
			} else {
				discipline, limit = "fcfs", math.NaN() // which is that of processor sharing
			}
			d := relative(result, exponential.results[k])
			words := []string{fmt.Sprint(r.scheme), discipline, r.law.text}
			t.add(words, r.scv, float64(servers), result.Response.Mean, result.Response.HalfWidth(), d.Mean, d.HalfWidth(), limit)
		}
	}
	return t
}

// contrastNote says what FCFS makes of the laws.
func contrastNote(list []*lengthRuns) string {
	var text []string
	for scheme := 1; scheme <= 2; scheme++ {
		exponential, others := ofScheme(list, scheme)
		for _, r := range others {
			d := relative(r.fcfs(), exponential.fcfs())
			text = append(text, fmt.Sprintf("scheme %d, %s: %.1f ± %.1f %%", scheme, r.law.name, 100*d.Mean, 100*finite(d.HalfWidth())))
		}
	}
	return fmt.Sprintf("Under FCFS the law does matter. Differences from exponential lengths at N = %d: %s.",
		last(list[0].sizes), strings.Join(text, "; "))
}
