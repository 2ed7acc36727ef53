package tune

import (
	"errors"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// Optima found by another local optimiser for q=(.2,.8), r=5, d=4, assignment by
// class and idleness. It had none for uni at .8.
func TestQueryFamiliesReachReferenceOptima(t *testing.T) {
	want := map[float64]map[string]float64{
		0.3: {"gen": 0.3935, "ind": 0.3935, "iid": 0.3935, "src": 0.3935, "det": 0.3935, "br": 0.5374, "uni": 1.0247},
		0.6: {"gen": 0.8523, "ind": 0.8523, "iid": 0.8650, "src": 0.9228, "det": 0.8543, "br": 0.9281, "uni": 1.2942},
		0.8: {"gen": 1.286, "ind": 1.2861, "iid": 1.3111, "src": 1.4686, "det": 1.2864, "br": 1.3312},
	}
	det := map[float64][2]int{0.3: {4, 0}, 0.6: {3, 1}, 0.8: {2, 2}}
	for arrivals, row := range want {
		for query, mean := range row {
			c, err := General(meanfield.TwoSpeeds(0.2, 5), arrivals, query, 4, steelyard.IdleElseUniform)
			if err != nil {
				t.Fatal(err)
			}
			tolerance := 0.6e-4
			if mean == 1.286 {
				tolerance = 0.6e-3
			}
			if math.Abs(c.MeanResponse-mean) > tolerance || c.Residual > 1e-10 {
				t.Errorf("load %v, %s: %.6f (residual %g), want %v", arrivals, query, c.MeanResponse, c.Residual, mean)
			}
			if best := det[arrivals]; query == "det" && (c.Classes.Mixes[0].Ask[0] != best[0] || c.Classes.Mixes[0].Ask[1] != best[1]) {
				t.Errorf("load %v: best mix %v, want %v", arrivals, c.Classes.Mixes[0].Ask, best)
			}
		}
	}
}

func TestLargerFamiliesAreNotWorse(t *testing.T) {
	three := meanfield.Fleet{{Rate: 5, Share: 0.1}, {Rate: 2, Share: 0.3}, {Rate: 0.5, Share: 0.6}}.Scaled()
	for _, arrivals := range []float64{0.4, 0.9} {
		for _, inside := range []steelyard.Inside{steelyard.IdleElseUniform, steelyard.Shortest} {
			mean := map[string]float64{}
			for _, query := range []string{"gen", "ind", "iid", "det", "src", "br"} {
				c, err := General(three, arrivals, query, 4, inside)
				if err != nil {
					t.Fatalf("%s: %v", query, err)
				}
				mean[query] = c.MeanResponse
			}
			for _, pair := range [][2]string{{"gen", "ind"}, {"ind", "iid"}, {"gen", "det"}, {"ind", "det"}, {"gen", "src"}, {"iid", "br"}} {
				if mean[pair[0]] > mean[pair[1]]*(1+1e-9) {
					t.Errorf("load %v, inside %v: %s %.9f is worse than %s %.9f", arrivals, inside, pair[0], mean[pair[0]], pair[1], mean[pair[1]])
				}
			}
		}
	}
}

// The scalar optimiser of the two-class families is an independent one.
func TestBestSingleMixIsTheBestSplit(t *testing.T) {
	fleet := meanfield.TwoSpeeds(0.2, 5)
	for _, arrivals := range []float64{0.34, 0.64, 0.9, 0.98} {
		for _, inside := range []steelyard.Inside{steelyard.IdleElseUniform, steelyard.Shortest} {
			want, err := FastSlowSplit(fleet, arrivals, inside, 4)
			if err != nil {
				t.Fatal(err)
			}
			got, err := General(fleet, arrivals, "det", 4, inside)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got.MeanResponse/want.MeanResponse-1) > 1e-7 {
				t.Errorf("load %v, inside %v: %v with %.10f, want %v with %.10f", arrivals, inside, got.Classes.Mixes[0].Ask, got.MeanResponse, want.D, want.MeanResponse)
			}
		}
	}
}

func TestClassesErrors(t *testing.T) {
	fleet := meanfield.TwoSpeeds(0.2, 5)
	var field *meanfield.FieldError
	if _, err := General(fleet, 0.5, "best", 4, steelyard.Shortest); !errors.As(err, &field) {
		t.Errorf("unknown query: %v", err)
	}
	if _, err := General(fleet, 0.5, "gen", 0, steelyard.Shortest); !errors.As(err, &field) {
		t.Errorf("d = 0: %v", err)
	}
	if _, err := General(fleet, 1, "gen", 4, steelyard.Shortest); !errors.Is(err, meanfield.ErrUnstable) {
		t.Errorf("load 1: %v", err)
	}
}

func BenchmarkGeneralOfThreeClasses(b *testing.B) {
	three := meanfield.Fleet{{Rate: 5, Share: 0.1}, {Rate: 2, Share: 0.3}, {Rate: 0.5, Share: 0.6}}.Scaled()
	for b.Loop() {
		if _, err := General(three, 0.9, "gen", 4, steelyard.IdleElseUniform); err != nil {
			b.Fatal(err)
		}
	}
}
