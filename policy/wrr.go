package policy

import steelyard "github.com/steelyard-lb/steelyard"

var wrr = Entry{
	Name:     "wrr",
	Summary:  "the servers in turn, each as often as its capacity asks and its turns evenly spread",
	Source:   "earliest deadline first over turns, as in the weighted round robin of Envoy and gRPC; the shares of Webster's method",
	Messages: "0",
	Examples: []string{"wrr"},
	Memory:   remembers,
	New:      func(Args) (steelyard.Policy, error) { return &smoothInTurn{}, nil },
}

// smoothInTurn gives server i a turn every 1/capacity of a virtual time, the first after half of that, and takes turns as
// they fall due. The number of a server's turns so far differs from its share by about one at most. A server that is not
// eligible misses its turns.
type smoothInTurn struct {
	due   []float64 // of each server's next turn, in virtual time
	step  []float64 // between a server's turns
	queue []int32   // a heap of servers, the earliest due first
	now   float64   // when the last turn was due
}

// Bind implements steelyard.Binder. Servers that stay keep their place in the turn.
func (p *smoothInTurn) Bind(v *steelyard.View) error {
	l := v.Layout()
	old := len(p.step)
	p.due, p.step = resize(p.due, l.Len()), resize(p.step, l.Len())
	p.queue = p.queue[:0]
	for i := range l.Len() {
		if l.Class(i) == steelyard.None {
			p.step[i] = 0
			continue
		}
		step := 1 / l.Kind(i).Capacity()
		if i < old && p.step[i] > 0 {
			p.due[i] = p.now + max(p.due[i]-p.now, 0)*(step/p.step[i])
		} else {
			p.due[i] = p.now + step/2
		}
		p.step[i] = step
		p.queue = append(p.queue, int32(i))
	}
	for k := len(p.queue)/2 - 1; k >= 0; k-- {
		p.sink(k)
	}
	return nil
}

// resize keeps what fits of s, with zeros for what is new.
func resize(s []float64, n int) []float64 {
	for len(s) < n {
		s = append(s, 0)
	}
	return s[:n]
}

// Pick implements steelyard.Policy.
func (p *smoothInTurn) Pick(v *steelyard.View, _ steelyard.Job) int {
	for range p.queue {
		if i := p.turn(0); v.Eligible(i) {
			return i
		}
	}
	return p.firstEligible(v)
}

// turn takes the turn of the server at position k of the heap.
func (p *smoothInTurn) turn(k int) int {
	i := int(p.queue[k])
	p.now = max(p.now, p.due[i])
	p.due[i] = p.now + p.step[i]
	p.sink(k)
	return i
}

// firstEligible looks at all servers: for when few are eligible and their turns are rare.
func (p *smoothInTurn) firstEligible(v *steelyard.View) int {
	first := steelyard.None
	for k, i := range p.queue {
		if v.Eligible(int(i)) && (first == steelyard.None || p.before(i, p.queue[first])) {
			first = k
		}
	}
	if first == steelyard.None {
		return steelyard.None
	}
	return p.turn(first)
}

func (p *smoothInTurn) before(a, b int32) bool {
	return p.due[a] < p.due[b] || p.due[a] == p.due[b] && a < b
}

// sink moves the server at position k of the heap down to where it belongs.
func (p *smoothInTurn) sink(k int) {
	q := p.queue
	for {
		child := 2*k + 1
		if child >= len(q) {
			return
		}
		if child+1 < len(q) && p.before(q[child+1], q[child]) {
			child++
		}
		if !p.before(q[child], q[k]) {
			return
		}
		q[k], q[child] = q[child], q[k]
		k = child
	}
}
