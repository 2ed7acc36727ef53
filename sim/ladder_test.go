package sim

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/policy"
)

// want fails unless the mean response time is within four standard errors, and what the truth itself may be off, of the truth.
func want(t *testing.T, r *Result, truth, slack float64) {
	t.Helper()
	got := r.Response
	if !(math.Abs(got.Mean-truth) <= 4*got.StdErr+slack) {
		t.Errorf("%s: mean response %.5f +- %.5f, want %.5f", r.Engine, got.Mean, got.StdErr, truth)
	}
	if got.StdErr > .02*truth {
		t.Errorf("%s: standard error %.5f is too large to say anything of %.5f", r.Engine, got.StdErr, truth)
	}
}

// run simulates and checks what holds in every run.
func run(t *testing.T, c Config) *Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Little) > .01 {
		t.Errorf("%s: Little's law off by %v", r.Engine, r.Little)
	}
	if r.Flow != 0 {
		t.Errorf("%s: flow off by %d jobs", r.Engine, r.Flow)
	}
	for _, c := range r.Classes {
		if c.Busy < 0 || c.Busy > 1+1e-9 {
			t.Errorf("%s: class %s busy %v of the time", r.Engine, c.Name, c.Busy)
		}
	}
	return r
}

func named(t testing.TB, text string) func() (steelyard.Policy, error) {
	t.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return spec.New
}

func law(t testing.TB, text string) dist.Law {
	t.Helper()
	l, err := dist.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestMM1 checks the mean, the quantiles and the utilisation on every engine.
func TestMM1(t *testing.T) {
	for _, e := range []Engine{CTMC, Lazy, Events} {
		r := run(t, Config{
			Classes: []Class{{Servers: 1, Speed: 2}},
			Rate:    1.4,
			Policy:  named(t, "random"),
			Length:  Length{Jobs: 400_000, Warmup: 4000},
			Engine:  e,
			Seed:    1,
		})
		want(t, r, 1/(2-1.4), 0)
		for _, p := range []float64{.5, .9, .99} {
			got, resolved := r.Law.Quantile(p)
			if truth := -math.Log(1-p) / .6; !resolved || math.Abs(got/truth-1) > .05 {
				t.Errorf("%s: quantile %v: %v (resolved %v), want %v", e, p, got, resolved, truth)
			}
		}
		if math.Abs(r.Utilisation-.7) > .005 {
			t.Errorf("%s: utilisation %v, want .7", e, r.Utilisation)
		}
	}
}

// TestMMc checks the Erlang C formula.
func TestMMc(t *testing.T) {
	const workers, load = 5, 4.
	r := run(t, Config{
		Classes: []Class{{Servers: 1, Speed: 1, Workers: workers}},
		Rate:    load,
		Policy:  named(t, "random"),
		Length:  Length{Jobs: 300_000, Warmup: 3000},
		Seed:    2,
	})
	wait := erlangB(workers, load) * workers / (workers - load*(1-erlangB(workers, load)))
	want(t, r, 1+wait/(workers-load), 0)
}

// erlangB is the probability that all of a number of servers without queue are busy.
func erlangB(servers int, load float64) float64 {
	b := 1.0
	for k := 1; k <= servers; k++ {
		b = load * b / (float64(k) + load*b)
	}
	return b
}

// TestMMcK checks the fraction of jobs that find a full buffer.
func TestMMcK(t *testing.T) {
	const load, workers, buffer = 2.5, 2, 5
	weight, sum, full, jobs := 1.0, 1.0, 0.0, 0.0
	for n := 1; n <= buffer; n++ {
		weight *= load / float64(min(n, workers))
		sum += weight
		full = weight
		jobs += weight * float64(n)
	}
	r := run(t, Config{
		Classes: []Class{{Servers: 1, Speed: 1, Workers: workers, Buffer: buffer}},
		Rate:    load,
		Policy:  named(t, "random"),
		Length:  Length{Jobs: 200_000, Warmup: 1000},
		Seed:    3,
	})
	want(t, r, jobs/(load*(sum-full)), 0)
	got, truth := float64(r.Blocked)/float64(r.Jobs), full/sum
	if se := math.Sqrt(truth/float64(r.Jobs)) * 3; math.Abs(got-truth) > 4*se { // successes in runs: thrice the error of independent ones
		t.Errorf("blocked %.4f, want %.4f", got, truth)
	}
}

// TestMG1 checks the Pollaczek-Khinchine formula.
func TestMG1(t *testing.T) {
	const load = .6
	for _, text := range []string{
		"deterministic", "erlang(k=3)", "hyperexponential(scv=4)", "uniform", "lognormal(sigma=1)", "weibull(shape=.7)", "gamma(shape=.5)",
	} {
		t.Run(text, func(t *testing.T) {
			size := law(t, text)
			r := run(t, Config{
				Classes: []Class{{Servers: 1, Speed: 1}},
				Rate:    load / size.Mean(),
				Size:    size,
				Policy:  named(t, "random"),
				Length:  Length{Jobs: 200_000, Warmup: 2000},
				Seed:    4,
			})
			want(t, r, size.Mean()+load/size.Mean()*size.SecondMoment()/(2*(1-load)), 0)
			if r.Engine != Lazy {
				t.Errorf("ran on %s", r.Engine)
			}
		})
	}
}

// TestPSIsInsensitive checks that under processor sharing only the mean of the size law counts.
func TestPSIsInsensitive(t *testing.T) {
	const load = .7
	for _, text := range []string{"deterministic", "exponential", "hyperexponential(scv=4)"} {
		r := run(t, Config{
			Classes:    []Class{{Servers: 1, Speed: 2}},
			Rate:       2 * load,
			Size:       law(t, text),
			Discipline: "ps",
			Policy:     named(t, "random"),
			Length:     Length{Jobs: 300_000, Warmup: 3000},
			Seed:       5,
		})
		want(t, r, .5/(1-load), 0)
	}
}

// TestPSWithWorkers checks a server of two workers under PS: the number of jobs is that of an M/M/2 queue.
func TestPSWithWorkers(t *testing.T) {
	const load = 1.4
	r := run(t, Config{
		Classes:    []Class{{Servers: 1, Speed: 1, Workers: 2}},
		Rate:       load,
		Size:       law(t, "erlang(k=2)"),
		Discipline: "ps",
		Policy:     named(t, "random"),
		Length:     Length{Jobs: 200_000, Warmup: 2000},
		Seed:       6,
	})
	want(t, r, 4/(4-load*load), 0)
}

// TestPublishedMeans checks fleets whose means are known from long runs elsewhere, with the errors of those.
func TestPublishedMeans(t *testing.T) {
	twoClasses := []Class{{Name: "fast", Servers: 20, Speed: 5 / 1.8}, {Name: "slow", Servers: 80, Speed: 1 / 1.8}}
	large := []Class{{Name: "fast", Servers: 100, Speed: 5 / 1.8}, {Name: "slow", Servers: 400, Speed: 1 / 1.8}}
	schemes := []Class{{Name: "slow", Servers: 250, Speed: 2. / 3}, {Name: "fast", Servers: 250, Speed: 4. / 3}}
	for _, x := range []struct {
		policy      string
		classes     []Class
		rate        float64
		discipline  string
		mean, error float64
		jobs        int
	}{
		{"jsq(d=2)", []Class{{Servers: 100, Speed: 1}}, 90, "fcfs", 2.6457, .0006, 2_000_000},
		{"jsq(d=2)", []Class{{Servers: 1000, Speed: 1}}, 900, "fcfs", 2.6173, .0003, 3_000_000},
		{"jsq-fs(df=2, ds=2, pf=0.839, ps=1)", twoClasses, 90, "fcfs", 1.739, .003, 1_000_000},
		{"jsq-fs(df=2, ds=2, pf=0.839, ps=1)", large, 450, "fcfs", 1.6205, .0015, 1_000_000},
		{"jiq-fs(df=2, ds=2, pf=0.7138, ps=1)", large, 450, "fcfs", 2.345, .002, 1_000_000},
		{"scheme1(d=[2,2])", schemes, 450, "fcfs", 1.7633, .0005, 1_000_000},
		{"scheme2(d=[2,2])", schemes, 450, "fcfs", 1.7534, .0005, 1_000_000},
		{"scheme1(d=[2,2])", schemes, 450, "ps", 1.7633, .0005, 400_000},
		{"scheme2(d=[2,2])", schemes, 450, "ps", 1.7534, .0005, 400_000},
	} {
		t.Run(fmt.Sprintf("%s %d %s", x.policy, int(x.rate), x.discipline), func(t *testing.T) {
			t.Parallel()
			r := run(t, Config{
				Classes:    x.classes,
				Rate:       x.rate,
				Discipline: x.discipline,
				Policy:     named(t, x.policy),
				Length:     Length{Jobs: x.jobs, Warmup: 200 * int(x.rate), Replications: 2},
				Seed:       8,
			})
			want(t, r, x.mean, 4*x.error)
		})
	}
}
