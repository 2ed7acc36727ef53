package sim

import (
	"testing"

	"pgregory.net/rapid"
)

// TestBacklogsAgainstAList compares lengths, ends and sums with those of plain lists of ends.
func TestBacklogsAgainstAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const servers = 3
		b := newBacklogs(servers)
		var plain [servers][]float64
		now := 0.0
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now += float64(rapid.IntRange(0, 3).Draw(t, "later"))
			i := rapid.IntRange(0, servers-1).Draw(t, "server")
			for len(plain[i]) > 0 && plain[i][0] <= now {
				plain[i] = plain[i][1:]
			}
			if rapid.Bool().Draw(t, "ask") {
				if got := b.settle(i, now); got != len(plain[i]) {
					t.Fatalf("server %d at %v: %d jobs, want %d", i, now, got, len(plain[i]))
				}
				sum, last := b.left(i, now)
				wantSum, wantLast := 0.0, 0.0
				for _, end := range plain[i] {
					wantSum += end - now
					wantLast = end - now
				}
				if sum != wantSum || last != wantLast {
					t.Fatalf("server %d at %v: %v and %v left, want %v and %v", i, now, sum, last, wantSum, wantLast)
				}
				continue
			}
			seconds := float64(rapid.IntRange(1, 4).Draw(t, "seconds"))
			end := now + seconds
			if n := len(plain[i]); n > 0 {
				end = plain[i][n-1] + seconds
			}
			plain[i] = append(plain[i], end)
			if got := b.add(i, seconds, now); got != end {
				t.Fatalf("server %d at %v: a job ends at %v, want %v", i, now, got, end)
			}
		}
	})
}
