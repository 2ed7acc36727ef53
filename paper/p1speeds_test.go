package paper

import (
	"math"
	"testing"
)

// timesLike makes up times that grow with the given powers of n.
func timesLike(power map[string]float64) []*speeds {
	var list []*speeds
	for _, n := range []int{100, 200, 400} {
		s := &speeds{n: n, times: map[string][][]float64{}, off: 1e-16}
		for name, x := range power {
			for pass := range 3 {
				middle := (1 + .001*float64(pass)) * math.Pow(float64(n), x)
				s.times[name] = append(s.times[name], []float64{.9 * middle, middle, 1.1 * middle})
			}
		}
		list = append(list, s)
	}
	return list
}

func TestTimeVerdicts(t *testing.T) {
	for _, c := range []struct {
		power map[string]float64
		want  [4]Judgement
	}{
		{map[string]float64{ourSCD: 1, algorithm4: 1.2, algorithm1: 2, heapJSQ: 1.1, heapSED: 1.15}, [4]Judgement{Agrees, Agrees, Agrees, Differs}},
		{map[string]float64{ourSCD: 1.5, algorithm4: 1.4, algorithm1: 1.2, heapJSQ: 1.1, heapSED: 1.15},
			[4]Judgement{Differs, Differs, Differs, Agrees}},
	} {
		for k, v := range timeVerdicts(timesLike(c.power), "") {
			if v.Judgement != c.want[k] {
				t.Errorf("%v: want %s of %+v", c.power, c.want[k], v)
			}
		}
	}
	for _, v := range timeVerdicts(nil, "no compiler") {
		if v.Judgement != Open || v.Why != "no compiler" {
			t.Errorf("want it open: %+v", v)
		}
	}
}

func TestExponent(t *testing.T) {
	for _, x := range exponent(timesLike(map[string]float64{ourSCD: 1.3}), ourSCD) {
		if math.Abs(x-1.3) > 1e-9 {
			t.Errorf("got %g, want 1.3", x)
		}
	}
}
