package paper

import (
	"testing"

	"github.com/steelyard-lb/steelyard/stats"
)

// differing is a trend of differences with one standard error.
func differing(stderr float64, means ...float64) trend {
	t := trend{name: "some law"}
	for k, n := range []float64{10, 40, 160, 640}[:len(means)] {
		t.points = append(t.points, sized{n, stats.Estimate{Mean: means[k], StdErr: stderr, Degrees: 60}})
	}
	return t
}

func TestInsensitivityClaims(t *testing.T) {
	vanishing, lasting, noisy := differing(1e-5, -.0150, -.0040, -.0010, -.00025),
		differing(1e-5, -.03, -.025, -.022, -.02), differing(.01, -.015, -.004, -.001, 0)
	for _, row := range []struct {
		name  string
		judge func(name string, list []trend) Verdict
		want  [3]Judgement // of the vanishing, the lasting, the noisy
	}{
		{"limit", insensitive, [3]Judgement{Agrees, Differs, Open}},
		{"largest", smallAt, [3]Judgement{Agrees, Differs, Open}},
		{"decay", halvesEachTime, [3]Judgement{Agrees, Differs, Open}},
		{"at first", differsAtFirst, [3]Judgement{Agrees, Agrees, Open}},
	} {
		for k, list := range []trend{vanishing, lasting, noisy} {
			if v := row.judge("", []trend{list}); v.Judgement != row.want[k] {
				t.Errorf("%s, case %d: %+v, want %s", row.name, k, v, row.want[k])
			}
		}
	}
}
