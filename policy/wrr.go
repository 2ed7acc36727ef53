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
	step  []float64 // between a server's turns, in virtual time
	due   []float64 // when its next turn was due at the last Bind
	queue heap      // when each server's next turn is due; the smaller index among ties
	now   float64   // when the last turn was due
}

// Bind implements steelyard.Binder. Servers that stay keep their place in the turn.
func (p *smoothInTurn) Bind(v *steelyard.View) error {
	l := v.Layout()
	for _, x := range p.queue {
		p.due[x.server] = x.key
	}
	p.queue = p.queue[:0]
	p.step, p.due = resize(p.step, l.Len()), resize(p.due, l.Len())
	for i := range l.Len() {
		if l.Class(i) == steelyard.None {
			p.step[i] = 0
			continue
		}
		step := 1 / l.Kind(i).Capacity()
		wait := step / 2
		if p.step[i] > 0 {
			wait = max(p.due[i]-p.now, 0) * (step / p.step[i])
		}
		p.step[i] = step
		p.queue = append(p.queue, heapItem{key: p.now + wait, second: float64(i), server: int32(i)})
	}
	p.queue.order()
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

// turn takes the turn of the server at position k of the queue.
func (p *smoothInTurn) turn(k int) int {
	x := &p.queue[k]
	i := int(x.server)
	p.now = max(p.now, x.key)
	x.key = p.now + p.step[i]
	p.queue.sink(k)
	return i
}

// firstEligible looks at all servers: for when few are eligible and their turns are rare.
func (p *smoothInTurn) firstEligible(v *steelyard.View) int {
	first := steelyard.None
	for k, x := range p.queue {
		if v.Eligible(int(x.server)) && (first == steelyard.None || x.before(p.queue[first])) {
			first = k
		}
	}
	if first == steelyard.None {
		return steelyard.None
	}
	return p.turn(first)
}
