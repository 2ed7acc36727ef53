package rounds

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/steelyard-lb/steelyard/stats"
)

// row is a row of testdata/published.csv, which says where the numbers come from.
type row struct {
	policy     string
	load       float64
	mean, p999 float64
}

func published(t *testing.T) []row {
	t.Helper()
	f, err := os.Open("testdata/published.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	var rows []row
	for _, line := range lines[1:] {
		rows = append(rows, row{line[0], number(line[1]), number(line[2]), number(line[7])})
	}
	return rows
}

// TestPublished repeats the published numbers at loads .7 and .9 in short, without the first rounds, which in the long run do not matter. The
// published draw of the rates is one more like ours, so that its difference from our average has the standard deviation of the
// draws, times sqrt(1 + 1/draws).
func TestPublished(t *testing.T) {
	const draws = 5
	for _, want := range published(t) {
		if want.load > .9 {
			continue
		}
		var means, tails []float64
		for draw := range uint64(draws) {
			law := settled(t, drawn(t, want.policy, 100, 10, want.load, 1+draw))
			p999, _ := law.Quantile(.999)
			means, tails = append(means, law.Mean()), append(tails, p999)
		}
		mean, tail := stats.FromReplications(means), stats.FromReplications(tails)
		spread := math.Sqrt(draws + 1) // of one draw more, in standard errors of the average
		if error := 4 * spread * mean.StdErr; math.Abs(mean.Mean-want.mean) > error || error > .35*want.mean {
			t.Errorf("%s at %g: mean %.4g within %.2g, want %.4g", want.policy, want.load, mean.Mean, error, want.mean)
		}
		if error := 1 + 4*spread*tail.StdErr; math.Abs(tail.Mean-want.p999) > error {
			t.Errorf("%s at %g: p99.9 %.4g within %.2g, want %.4g", want.policy, want.load, tail.Mean, error, want.p999)
		}
	}
}

// settled is the law of response times after the first rounds.
func settled(t *testing.T, c Config) *Law {
	t.Helper()
	s := mustStart(t, c)
	if err := s.run(600); err != nil {
		t.Fatal(err)
	}
	for k := range s.sums.class {
		s.sums.class[k].law = Law{}
	}
	if err := s.run(400); err != nil {
		t.Fatal(err)
	}
	return s.sums.law()
}

// TestCoordinationIsBest: SCD has the smallest mean and tail of the paper's policies on the same arrivals and services, at high load.
func TestCoordinationIsBest(t *testing.T) {
	run := func(text string) (mean, tail float64) {
		c := drawn(t, text, 100, 10, .95, 1)
		c.Rounds = 500
		law := mustRun(t, c).Law
		tail, _ = law.Quantile(.999)
		return law.Mean(), tail
	}
	least, shortest := run("scd")
	for _, text := range []string{"twf", "jsq", "sed(rank=q)", "hjsq(d=2, sample=round)", "hjiq", "hlsq(d=2)",
		"jsq(d=2, sample=round)", "jiq", "lsq(d=2)", "weighted"} {
		if mean, tail := run(text); mean <= least || tail <= shortest {
			t.Errorf("%s: mean %.4g, p99.9 %g; scd: %.4g, %g", text, mean, tail, least, shortest)
		}
	}
}
