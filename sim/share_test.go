package sim

import (
	"context"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
)

// onlooker notes what the engine tells it of its peers and of the time.
type onlooker struct {
	sharers int
	now     float64
	fell    bool
}

func (p *onlooker) Pick(v *steelyard.View, _ steelyard.Job) int {
	p.sharers = v.Dispatchers()
	p.fell = p.fell || v.Now() < p.now
	p.now = v.Now()
	return v.Any()
}

// TestViewsTellPeersAndTime: a dispatcher is told of peers where its board does not show their jobs, and of the time by every engine that has one.
func TestViewsTellPeersAndTime(t *testing.T) {
	for text, sharers := range map[string]int{
		"fresh": 1, "reported(0)": 1, "reported(0.5)": 1, "stale(1)": 3, "local(raw)": 3, "local(scaled)": 3,
	} {
		view, err := belief.ParseView(text)
		if err != nil {
			t.Fatal(err)
		}
		var seen []*onlooker
		c := Config{
			Classes: []Class{{Servers: 4, Speed: 1}},
			Rate:    2,
			Policy: func() (steelyard.Policy, error) {
				seen = append(seen, &onlooker{})
				return seen[len(seen)-1], nil
			},
			Dispatchers: Dispatchers{Count: 3, View: view},
			Length:      Length{Jobs: 200, Replications: 1},
			Seed:        1,
		}
		engines, err := c.Engines()
		if err != nil {
			t.Fatal(err)
		}
		for _, c.Engine = range engines {
			seen = nil
			if _, err := Run(context.Background(), c); err != nil {
				t.Fatal(err)
			}
			for _, p := range seen[len(seen)-3:] {
				timed := c.Engine != CTMC
				if p.sharers != sharers || p.fell || (p.now > 0) != timed {
					t.Errorf("%s, %s: %+v, want %d sharers and a time that rises: %v", text, c.Engine, *p, sharers, timed)
				}
			}
		}
	}
}
