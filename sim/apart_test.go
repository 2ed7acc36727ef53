package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/stats"
)

// apart runs the replications of c one by one, stores and reads each, and combines them.
func apart(t *testing.T, c Config) *Result {
	t.Helper()
	var trials []*Trial
	for k := range c.Length.Replications {
		trial, err := Replicate(context.Background(), c, k)
		if err != nil {
			t.Fatal(err)
		}
		if trial == nil {
			continue
		}
		trials = append(trials, reread(t, trial))
	}
	r, err := Combine(c, trials)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reread is a trial stored and read, which must be stored alike again.
func reread(t *testing.T, trial *Trial) *Trial {
	t.Helper()
	data, err := json.Marshal(trial)
	if err != nil {
		t.Fatal(err)
	}
	read := &Trial{}
	if err := json.Unmarshal(data, read); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(read); err != nil || !bytes.Equal(again, data) {
		t.Errorf("stored as\n%s\nand again as\n%s (%v)", data, again, err)
	}
	return read
}

// levelControl is a control that looks at nothing but how many servers are busy.
type levelControl struct{}

func (levelControl) Jobs(tails [][]int64) float64 { return float64(tails[0][1]) + float64(tails[1][1]) }

// TestApart wants replications that are run apart, stored and combined to make the very result of one run.
func TestApart(t *testing.T) {
	cases := map[string]func(*Config){
		"ctmc": func(*Config) {},
		"tails": func(c *Config) {
			c.Start.Tails, c.Control = [][]float64{{.5, .2}, {.6}}, func() Control { return levelControl{} }
		},
		"lazy":     func(c *Config) { c.Engine = Lazy },
		"events":   func(c *Config) { c.Engine, c.Classes[0].Buffer = Events, 3 },
		"windows":  func(c *Config) { c.Windows = []Window{{"early", 0, 50}, {"late", 100, 200}} },
		"changes":  func(c *Config) { c.Start.Jobs, c.Length.Drain, c.Engine = 20, true, Events },
		"unstable": func(c *Config) { c.Rate *= 1.5 },
		"many": func(c *Config) {
			c.Engine = Events
			for len(c.Classes) <= mostLaws {
				c.Classes = append(c.Classes, Class{Servers: 1, Speed: 1 + .01*float64(len(c.Classes))})
			}
		},
		"overload": func(c *Config) { c.Rate = 1e3 },
	}
	for name, change := range cases {
		t.Run(name, func(t *testing.T) {
			c := unequal(t, "jsq(d=2)")
			c.Length = Length{Jobs: 5000, Warmup: -1, Replications: 3}
			change(&c)
			if whole, parts := run(t, c), apart(t, c); !reflect.DeepEqual(whole, parts) {
				t.Errorf("one run found\n%+v\ncombined\n%+v", whole, parts)
			}
		})
	}
}

// TestTrialsOfAnother wants trials that do not belong to the configuration to be refused.
func TestTrialsOfAnother(t *testing.T) {
	c := unequal(t, "jsq(d=2)")
	c.Length = Length{Jobs: 100, Replications: 1}
	own, err := Replicate(context.Background(), c, 0)
	if err != nil {
		t.Fatal(err)
	}
	windowed, short := c, reread(t, own)
	windowed.Windows = []Window{{"all", 0, 1}}
	short.batches = short.batches[1:]
	for _, x := range []struct {
		c      Config
		trials []*Trial
		want   string
	}{
		{c, nil, "trials: none"},
		{c, []*Trial{own, nil}, "trial 1: empty"},
		{c, []*Trial{{}}, "trial 0: empty"},
		{mm1(t, c.Length), []*Trial{own}, "got 2 classes, want 1"},
		{windowed, []*Trial{own}, "got 0 windows, want 1"},
		{c, []*Trial{short}, "got 19 batches, want 20"},
	} {
		if _, err := Combine(x.c, x.trials); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("got %v, want %q", err, x.want)
		}
	}
}

// TestTrialIsStoredWhole wants every number of a trial stored and read.
func TestTrialIsStoredWhole(t *testing.T) {
	class := classSums{new(stats.Histogram), 1, 2.5, 3, []float64{4, 5}, 6, 7, 8, 9.5, 10.5, 11}
	trial := &Trial{
		sums:    &sums{[]classSums{class}, []windowSums{}, 1.5, 2.5, 3, 4, 5, 6, 7},
		batches: []mark{{1, 2, 3, 4, 5, 6, 7, 8}},
		warmup:  12,
	}
	if read := reread(t, trial); !reflect.DeepEqual(read, trial) {
		t.Errorf("read %+v %+v, want %+v %+v", read, read.sums, trial, trial.sums)
	}
}
