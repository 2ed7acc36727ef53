package meanfield

import (
	"errors"
	"math/rand/v2"
	"testing"
)

var stolyar = Pull{Fleet: Fleet{{2, 0.4}, {0.5, 0.6}}, Arrivals: 0.8, Buffers: []int{5, 1}}

func TestPullLimit(t *testing.T) {
	p, err := stolyar.Predict()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "busy 1", p.Classes[0].Busy, 2.0/3, 1e-9)
	near(t, "busy 2", p.Classes[1].Busy, 8.0/9, 1e-9)
	near(t, "mean", p.MeanResponse, (0.4*2/3+0.6*8/9)/0.8, 1e-9)
	near(t, "messages", p.Messages, 1, 0)
	near(t, "residual", p.Residual, 0, 1e-12)
	rows := readTable(t, "pull.csv")
	limit := rows[len(rows)-1]
	near(t, "busy 1", p.Classes[0].Busy, number(t, limit["busy_pool1"]), 5e-7)
	near(t, "busy 2", p.Classes[1].Busy, number(t, limit["busy_pool2"]), 5e-7)
}

// Messages sent in proportion to the shares restore the limit without waiting.
func TestPullWithUnequalShares(t *testing.T) {
	m := stolyar
	m.Shares = []float64{0.5, 0.3, 0.2}
	uneven, err := m.Predict()
	if err != nil {
		t.Fatal(err)
	}
	if uneven.Wait < 0.01 || uneven.Messages >= 1 {
		t.Errorf("wait %v, messages %v: want waiting and fewer messages", uneven.Wait, uneven.Messages)
	}
	m.ByShare = true
	fair, err := m.Predict()
	if err != nil {
		t.Fatal(err)
	}
	if fair.Wait != 0 || fair.Block != 0 {
		t.Errorf("by share: wait %v, block %v", fair.Wait, fair.Block)
	}
}

// With messages kept, each router uses what comes to the least loaded one: R times
// the least share is the rate of messages.
func TestKeptMessagesPerJob(t *testing.T) {
	m := stolyar
	m.Shares, m.Keep = []float64{0.5, 0.3, 0.2}, true
	p, err := m.Predict()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "messages", p.Messages, 0.6, 1e-9)
	near(t, "residual", p.Residual, 0, 1e-10)
}

// A simulation of the system itself, event by event, is the independent check.
func TestUnequalSharesAgainstSimulation(t *testing.T) {
	for _, keep := range []bool{false, true} {
		m := Pull{Fleet: Fleet{{2, 0.4}, {0.5, 0.6}}, Arrivals: 0.7, Buffers: []int{5, 3}, Shares: []float64{0.5, 0.3, 0.2}, Keep: keep}
		p, err := m.Predict()
		if err != nil {
			t.Fatal(err)
		}
		got := simulatePull(m, 4000, 3_000_000)
		near(t, "wait", got.wait, p.Wait, 0.02*p.Wait)
		near(t, "block", got.block, p.Block, 0.05*p.Block)
		near(t, "messages", got.messages, p.Messages, 0.01)
		for c := range m.Fleet {
			near(t, "busy", got.busy[c], p.Classes[c].Busy, 0.004)
		}
	}
}

type pullCounts struct {
	wait, block, messages float64
	busy                  [2]float64
}

// simulatePull runs the uniformised chain of n servers.
func simulatePull(m Pull, n, events int) pullCounts {
	r := rand.New(rand.NewPCG(11, 12))
	class, jobs, router, slot := make([]int, n), make([]int, n), make([]int, n), make([]int, n)
	held := make([][]int, len(m.Shares))
	message := func(s int) {
		k := r.IntN(len(m.Shares))
		router[s], slot[s] = k, len(held[k])
		held[k] = append(held[k], s)
	}
	withdraw := func(s int) {
		k := router[s]
		last := held[k][len(held[k])-1]
		held[k][slot[s]], slot[last] = last, slot[s]
		held[k] = held[k][:len(held[k])-1]
		router[s] = -1
	}
	for s := range n {
		if float64(s) >= m.Fleet[0].Share*float64(n) {
			class[s] = 1
		}
		message(s)
	}
	var c pullCounts
	arrived, samples := 0.0, 0.0
	total := m.Arrivals + m.Fleet[0].Rate
	for e := range events {
		counted := e > events/3
		if r.Float64()*total < m.Arrivals {
			k, x := 0, r.Float64()
			for x >= m.Shares[k] && k < len(m.Shares)-1 {
				x -= m.Shares[k]
				k++
			}
			s := r.IntN(n)
			if len(held[k]) > 0 {
				s = held[k][r.IntN(len(held[k]))]
				withdraw(s)
			} else if router[s] >= 0 && !m.Keep {
				withdraw(s)
			}
			if counted {
				arrived++
				switch {
				case jobs[s] == m.Buffers[class[s]]:
					c.block++
				case jobs[s] > 0:
					c.wait++
				}
			}
			jobs[s] = min(jobs[s]+1, m.Buffers[class[s]])
		} else if s := r.IntN(n); jobs[s] > 0 && r.Float64()*m.Fleet[0].Rate < m.Fleet[class[s]].Rate {
			jobs[s]--
			if jobs[s] == 0 && router[s] < 0 {
				message(s)
				if counted {
					c.messages++
				}
			}
		}
		if counted && e%n == 0 {
			samples++
			for s := range n {
				if jobs[s] > 0 {
					c.busy[class[s]]++
				}
			}
		}
	}
	c.wait, c.block, c.messages = c.wait/arrived, c.block/arrived, c.messages/arrived
	for k, class := range m.Fleet {
		c.busy[k] /= samples * class.Share * float64(n)
	}
	return c
}

func TestPullErrors(t *testing.T) {
	var field *FieldError
	for name, spoil := range map[string]func(*Pull){
		"buffers": func(m *Pull) { m.Buffers = []int{1} },
		"buffer":  func(m *Pull) { m.Buffers = []int{1, -1} },
		"shares":  func(m *Pull) { m.Shares = []float64{0.5, 0.6} },
		"share":   func(m *Pull) { m.Shares = []float64{1, 0} },
	} {
		m := stolyar
		spoil(&m)
		if _, err := m.Predict(); !errors.As(err, &field) {
			t.Errorf("%s: %v", name, err)
		}
	}
	m := Pull{Fleet: Fleet{{2, 0.4}, {0.5, 0.6}}, Arrivals: 1.0, Shares: []float64{0.9, 0.1}}
	if _, err := m.Predict(); !errors.Is(err, ErrUnstable) {
		t.Errorf("blind overload: %v", err)
	}
}
