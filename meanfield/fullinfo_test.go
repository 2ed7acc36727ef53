package meanfield

import (
	"testing"
)

func TestFullInformationLimits(t *testing.T) {
	fleet := TwoSpeeds(0.2, 5) // capacities 5/9 and 4/9
	fast, slow := fleet[0].Rate, fleet[1].Rate
	for _, arrivals := range []float64{0.3, 0.7, 0.95} {
		pull, err := Pull{Fleet: fleet, Arrivals: arrivals}.Predict()
		if err != nil {
			t.Fatal(err)
		}
		shortest, err := FullInformation(fleet, arrivals, byLength{}, false)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "jsq", shortest.MeanResponse, pull.MeanResponse, 1e-10)
		fastest, err := FastFirst(fleet, arrivals)
		if err != nil {
			t.Fatal(err)
		}
		toFast := min(1, fast*0.2/arrivals)
		near(t, "sajsq", fastest.MeanResponse, toFast/fast+(1-toFast)/slow, 1e-10)
		near(t, "residual", fastest.Residual, 0, 1e-12)
	}
}

// SED prefers a fast server with up to three jobs to an idle slow one five times
// slower, and with four ties: above 5/9 all fast servers hold four or five.
func TestFullInformationOfSED(t *testing.T) {
	fleet := TwoSpeeds(0.2, 5)
	p, err := FullInformation(fleet, 0.7, byDelay{}, false)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "fast busy", p.Classes[0].Busy, 1, 0)
	near(t, "slow busy", p.Classes[1].Busy, (0.7-5.0/9)/(4.0/9), 1e-10)
	theta := fleet[1].Rate * p.Classes[1].Busy / (1 - p.Classes[1].Busy)
	near(t, "fast jobs", p.Classes[0].MeanJobs, 4+theta/(fleet[0].Rate+theta), 1e-9)
}
