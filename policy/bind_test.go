package policy_test

import (
	"strings"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
)

// TestBindErrors are fleets that do not suit a policy.
func TestBindErrors(t *testing.T) {
	one, two, three := []float64{1, 1}, []float64{2, 2, 1, 1}, []float64{3, 2, 1}
	for _, c := range []struct {
		text  string
		rates []float64
		want  string
	}{
		{"jsq-fs", one, "needs two classes of servers, fast and slow, and there are 1"},
		{"jsq-fs", three, "and there are 3"},
		{"jiq-fs", one, "and there are 1"},
		{"jiq-fs", three, "and there are 3"},
		{"jiq-fs(df=3)", two, "asks 3 servers of the class of rate 2, which has 2"},
		{"jsq-fs(ds=3)", two, "asks 3 servers of the class of rate 1, which has 2"},
		{"scheme1(d=[2,2])", one, "d=[2,2] is for 2 classes of servers, and there are 1"},
		{"scheme2(d=[2,2])", three, "and there are 3"},
		{"scheme2(d=[2,3])", two, "asks 3 servers"},
		{"static(p=[.3,.7])", three, "p=[0.3,0.7] is for 2 classes of servers, and there are 3"},
		{"hybrid(p=[1])", two, "p=[1] is for 1 classes"},
	} {
		_, err := bind(t, c.text, c.rates...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s on rates %v: error %v, want one with %q", c.text, c.rates, err, c.want)
		}
	}
}

// TestMessages counts the lengths that a pick asks for.
func TestMessages(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
	}{
		{"random", 0}, {"weighted", 0}, {"roundrobin", 0}, {"wrr", 0}, {"static(p=[.3,.7])", 0},
		{"jsq", 0}, {"sed", 0}, {"scd", 0}, {"leastconn-w", 0}, // full information comes unasked
		{"jsq(d=3)", 3}, {"wjsq(d=2)", 2}, {"hjsq(d=2)", 2}, {"sed(d=4)", 4},
		{"hybrid(p=[.3,.7], d=2)", 2}, {"jiq-fs(df=2, ds=1)", 3}, {"jsq-fs(df=0, ds=2)", 2}, {"scheme1(d=[1,2])", 3},
	} {
		d := mustBind(t, c.text, 2, 2, 1, 1, 1)
		for range 10 {
			d.Pick(steelyard.Job{})
		}
		if d.Asked() != 10*c.want {
			t.Errorf("%s asked %d lengths in 10 picks, want %d", c.text, d.Asked(), 10*c.want)
		}
	}
}

// TestFastestAtAnyScale: the faster of two idle servers is found whether rates are tiny or huge.
func TestFastestAtAnyScale(t *testing.T) {
	for _, text := range []string{"sajsq", "scd", "sed", "hjiq", "scheme1(d=[1,1])", "jsq-fs(df=1, ds=1)"} {
		for _, scale := range []float64{1e-90, 1e-12, 1, 1e12, 1e90} {
			d := mustBind(t, text, scale, 2*scale)
			d.Idle(0)
			d.Idle(1)
			if i := d.Pick(steelyard.Job{}); i != 1 {
				t.Errorf("%s: of idle servers of rates %g and %g picked the slower", text, scale, 2*scale)
			}
		}
	}
}
