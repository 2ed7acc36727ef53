package conform_test

import (
	"testing"

	"github.com/steelyard-lb/steelyard/internal/conform"
	"github.com/steelyard-lb/steelyard/policy"
)

// TestPolicies checks every example of every row of the table of policies.
func TestPolicies(t *testing.T) {
	for _, e := range policy.All() {
		for _, text := range e.Examples {
			spec, err := policy.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(spec.String(), func(t *testing.T) { conform.Policy(t, spec.New) })
		}
	}
}

// FuzzPolicies drives policies through random events.
func FuzzPolicies(f *testing.F) {
	fleets := conform.Fleets()
	for k, e := range policy.All() {
		f.Add(e.Examples[len(e.Examples)-1], uint(k), uint64(k))
	}
	f.Fuzz(func(t *testing.T, text string, fleet uint, seed uint64) {
		spec, err := policy.Parse(text)
		if err != nil {
			return
		}
		p, err := spec.New()
		if err != nil {
			t.Fatal(err)
		}
		conform.Drive(t, p, fleets[fleet%uint(len(fleets))], seed)
	})
}
