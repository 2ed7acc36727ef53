package scenario

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/sim"
)

// MaxJobs is the most jobs that a replication may count.
const MaxJobs = 1_000_000_000_000

// MaxReplications is the most replications that a run may have.
const MaxReplications = 100_000

// runFields are those of the run.
var runFields = []string{"jobs", "warmup", "replications", "seed", "precision"}

// run reads how long to look.
func (r *reader) run() {
	o := section(r.root.Get("run"), runFields...)
	r.s.Seed = uint64(o.Get("seed").Or("1").Int(0, math.MaxInt))
	r.s.Length = sim.Length{
		Jobs:         o.Get("jobs").Or("1000000").Int(1, MaxJobs),
		Warmup:       readWarmup(o.Get("warmup")),
		Replications: o.Get("replications").Or("4").Int(1, MaxReplications),
		Precision:    readPrecision(o.Get("precision")),
	}
	if r.s.Rate == 0 {
		r.drain(o)
	}
}

// drain makes a run without arrivals, which serves the jobs of time 0.
func (r *reader) drain(o fleet.Object) {
	for _, field := range []string{"jobs", "warmup"} {
		if v := o.Get(field); v.Present() {
			v.Fail("given though no jobs arrive, want a load or an arrival_rate besides")
		}
	}
	r.s.Length.Jobs, r.s.Length.Warmup, r.s.Length.Drain = 0, 0, true
}

// readWarmup reads a number of jobs, or auto, which is -1.
func readWarmup(v fleet.Value) int {
	jobs, auto := v.Or("auto").IntOrWord("auto", 0, MaxJobs)
	if auto {
		return -1
	}
	return jobs
}

const precisionWanted = "a percentage above 0 and below 100, such as 0.1%"

func readPrecision(v fleet.Value) float64 {
	if !v.Present() {
		return 0
	}
	share, err := ParsePrecision(v.Text(precisionWanted))
	if err != nil {
		v.Want("%s", precisionWanted)
	}
	return share
}

// ParsePrecision reads a percentage, such as 0.1%, and returns it as a share.
func ParsePrecision(text string) (float64, error) {
	number, ok := strings.CutSuffix(strings.TrimSpace(text), "%")
	percent, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if !ok || err != nil || !(percent > 0 && percent < 100) {
		return 0, errors.New("want " + precisionWanted)
	}
	return percent / 100, nil
}
