package sim

import (
	"math"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/belief"
)

// TestCheckNamesWhatIsWrong checks that every refusal names the field and the value.
func TestCheckNamesWhatIsWrong(t *testing.T) {
	for _, x := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Classes = nil }, "classes"},
		{func(c *Config) { c.Classes[0].Servers = -1 }, "(slow): servers -1"},
		{func(c *Config) { c.Classes[1].Speed = 0 }, "(fast): speed 0"},
		{func(c *Config) { c.Classes[1].Speed = math.Inf(1) }, "speed +Inf"},
		{func(c *Config) { c.Classes[1].Told = -2 }, "told speed -2"},
		{func(c *Config) { c.Classes[0].Workers = -1 }, "workers -1"},
		{func(c *Config) { c.Classes[0].Workers, c.Classes[0].Buffer = 3, 2 }, "buffer 2"},
		{func(c *Config) { c.Policy = nil }, "policy"},
		{func(c *Config) { c.Rate = math.NaN() }, "arrival rate NaN"},
		{func(c *Config) { c.Discipline = "lifo" }, `discipline "lifo": want one of fcfs, ps`},
		{func(c *Config) { c.Dispatchers.Count = -1 }, "count -1"},
		{func(c *Config) { c.Dispatchers.Shares = []float64{1, 2} }, "2 of them"},
		{func(c *Config) { c.Dispatchers.Shares = []float64{0} }, "share 0"},
		{func(c *Config) { c.Dispatchers.MessageDelay = -1 }, "message delay -1"},
		{func(c *Config) { c.Dispatchers.View = belief.View{Kind: belief.Stale} }, "stale(0)"},
		{func(c *Config) { c.Start.Jobs = -1 }, "jobs -1"},
		{func(c *Config) { c.Start.Queues = []int{1} }, "queues: 1 of them"},
		{func(c *Config) { c.Start.Queues = []int{0, 0, -3, 0, 0} }, "queue -3"},
		{func(c *Config) { c.Start.Tails = [][]float64{{}} }, "tails: 1 of them"},
		{func(c *Config) { c.Start.Tails = [][]float64{{.5, .6}, {}} }, "length 2: 0.6"},
		{func(c *Config) { c.Start.Tails, c.Start.Queues = make([][]float64, 2), make([]int, 5) }, "both"},
		{func(c *Config) { c.Events = []Event{{At: -1}} }, "event 0: at -1"},
		{func(c *Config) { c.Events = []Event{{Do: 7}} }, "action 7"},
		{func(c *Config) { c.Events = []Event{{Class: 2}} }, "class 2"},
		{func(c *Config) { c.Events = []Event{{Servers: -1}} }, "servers -1"},
		{func(c *Config) { c.Events = []Event{{Speed: 0}} }, "speed 0"},
		{func(c *Config) { c.Events = []Event{{Speed: 1, Over: math.Inf(1)}} }, "over +Inf"},
		{func(c *Config) { c.Looks.Times = []float64{1} }, "looks: times without"},
		{func(c *Config) { c.Looks = Looks{[]float64{2, 1}, func(int, int, []int32) {}} }, "looks: time 1: 1"},
		{func(c *Config) { c.Looks = Looks{[]float64{math.NaN()}, func(int, int, []int32) {}} }, "looks: time 0: NaN"},
		{func(c *Config) { c.Length.Jobs = 0 }, "jobs 0"},
		{func(c *Config) { c.Rate = 0 }, "arrival rate 0"},
		{func(c *Config) { c.Length.Warmup = -2 }, "warmup -2"},
		{func(c *Config) { c.Length.Replications = -1 }, "replications -1"},
		{func(c *Config) { c.Length.Precision = 2 }, "precision 2"},
	} {
		c := unequal(t, "jsq(d=2)")
		x.change(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("error %v, want one with %q", err, x.want)
		}
	}
	c := unequal(t, "jsq(d=2)")
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}
