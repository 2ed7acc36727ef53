package meanfield

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/policy"
	"pgregory.net/rapid"
)

// Below the load that is proved stable every policy with a model has an
// equilibrium, whatever the fleet.
func TestEveryStableFleetHasAnEquilibrium(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fleet := Fleet{}
		classes := rapid.IntRange(1, 4).Draw(t, "classes")
		shares, rate, total := rapid.SliceOfN(rapid.Float64Range(0.1, 1), classes, classes).Draw(t, "shares"), 1.0, 0.0
		for _, s := range shares {
			total += s
		}
		for _, s := range shares {
			fleet = append(fleet, Class{rate, s / total})
			rate /= rapid.Float64Range(1.05, 6).Draw(t, "ratio")
		}
		d := make([]string, classes)
		for c := range d {
			d[c] = fmt.Sprint(rapid.IntRange(1, 2).Draw(t, "d"))
		}
		text := rapid.SampledFrom([]string{
			"jsq(d=2)", "jsq(d=3)", "sed(d=2)", "sed(d=3)", "wjsq(d=2)", "hjsq(d=2)", "hjsq(d=4)", "sed(d=2,rank=q)",
			"scheme1(d=[" + strings.Join(d, ",") + "])", "scheme2(d=[" + strings.Join(d, ",") + "])", "scheme2(plus1=true,d=[" + strings.Join(d, ",") + "])",
		}).Draw(t, "policy")
		spec, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := spec.New()
		if err != nil {
			t.Fatal(err)
		}
		groups := counted(fleet, 1e6)
		s, err := StableLoad(p, groups)
		if err != nil {
			t.Fatal(err)
		}
		load := s.Load * rapid.Float64Range(0.05, 0.96).Draw(t, "load")
		o, err := Predict(p, groups, load*fleet.Capacity())
		if err != nil {
			t.Fatalf("%s at %v of %v: %v", text, load, s.Load, err)
		}
		if o.Residual > 1e-10 || math.IsNaN(o.MeanResponse) || o.MeanResponse < 1/fleet[0].Rate*(1-1e-9) {
			t.Fatalf("%s at %v: mean %v, residual %v", text, load, o.MeanResponse, o.Residual)
		}
		for c, tails := range o.Tails {
			for n := 1; n < len(tails); n++ {
				if tails[n] > tails[n-1]+1e-12 || tails[n] < 0 {
					t.Fatalf("%s at %v: tails of class %d do not fall: %v", text, load, c, tails)
				}
			}
		}
	})
}
