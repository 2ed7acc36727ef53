package sim

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// tokens are the idle messages of servers (Stolyar, arXiv 1512.07873). A server that becomes idle, that is has a free worker, tells
// one dispatcher chosen at random; at time 0 every idle server has told one. A job of that dispatcher uses the message up. If one
// of another dispatcher comes first, the server withdraws its message, provided that policies take revocations; else the message stays out,
// and the server sends no second one until it has been used.
type tokens struct {
	*replica
	random rng.Rand
	holder []int32 // the dispatcher that was told, none
	revoke bool
	shares []float64 // cumulative; nil is uniform
	delay  float64
	mail   fifo[idleMessage]
}

type idleMessage struct {
	due    float64
	server int32
	to     int32
	revoke bool
}

const none = -1

func newTokens(r *replica) *tokens {
	d := &r.config.Dispatchers
	t := &tokens{replica: r, random: r.stream("idle messages"), delay: d.MessageDelay}
	t.grow(len(r.class))
	if d.IdleByShare {
		t.shares = cumulative(d.Shares)
	}
	_, t.revoke = r.dispatchers[0].Policy().(steelyard.Revoker)
	return t
}

func (t *tokens) grow(servers int) {
	for len(t.holder) < servers {
		t.holder = append(t.holder, none)
	}
}

// begin sends the messages of the servers that are idle at time 0, which are not counted and not delayed.
func (t *tokens) begin() {
	delay := t.delay
	t.delay = 0
	for i := range t.holder {
		if t.idle(i) {
			t.send(i, 0)
		}
	}
	t.delay = delay
}

func (t *tokens) idle(i int) bool {
	workers := t.classes[t.class[i]].workers()
	return t.truth.Len(i) < workers && t.truth.Eligible(i)
}

func (t *tokens) send(i int, now float64) {
	t.holder[i] = int32(t.choose())
	t.post(idleMessage{due: now, server: int32(i), to: t.holder[i]})
}

func (t *tokens) choose() int {
	if t.shares != nil {
		return pickCumulative(t.shares, &t.random)
	}
	if len(t.dispatchers) == 1 {
		return 0
	}
	return t.random.IntN(len(t.dispatchers))
}

// left is called when server i may have become idle.
func (t *tokens) left(i int, now float64) {
	if t.holder[i] == none && t.idle(i) {
		t.sums.unasked++
		t.send(i, now)
	}
}

// joined is called when a job of dispatcher from has joined server i.
func (t *tokens) joined(i, from int, now float64) {
	switch holder := t.holder[i]; {
	case holder == none:
	case int(holder) == from:
		t.holder[i] = none
	case t.revoke:
		t.withdraw(i, now)
	}
	t.left(i, now)
}

// refused is called when a job of dispatcher from has found server i full: the message that sent it there is used up all the same.
func (t *tokens) refused(i, from int) {
	if t != nil && int(t.holder[i]) == from {
		t.holder[i] = none
	}
}

func (t *tokens) withdraw(i int, now float64) {
	t.sums.revoked++
	t.post(idleMessage{due: now, server: int32(i), to: t.holder[i], revoke: true})
	t.holder[i] = none
}

// gone is called when server i takes no more jobs.
func (t *tokens) gone(i int, now float64) {
	if t.holder[i] != none && t.revoke {
		t.withdraw(i, now)
	}
}

func (t *tokens) post(m idleMessage) {
	if t.delay == 0 {
		t.hand(m)
		return
	}
	m.due += t.delay
	t.mail.push(m)
}

func (t *tokens) hand(m idleMessage) {
	d := t.dispatchers[m.to]
	if m.revoke {
		d.Revoke(int(m.server))
		return
	}
	d.Idle(int(m.server))
}

// next is when the next message arrives.
func (t *tokens) next() float64 {
	if t.mail.n == 0 {
		return never
	}
	return t.mail.at(0).due
}

// deliver hands over the next message.
func (t *tokens) deliver() { t.hand(t.mail.pop()) }
