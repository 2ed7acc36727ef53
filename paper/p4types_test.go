package paper

import (
	"math"
	"testing"
)

// Equations and scenario of a fleet are of the same servers, whose mean capacity is 1.
func TestServerTypes(t *testing.T) {
	for _, fleet := range []serverTypes{halves(), threeTypes()} {
		s, err := fleet.scenario(20)
		if err != nil {
			t.Fatal(err)
		}
		if s.Fleet.Servers() != 20 || math.Abs(fleet.limit().Capacity()-1) > 1e-12 || math.Abs(s.Fleet.Capacity()-20) > 1e-9 || s.Discipline != "ps" {
			t.Errorf("%v: %d servers of capacity %v, %v in the limit, %s", fleet,
				s.Fleet.Servers(), s.Fleet.Capacity(), fleet.limit().Capacity(), s.Discipline)
		}
		for j, c := range s.Fleet.Classes {
			if c.Speed != fleet.rates[j] || c.Servers != int(20*fleet.shares[j]+.5) {
				t.Errorf("%v: class %+v", fleet, c)
			}
		}
	}
}

// Eqs. 4.11 and 4.12 solved elsewhere, to five digits.
func TestServerTypesEquilibrium(t *testing.T) {
	for k, want := range []float64{1.75499, 1.74721} {
		e, err := halves().equilibrium(halves().scheme(k+1), .9)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(e.MeanResponse-want) > 6e-6 {
			t.Errorf("scheme %d: %v, want %v", k+1, e.MeanResponse, want)
		}
	}
}
