package rounds

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
	"github.com/steelyard-lb/steelyard/stats"
)

// model plays the rounds with a list of jobs per server and a board per dispatcher, as the model is written down.
type model struct {
	c           Config
	jobs        [][]int // rounds of arrival, per server
	boards      []*steelyard.Board
	dispatchers []*steelyard.Dispatcher
	told        []bool // a server's message is out
	law         Law
}

func newModel(t *testing.T, c Config, rates []float64) *model {
	t.Helper()
	m := &model{c: c, jobs: make([][]int, len(rates)), told: make([]bool, len(rates))}
	var kinds []steelyard.Kind
	for _, rate := range rates {
		kinds = append(kinds, steelyard.Kind{Rate: rate})
	}
	layout, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	for d := range c.Dispatchers {
		p, err := c.Policy()
		if err != nil {
			t.Fatal(err)
		}
		b := steelyard.NewBoard(layout)
		dispatcher, err := steelyard.NewDispatcher(p, b, steelyard.NewRand(c.Seed, "policy", 0, uint64(d)))
		if err != nil {
			t.Fatal(err)
		}
		dispatcher.Share(c.Dispatchers)
		m.boards, m.dispatchers = append(m.boards, b), append(m.dispatchers, dispatcher)
	}
	return m
}

func (m *model) play(rates []float64) {
	arrivals, services := rng.New(m.c.Seed, "round arrivals", 0), rng.New(m.c.Seed, "round services", 0)
	messages := rng.New(m.c.Seed, "idle messages", 0)
	law := newPoisson(m.c.Rate / float64(m.c.Dispatchers))
	for t := range m.c.Rounds {
		for d := range m.dispatchers {
			for i := range m.jobs {
				m.boards[d].Set(i, len(m.jobs[i]))
			}
		}
		var sent []int
		for d := range m.dispatchers {
			m.dispatchers[d].Round()
			picks := m.dispatchers[d].PickBatch(law.draw(&arrivals), nil)
			for _, i := range picks {
				m.dispatchers[d].Sent(i)
				m.told[i] = false
			}
			sent = append(sent, picks...)
		}
		for _, i := range sent {
			m.jobs[i] = append(m.jobs[i], t)
		}
		for i, rate := range rates {
			for range int(services.Exp() / math.Log(1+1/rate)) {
				if len(m.jobs[i]) > 0 {
					m.law.add(t-m.jobs[i][0]+1, 1)
					m.jobs[i] = m.jobs[i][1:]
				}
			}
			if len(m.jobs[i]) == 0 && !m.told[i] && m.dispatchers[0].Needs().Idle {
				m.told[i] = true
				m.dispatchers[messages.IntN(len(m.dispatchers))].Idle(i)
			}
		}
	}
}

// twentySpeeds is a system of two dispatchers at load .8 with so many speeds that how an index breaks ties does not depend on its past,
// unless it ranks by length alone.
func twentySpeeds(t *testing.T, text string) (c Config, rates []float64) {
	t.Helper()
	c = threeSpeeds(t, text)
	c.Classes = nil
	for k := range 20 {
		rates = append(rates, .3+.1*float64(k))
		c.Classes = append(c.Classes, Class{Servers: 1, Rate: rates[k]})
	}
	c.Rate = .8 * c.capacity()
	return c, rates
}

// modelled says whether the model knows the policy's rules: it takes no revocations and asks for no list of three classes.
func modelled(t *testing.T, text string) bool {
	t.Helper()
	p, err := parse(t, text).New()
	if err != nil {
		t.Fatal(err)
	}
	_, revokes := p.(steelyard.Revoker)
	return !revokes && !strings.Contains(text, "[")
}

// byLength are the policies whose ties are broken by the past of an index.
var byLength = []string{"jsq", "leastconn", "twf(est=1)"}

// TestModel compares the engine, draw for draw, with the model. The board that dispatchers share must not show one what another did,
// whatever the policy.
func TestModel(t *testing.T) {
	for _, text := range examples(t) {
		if !modelled(t, text) || slices.Contains(byLength, text) {
			continue
		}
		c, rates := twentySpeeds(t, text)
		m := newModel(t, c, rates)
		m.play(rates)
		r := mustRun(t, c)
		if !slices.Equal(trim(r.Responses.counts), trim(m.law.counts)) {
			t.Errorf("%s: response times %v, want %v", text, r.Responses.counts, m.law.counts)
		}
	}
}

// TestModelInLaw compares the means where ties may be broken otherwise.
func TestModelInLaw(t *testing.T) {
	for _, text := range byLength {
		var ours, theirs []float64
		for seed := range uint64(10) {
			c, rates := twentySpeeds(t, text)
			c.Seed = seed
			m := newModel(t, c, rates)
			m.play(rates)
			ours, theirs = append(ours, mustRun(t, c).Law.Mean()), append(theirs, m.law.Mean())
		}
		if d := stats.Difference(ours, theirs); math.Abs(d.Mean) > 4*d.StdErr || d.StdErr > .02*theirs[0] {
			t.Errorf("%s: mean response time differs by %g +- %g", text, d.Mean, d.StdErr)
		}
	}
}

// TestOneServer compares with the stationary law of the Markov chain q' = max(0, q + A - C) of a single server, by power iteration.
func TestOneServer(t *testing.T) {
	const rate, load, size = 1.5, .8, 160
	law := newPoisson(load * rate)
	q, next := make([]float64, size), make([]float64, size)
	q[0] = 1
	for range 1000 {
		clear(next)
		before := 0.0
		for a, c := range law.cumulative {
			for k, p := range q {
				spread(next, p*(c-before), k+law.least+a, rate/(1+rate))
			}
			before = c
		}
		q, next = next, q
	}
	length := 0.0
	for k, p := range q {
		length += float64(k) * p
	}
	response := (length + load*rate) / (load * rate) // Little's law, jobs of the round included
	c := Config{
		Classes: []Class{{Servers: 1, Rate: rate}}, Rate: load * rate, Policy: parse(t, "random").New,
		Rounds: 100_000, Replications: 8, Seed: 1,
	}
	r := mustRun(t, c)
	if error := 4 * r.Response.StdErr; math.Abs(r.Response.Mean-response) > error || error > .05*response {
		t.Errorf("mean response %g +- %g, want %g", r.Response.Mean, error, response)
	}
	if math.Abs(r.Length-length) > 4*r.Response.StdErr*load*rate {
		t.Errorf("mean length %g, want %g", r.Length, length)
	}
}

// spread gives the probability p of n jobs to what a geometric number of services leaves of them.
func spread(next []float64, p float64, n int, ratio float64) {
	n = min(n, len(next)-1)
	for k := n; k > 0; k-- {
		next[k] += p * (1 - ratio)
		p *= ratio
	}
	next[0] += p
}
