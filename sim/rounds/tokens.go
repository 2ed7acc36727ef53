package rounds

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/internal/rng"
)

// tokens are the idle messages of servers, by the rules that [Config.Policy] gives.
type tokens struct {
	dispatchers []*steelyard.Dispatcher
	random      rng.Rand
	armed       []bool  // the server tells when it is idle
	holder      []int32 // who has the message that can be withdrawn; nobody. Nil if policies take no revocations
	sent        int64
	revoked     int64
}

const nobody = -1

// newTokens returns nil if the policies do not listen.
func newTokens(dispatchers []*steelyard.Dispatcher, servers int, random rng.Rand) *tokens {
	if !dispatchers[0].Needs().Idle {
		return nil
	}
	t := &tokens{dispatchers: dispatchers, random: random, armed: make([]bool, servers)}
	for i := range t.armed {
		t.armed[i] = true
	}
	if _, ok := dispatchers[0].Policy().(steelyard.Revoker); ok {
		t.holder = make([]int32, servers)
		for i := range t.holder {
			t.holder[i] = nobody
		}
	}
	return t
}

// placed is called when dispatcher from has sent a batch of jobs, one to each of the servers listed.
func (t *tokens) placed(from int, batch []int) {
	for _, i := range batch {
		if i == steelyard.None {
			continue
		}
		t.armed[i] = true
		if t.holder != nil && t.holder[i] != nobody {
			t.end(from, i)
		}
	}
}

// end ends the message of server i, which the dispatcher that holds it has used, or which is withdrawn.
func (t *tokens) end(from, i int) {
	if holder := int(t.holder[i]); holder != from {
		t.revoked++
		t.dispatchers[holder].Revoke(i)
	}
	t.holder[i] = nobody
}

// idle is called when server i has no job at the end of a round.
func (t *tokens) idle(i int) {
	if !t.armed[i] {
		return
	}
	t.armed[i] = false
	d := t.random.IntN(len(t.dispatchers))
	if t.holder != nil {
		t.holder[i] = int32(d)
	}
	t.sent++
	t.dispatchers[d].Idle(i)
}
