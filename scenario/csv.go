package scenario

import (
	"encoding/csv"
	"io"
	"strconv"
)

// CSV writes the comparison as a table of numbers at full precision; what is not known is left empty.
func (c *Comparison) CSV(w io.Writer) error {
	t := csv.NewWriter(w)
	header := []string{"load", "policy", "stable", "mean_response", "ci95"}
	for _, l := range Levels() {
		header = append(header, l.Name)
	}
	header = append(header, "difference", "difference_ci95", "messages_per_job", "blocked", "jobs", "seed", "engine")
	t.Write(header)
	for _, p := range c.Points {
		t.Write(p.row())
	}
	t.Flush()
	return t.Error()
}

func (p Point) row() []string {
	row := []string{full(p.Load), p.Policy, strconv.FormatBool(p.Stable), optional(p.MeanResponse), optional(p.CI95)}
	for _, l := range Levels() {
		row = append(row, optional(p.Quantiles[l.Name]))
	}
	difference, width := "", ""
	if p.Difference != nil {
		difference, width = full(p.Difference.Mean), full(p.Difference.CI95)
	}
	return append(row, difference, width, full(p.MessagesPerJob), strconv.FormatInt(p.Blocked, 10),
		strconv.FormatInt(p.Jobs, 10), strconv.FormatUint(p.Seed, 10), p.Engine)
}

func full(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func optional(x *float64) string {
	if x == nil {
		return ""
	}
	return full(*x)
}
