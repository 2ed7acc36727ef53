package sim

import (
	"fmt"
	"math"
	"testing"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/stats"
)

// unequal is a fleet of two classes at a load that all the policies here carry.
func unequal(t testing.TB, text string) Config {
	return Config{
		Classes: []Class{{Name: "slow", Servers: 3, Speed: 1}, {Name: "fast", Servers: 2, Speed: 3}},
		Rate:    3,
		Policy:  named(t, text),
		Length:  Length{Jobs: 200_000, Replications: 4},
		Seed:    7,
	}
}

// TestCompiledRuleIsThePolicy enumerates, for every example of the table of policies whose rule can be compiled, the law of the pick on many
// lengths, and compares it with what the tables give.
func TestCompiledRuleIsThePolicy(t *testing.T) {
	compiled := 0
	for _, entry := range policy.All() {
		for _, text := range entry.Examples {
			if checkCompiled(t, text) {
				compiled++
			}
		}
	}
	if compiled < 8 {
		t.Errorf("only %d policies of the table were compiled", compiled)
	}
}

func checkCompiled(t *testing.T, text string) bool {
	c := unequal(t, text)
	engine, err := c.start(CTMC, 0)
	if err != nil {
		return false
	}
	m := engine.(*chain)
	if m.kernel == nil {
		return false
	}
	for _, lengths := range [][]int{{0, 0, 0, 0, 0}, {1, 0, 2, 0, 3}, {2, 2, 2, 2, 2}, {1, 1, 1, 3, 3}, {5, 4, 3, 2, 1}, {9, 9, 9, 29, 30}} {
		script := steelyard.NewScript()
		p, err := c.Policy()
		if err != nil {
			t.Fatal(err)
		}
		board := steelyard.NewBoard(m.layout)
		d, err := steelyard.NewDispatcher(p, board, script.Rand())
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range lengths {
			board.Set(i, n)
		}
		want := steelyard.PickLaw(d, script, steelyard.Job{})
		got := m.kernel.pickLaw(lengths)
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-8 {
				t.Errorf("%s on %v: picks by table %.9f, by policy %.9f", text, lengths, got, want)
				break
			}
		}
	}
	return true
}

// pickLaw is the law of an arrival's server, from the tables.
func (k *kernel) pickLaw(lengths []int) []float64 {
	law := make([]float64, len(lengths))
	total := 0.0
	for a := range k.arrivals {
		p := &k.pairings[a]
		weight := probability(&k.draw, a)
		total += weight
		weight /= float64(p.servers[0] * p.servers[1])
		for i := range p.servers[0] {
			for j := range p.servers[1] {
				x, y := int(p.first[0])+int(i), int(p.first[1])+int(j)
				if p.same == 1 && j >= i {
					y++
				}
				second := float64(k.table[int(p.table)+lengths[x]*reach+lengths[y]]) / certain
				law[x] += weight * (1 - second)
				law[y] += weight * second
			}
		}
	}
	for i := range law {
		law[i] /= total
	}
	return law
}

// probability is that of item k.
func probability(g *guide, k int) float64 {
	end := func(k int) float64 {
		if k < 0 {
			return 0
		}
		if k >= len(g.ends) {
			return 1
		}
		return float64(g.ends[k]) / 0x1p64
	}
	return end(k) - end(k-1)
}

// TestKernelAgreesWithChain compares the mean response times of the kernel and of the chain without it.
func TestKernelAgreesWithChain(t *testing.T) {
	for _, text := range []string{"random", "jsq(d=2)", "sed(d=2)", "wjsq(d=2)", "hjsq(d=2)"} {
		c := unequal(t, text)
		var mean [2]stats.Estimate
		for k := range mean {
			var values []float64
			for replication := range 8 {
				engine, err := c.start(CTMC, replication+8*k)
				if err != nil {
					t.Fatal(err)
				}
				m := engine.(*chain)
				if m.kernel == nil {
					t.Fatalf("%s: not compiled", text)
				}
				if k == 1 {
					m.kernel = nil
				}
				if err := m.run(5000); err != nil {
					t.Fatal(err)
				}
				m.clear()
				if err := m.run(100_000); err != nil {
					t.Fatal(err)
				}
				x := m.mark()
				values = append(values, x.response/x.ended)
			}
			mean[k] = stats.FromReplications(values)
		}
		if d := mean[0].Mean - mean[1].Mean; math.Abs(d) > 4*math.Hypot(mean[0].StdErr, mean[1].StdErr) {
			t.Errorf("%s: kernel %.4f +- %.4f, chain %.4f +- %.4f", text, mean[0].Mean, mean[0].StdErr, mean[1].Mean, mean[1].StdErr)
		}
	}
}

// TestKernelHandsOver lets queues grow out of the tables and checks that the chain goes on with every job and the same steps.
func TestKernelHandsOver(t *testing.T) {
	c := unequal(t, "random")
	c.Rate = 8
	engine, err := c.start(CTMC, 0)
	if err != nil {
		t.Fatal(err)
	}
	m := engine.(*chain)
	plain, err := c.start(CTMC, 0)
	if err != nil {
		t.Fatal(err)
	}
	plain.(*chain).kernel = nil
	for _, e := range []engineSteps{{m, 3000}, {plain.(*chain), 3000}} {
		if err := e.chain.run(e.arrivals); err != nil {
			t.Fatal(err)
		}
	}
	if m.kernel != nil {
		t.Fatal("the kernel did not run over")
	}
	if m.step != plain.(*chain).step || m.streams != plain.(*chain).streams {
		t.Errorf("after 3000 arrivals at step %d, without kernel %d", m.step, plain.(*chain).step)
	}
	jobs := 0
	for _, n := range m.truth.Lens() {
		jobs += int(n)
	}
	above := int64(0)
	for class := range m.levels.level {
		for k := range m.levels.level[class] {
			above += m.levels.above(class, k)
		}
	}
	if int64(jobs) != above {
		t.Errorf("%d jobs on the board, %d by the levels", jobs, above)
	}
}

type engineSteps struct {
	chain    *chain
	arrivals int
}

func TestChainIsFed(t *testing.T) {
	for _, text := range []string{"jsq(d=2)", "jsq"} {
		c := unequal(t, text)
		r := run(t, c)
		if r.Engine != CTMC {
			t.Errorf("%s ran on %s", text, r.Engine)
		}
		wantMessages := map[string]float64{"jsq(d=2)": 2, "jsq": 1}[text]
		if math.Abs(r.MessagesPerJob-wantMessages) > 1e-3 {
			t.Errorf("%s: %v messages per job, want %v", text, r.MessagesPerJob, wantMessages)
		}
		if s := fmt.Sprint(r.Flow); s != "0" {
			t.Errorf("%s: flow %s", text, s)
		}
	}
}
