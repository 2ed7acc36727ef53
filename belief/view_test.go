package belief

import (
	"math"
	"strings"
	"testing"
)

func TestParseView(t *testing.T) {
	for text, want := range map[string]View{
		"":                {},
		"fresh":           {},
		" fresh ":         {},
		"stale(5)":        {Stale, 5},
		"stale( .5 )":     {Stale, .5},
		"local(raw)":      {Kind: LocalRaw},
		"local(scaled)":   {Kind: LocalScaled},
		"reported(0)":     {Kind: Reported},
		"reported(1e-3)":  {Reported, .001},
		"reported(0.125)": {Reported, .125},
	} {
		got, err := ParseView(text)
		if err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestParseViewRefuses(t *testing.T) {
	for text, names := range map[string]string{
		"stale":         "want fresh",
		"stale(0)":      "above 0",
		"stale(-1)":     "at least 0",
		"stale(NaN)":    "finite",
		"stale(Inf)":    "finite",
		"stale(soon)":   `"soon"`,
		"stale(5":       "want fresh",
		"local":         "want fresh",
		"local(cooked)": "want fresh",
		"reported(-.1)": "at least 0",
		"clairvoyant":   "want fresh",
	} {
		if _, err := ParseView(text); err == nil || !strings.Contains(err.Error(), names) {
			t.Errorf("%q: error %v, want one with %q", text, err, names)
		}
	}
	if err := (View{Kind: 9}).Check(); err == nil {
		t.Error("kind 9 passes")
	}
}

// FuzzParseView checks that every view that is accepted is in range and is read back from its text form.
func FuzzParseView(f *testing.F) {
	for _, text := range []string{"fresh", "stale(5)", "local(raw)", "local(scaled)", "reported(.1)", "stale(1e400)", "stale(())"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseView(text)
		if err != nil {
			return
		}
		if v.Seconds < 0 || math.IsNaN(v.Seconds) || math.IsInf(v.Seconds, 0) || v.Check() != nil {
			t.Fatalf("%q: accepted as %+v", text, v)
		}
		if again, err := ParseView(v.String()); err != nil || again != v {
			t.Fatalf("%q: %v is read back as %v, %v", text, v, again, err)
		}
	})
}
