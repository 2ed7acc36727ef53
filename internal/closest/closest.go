// Package closest finds the known word that a mistyped one was meant to be.
package closest

import "strings"

// Advice ends a message about an unknown word: it asks whether the nearest of
// the known words was meant, or lists them all.
func Advice(word string, known []string) string {
	if meant, ok := Word(word, known); ok {
		return "did you mean " + meant + "?"
	}
	if len(known) == 0 {
		return "there is none to name"
	}
	return "want one of " + strings.Join(known, ", ")
}

// Word returns the known word nearest to word in edit distance, the first of
// equals. It reports false when even that is too far off to be a likely typing
// error: more than a third of the longer word, and more than one edit.
func Word(word string, known []string) (string, bool) {
	best, bestDistance := "", 0
	for _, k := range known {
		if d := distance(word, k); best == "" || d < bestDistance {
			best, bestDistance = k, d
		}
	}
	allowed := max(1, max(len(word), len(best))/3)
	return best, best != "" && bestDistance <= allowed && bestDistance < len(best)
}

// distance counts the insertions, deletions, substitutions and swaps of
// neighbours that turn a into b (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+differ(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func differ(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}
