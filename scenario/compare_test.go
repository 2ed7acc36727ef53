package scenario

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/policy"
)

func compare(t *testing.T, s *Scenario, policies string, loads ...float64) *Comparison {
	t.Helper()
	specs, err := policy.ParseList(policies)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Compare(context.Background(), s, specs, loads, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func shortRun(t *testing.T) *Scenario {
	return parse(t, base+"load: 0.7\nrun: {jobs: 20000, replications: 2}\n")
}

// TestPaired wants the differences of paired observations to agree with those of the means, to be sharper, and to be 0 of a policy from itself.
func TestPaired(t *testing.T) {
	c := compare(t, shortRun(t), "sed,sed,scd,leastconn-w", .5, .8)
	if len(c.Points) != 8 || c.Points[0].Difference != nil || c.Points[4].Difference != nil {
		t.Fatalf("%d points", len(c.Points))
	}
	for k, p := range c.Points {
		first := c.Points[k/4*4]
		if k%4 == 0 {
			continue
		}
		d := p.Difference
		if d == nil || d.From != first.Policy {
			t.Fatalf("%s at %v: difference %+v", p.Policy, p.Load, d)
		}
		if k%4 == 1 && (d.Mean != 0 || d.CI95 != 0) {
			t.Errorf("a policy differs from itself by %+v", d)
		}
		of := *p.MeanResponse - *first.MeanResponse
		if math.Abs(d.Mean-of) > 1e-9 {
			t.Errorf("%s at %v: paired difference %v, of the means %v", p.Policy, p.Load, d.Mean, of)
		}
		if apart := math.Hypot(*p.CI95, *first.CI95); p.Load == .8 && d.CI95 > apart/2 {
			t.Errorf("%s at %v: interval %v, of independent runs %v", p.Policy, p.Load, d.CI95, apart)
		}
	}
	for _, p := range c.Points {
		if p.Jobs != 40_000 || p.Warmup != 10_000 {
			t.Errorf("%s at %v: %d jobs after %d, want as many for all", p.Policy, p.Load, p.Jobs, p.Warmup)
		}
	}
}

func TestUnstablePointsAreNamed(t *testing.T) {
	c := compare(t, shortRun(t), "jsq,random", .5, .9, 1.2)
	want := []string{"not stable: random at load 0.9, 1.2", "not stable: jsq at load 1.2"}
	if got := c.Unstable(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q", got)
	}
	var table bytes.Buffer
	if err := c.Table(&table); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(table.String(), "not stable"); got != 3+2 {
		t.Errorf("%d times not stable in\n%s", got, table.String())
	}
}

func TestCSV(t *testing.T) {
	c := compare(t, shortRun(t), "jsq,jsq-fs(df=2, ds=2, pf=.5, ps=1),random", .5, .9)
	var b bytes.Buffer
	if err := c.CSV(&b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 7 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for k, row := range rows[1:] {
		p := c.Points[k]
		if row[1] != p.Policy || row[3] != optional(p.MeanResponse) {
			t.Errorf("row %q of %s", row, p.Policy)
		}
	}
	if last := rows[6]; last[2] != "false" || last[3] != "" || last[11] != "" {
		t.Errorf("row of an unstable point %q", last)
	}
}

func TestCompareInterrupted(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	specs, err := policy.ParseList("jsq,sed,scd")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	last := 0.0
	c, err := Compare(ctx, shortRun(t), specs, []float64{.5, .8}, Options{Progress: func(done, total int) {
		part := float64(done) / float64(total)
		if part < last || part > 1 {
			t.Errorf("progress %v after %v", part, last)
		}
		if last = part; part > .4 {
			cancel()
		}
	}})
	if err != nil || !c.Interrupted || len(c.Points) < 2 || len(c.Points) > 3 {
		t.Fatalf("%+v, %v", c, err)
	}
	if lines := c.remarks(); !strings.HasPrefix(lines[len(lines)-1], "interrupted: ") {
		t.Errorf("remarks %q", lines)
	}
}

func TestCompareRefuses(t *testing.T) {
	specs, err := policy.ParseList("scheme1(d=[1,1,1])")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Compare(context.Background(), shortRun(t), specs, nil, Options{}); err == nil {
		t.Error("a policy for three classes compares on two")
	}
	if _, err := Compare(context.Background(), shortRun(t), nil, nil, Options{}); err == nil {
		t.Error("no policy compares")
	}
	atOnce := parse(t, base+"start: {jobs: 9}\n")
	if _, err := Compare(context.Background(), atOnce, specs, []float64{.5}, Options{}); err == nil || !strings.Contains(err.Error(), "loads: given though no jobs arrive") {
		t.Errorf("got %v", err)
	}
	if c := compare(t, atOnce, "sed,jsq"); c.Points[1].Difference == nil || *c.Points[0].Makespan == 0 {
		t.Errorf("%+v", c.Points[1])
	}
}
