package predictions

import (
	"context"
	"testing"
)

// TestPredictions is the comparison of bench/predictions with fewer fleets and shorter runs.
func TestPredictions(t *testing.T) {
	for _, policy := range Policies() {
		t.Run(policy, func(t *testing.T) {
			for index := range uint64(2) {
				c, err := Draw(policy, index)
				if err != nil {
					t.Fatal(err)
				}
				o, err := c.Compare(context.Background(), 60_000, 1+index)
				if err != nil {
					t.Fatal(err)
				}
				for k := range o.Sizes {
					if !o.Refines(k) {
						errors, term := o.Off(k)
						t.Errorf("%+v: %+v: refined mean off by %.1f standard errors and %.2f of the term of order 1/k", c, o.Sizes[k], errors, term)
					}
				}
				if Sampled(policy) && !o.Falls() {
					t.Errorf("%+v: limit %v, sizes %+v: the error does not fall as 1/k", c, o.Limit, o.Sizes)
				}
				if off := o.P99Off(); c.Load <= .9 && (off > .03 || !o.Sizes[1].P99Resolved) {
					t.Errorf("%+v: p99 %v, simulated %v", c, o.LimitP99, o.Sizes[1].P99)
				}
			}
		})
	}
}

// TestDraw wants fleets of the sizes promised.
func TestDraw(t *testing.T) {
	for _, policy := range Policies() {
		for index := range uint64(20) {
			c, err := Draw(policy, index)
			if err != nil {
				t.Fatal(err)
			}
			servers := 0
			for k, x := range c.Fleet {
				servers += x.Servers
				if x.Servers < 10 || k > 0 && x.Speed >= c.Fleet[k-1].Speed {
					t.Errorf("%+v", c)
				}
			}
			if servers != Small || !(c.Load > 0 && c.Load < .96) || len(c.Fleet) < 2 || len(c.Fleet) > 4 {
				t.Errorf("%+v", c)
			}
		}
	}
}

// TestTable1 confirms the rows of Table 1 that the paper left out.
func TestTable1(t *testing.T) {
	for k, row := range LeftOut() {
		o, err := row.Compare(context.Background(), 60_000, uint64(k))
		if err != nil {
			t.Fatal(err)
		}
		if !o.Confirmed() {
			t.Errorf("%+v: tuned %s to %v, simulated %+v", row, o.Choice.Policy, o.Choice.MeanResponse, o.Sizes)
		}
	}
}
