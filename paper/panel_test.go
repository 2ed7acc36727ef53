package paper

import (
	"testing"

	"github.com/steelyard-lb/steelyard/chart"
)

// The names of the paper leave each policy the look it has everywhere.
func TestAsInPaper(t *testing.T) {
	for name, want := range map[string]string{
		"jsq(d=4)": "JSQ-4", "wjsq(d)": "WJSQ-d", "jiq": "JIQ", "jiq-fs": "JIQ-(3,3)", "jsq-fs": "JSQ-(3,3)",
	} {
		got := asInPaper([]chart.Series{{Name: name}}, 3)[0]
		if got.Name != want || got.Style.Colour != chart.StyleOf(name).Colour {
			t.Errorf("%s becomes %s, want %s", name, got.Name, want)
		}
	}
}
