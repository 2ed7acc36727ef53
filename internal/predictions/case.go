package predictions

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/steelyard-lb/steelyard/scenario"
)

// Case is a policy on a fleet at a load.
type Case struct {
	Policy string
	Fleet  []Class
	Load   float64 // of what the policy can bear on the fleet
}

// Class is a speed and how many servers have it in the smallest fleet.
type Class struct {
	Servers int
	Speed   float64
}

// Small is the size of the smaller fleets, Times how much larger the others are.
const (
	Small = 200
	Times = 5
)

// Policies are those that are predicted: paper 0's families, the schemes for several types, and those that sample the whole fleet.
func Policies() []string {
	return []string{"jiq-fs", "jsq-fs", "scheme1", "scheme2", "jsq(d)", "sed(d)", "wjsq(d)", "hjsq(d)"}
}

// Sampled says whether a policy samples the whole fleet, so that its mean field is predicted to be off by a term that falls as 1/k.
func Sampled(policy string) bool { return strings.HasSuffix(policy, "(d)") }

// Draw draws the index-th case of a policy: 2 to 4 classes, or 2 for a family of two, whose speeds span a factor of up to 8, loads from .3 to
// .95 of what the policy bears.
func Draw(policy string, index uint64) (Case, error) {
	name := fmt.Sprintf("%-8s", policy)
	r := rand.New(rand.NewPCG(index, uint64(name[0])<<32|uint64(name[2])<<16|uint64(name[6])))
	classes := 2
	if !strings.HasSuffix(policy, "-fs") {
		classes += r.IntN(3)
	}
	c := Case{Fleet: drawFleet(r, classes), Load: .3 + .65*r.Float64()}
	c.Policy = drawPolicy(r, policy, c.Fleet)
	most, err := c.bearable()
	c.Load *= most
	return c, err
}

func drawFleet(r *rand.Rand, classes int) []Class {
	fleet := make([]Class, classes)
	left, speed := Small, 1.0
	for k := classes - 1; k >= 0; k-- {
		fleet[k] = Class{left, math.Round(100*speed) / 100}
		if k > 0 {
			fleet[k].Servers = max(20, left-20*k-r.IntN(left-20*k-10))
			fleet[k].Servers = min(fleet[k].Servers, left-20*k)
		}
		left -= fleet[k].Servers
		speed *= math.Pow(8, (.25+.75*r.Float64())/float64(classes-1))
	}
	return fleet
}

func drawPolicy(r *rand.Rand, policy string, fleet []Class) string {
	d := 2 + r.IntN(2)
	switch policy {
	case "jiq-fs", "jsq-fs":
		// With p_F the share of capacity, any p_S from that of the slow class on is stable at every load.
		fast := float64(fleet[0].Servers) * fleet[0].Speed
		slow := float64(fleet[1].Servers) * fleet[1].Speed / (fast + float64(fleet[1].Servers)*fleet[1].Speed)
		return fmt.Sprintf("%s(df=%d, ds=%d, ps=%.3f)", policy, 2+r.IntN(2), d, slow+(1-slow)*r.Float64())
	case "scheme1", "scheme2":
		var list []string
		for range fleet {
			list = append(list, fmt.Sprint(1+r.IntN(2)))
		}
		return fmt.Sprintf("%s(d=[%s])", policy, strings.Join(list, ","))
	}
	return strings.Replace(policy, "(d)", fmt.Sprintf("(d=%d)", d), 1)
}

// Scenario is the case on a fleet so many times as large, with so many jobs in each of four replications.
func (c Case) Scenario(times, jobs int, seed uint64) (*scenario.Scenario, error) {
	var classes []string
	for k, x := range c.Fleet {
		classes = append(classes, fmt.Sprintf("{name: c%d, servers: %d, speed: %v}", k, x.Servers*times, x.Speed))
	}
	text := fmt.Sprintf("classes: [%s]\nload: %v\npolicy: %s\nrun: {jobs: %d, warmup: %d, seed: %d}\n",
		strings.Join(classes, ", "), c.Load, c.Policy, jobs, jobs/2, seed)
	return scenario.Parse("case", []byte(text))
}
