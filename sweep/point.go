package sweep

import (
	"fmt"
	"strconv"
)

// Point is one replication of one policy at one load.
type Point struct {
	Index       int // in the plan: load by load, policy by policy, replication by replication
	Key         string
	Policy      string
	Load        string
	Replication int // from 0
	cell        int
}

func (p Point) String() string {
	return fmt.Sprintf("%s at load %s, replication %d", p.Policy, p.Load, p.Replication)
}

// Points are all of the plan, in the order of their indexes.
func (w *Sweep) Points() []Point { return w.points }

// layPoints lists the points of the cells.
func (w *Sweep) layPoints() {
	for k, c := range w.cells {
		for r := range w.Plan.Replications {
			p := Point{Index: len(w.points), Policy: c.policy, Load: c.load, Replication: r, cell: k}
			p.Key = nameOf([]byte(w.id + " " + strconv.Itoa(p.Index)))
			w.points = append(w.points, p)
		}
	}
}
