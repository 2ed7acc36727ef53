package tune

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
)

var insideOf = map[string]steelyard.Inside{"jiq-fs": steelyard.IdleElseUniform, "jsq-fs": steelyard.Shortest}

func readTable(t *testing.T, name string) []map[string]string {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestTable1(t *testing.T) {
	for _, row := range readTable(t, "table1.csv") {
		t.Run(row["family"]+row["lambda"], func(t *testing.T) {
			c, err := FastSlow(meanfield.TwoSpeeds(0.2, 5), number(t, row["lambda"]), insideOf[row["family"]], 2, 2)
			if err != nil {
				t.Fatal(err)
			}
			want := number(t, row["mean_response"])
			if math.Abs(c.MeanResponse/want-1) > 1.3e-5 {
				t.Errorf("mean response %.6f, want %.5f", c.MeanResponse, want)
			}
			if ps := number(t, row["ps"]); math.Abs(*c.PS-ps) > 1e-3 {
				t.Errorf("ps %.5f, want %.5f", *c.PS, ps)
			}
			switch {
			case row["pf"] == "any":
				if c.PF != nil {
					t.Errorf("pf %v, want none", *c.PF)
				}
			case c.PF == nil || math.Abs(*c.PF-number(t, row["pf"])) > 1e-3:
				t.Errorf("pf %v, want %s", c.PF, row["pf"])
			}
			if h := number(t, row["heuristic_mean_response"]); math.Abs(c.Heuristic.MeanResponse/h-1) > 1.3e-5 {
				t.Errorf("heuristic %.6f, want %.5f", c.Heuristic.MeanResponse, h)
			}
			if excess := number(t, row["excess_percent"]); math.Abs(100*c.Heuristic.Excess-excess) > 1.5e-3 {
				t.Errorf("excess %.4f %%, want %.4f", 100*c.Heuristic.Excess, excess)
			}
			if c.Residual > 1e-10 {
				t.Errorf("residual %g", c.Residual)
			}
		})
	}
}

func TestBestSplitsOfFigure7(t *testing.T) {
	for _, row := range readTable(t, "fig7_best_d.csv") {
		fleet := meanfield.TwoSpeeds(number(t, row["q_fast"]), number(t, row["speed_ratio"]))
		for family, want := range map[string]string{"jiq-fs": row["jiq_split"], "jsq-fs": row["jsq_split"]} {
			c, err := FastSlowSplit(fleet, number(t, row["lambda"]), insideOf[family], int(number(t, row["d"])))
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%d,%d", c.D[0], c.D[1]); got != want {
				t.Errorf("case %s, d=%s, %s: %s, want %s", row["case"], row["d"], family, got, want)
			}
		}
	}
}

// A fine scan of the whole square is an independent, slow optimiser.
func TestOptimumBeatsEveryGridPoint(t *testing.T) {
	for _, fleet := range []meanfield.Fleet{meanfield.TwoSpeeds(0.2, 5), meanfield.TwoSpeeds(0.8, 10), meanfield.TwoSpeeds(0.5, 1.1)} {
		for _, arrivals := range []float64{0.2, 0.5, 0.8, 0.95} {
			for _, inside := range []steelyard.Inside{steelyard.IdleElseUniform, steelyard.Shortest} {
				c, err := FastSlow(fleet, arrivals, inside, 2, 2)
				if err != nil {
					t.Fatal(err)
				}
				m := meanfield.FastSlow{Fleet: fleet, Arrivals: arrivals, Fast: 2, Slow: 2, Inside: inside}
				for i := range 61 {
					for j := range 61 {
						m.FastIfBusy, m.SlowIfIdle = float64(i)/60, float64(j)/60
						if v := m.Mean(); v < c.MeanResponse*(1-1e-9) {
							t.Fatalf("fleet %v at %v, %v: pf=%v ps=%v gives %v, below the optimum %v", fleet, arrivals, inside, m.FastIfBusy, m.SlowIfIdle, v, c.MeanResponse)
						}
					}
				}
			}
		}
	}
}

func TestTotalOfOneIsTheStaticSplit(t *testing.T) {
	c, err := FastSlowSplit(meanfield.TwoSpeeds(0.5, 2), 0.9, steelyard.IdleElseUniform, 1)
	if err != nil {
		t.Fatal(err)
	}
	if c.Family != "static" || math.Abs(c.MeanResponse-9.68227) > 1e-5 {
		t.Errorf("got %s with %v, want static with 9.68227", c.Family, c.MeanResponse)
	}
}

func TestFastSlowErrors(t *testing.T) {
	fleet := meanfield.TwoSpeeds(0.2, 5)
	var field *meanfield.FieldError
	if _, err := FastSlow(meanfield.Fleet{{Rate: 1, Share: 1}}, 0.5, steelyard.IdleElseUniform, 2, 2); !errors.As(err, &field) {
		t.Errorf("one class: %v", err)
	}
	if _, err := FastSlowSplit(fleet, 0.5, steelyard.IdleElseUniform, 0); !errors.As(err, &field) {
		t.Errorf("d = 0: %v", err)
	}
	if _, err := FastSlow(fleet, 1.01, steelyard.IdleElseUniform, 2, 2); !errors.Is(err, meanfield.ErrUnstable) {
		t.Errorf("load above 1: %v", err)
	}
	if _, err := FastSlow(fleet, 0.9, steelyard.IdleElseUniform, 2, 0); !errors.Is(err, meanfield.ErrUnstable) {
		t.Errorf("fast class alone: %v", err)
	}
}

func BenchmarkFastSlow(b *testing.B) {
	fleet := meanfield.TwoSpeeds(0.2, 5)
	for b.Loop() {
		if _, err := FastSlow(fleet, 0.84, steelyard.Shortest, 2, 2); err != nil {
			b.Fatal(err)
		}
	}
}
