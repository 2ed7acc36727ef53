package sim

import (
	"math/bits"

	"github.com/steelyard-lb/steelyard"
)

// kernel runs a chain whose policy is a rule with at most two candidates. It goes in blocks of steps, first drawing all that is random, then
// making the steps. A step looks two lengths up in a table and has no branch that depends on what was drawn, so that the processor
// works at several steps at a time.
type kernel struct {
	pairings [256]pairing         // of the arrivals, then of the turns of the classes
	arrivals int                  // how many pairings are of arrivals
	asks     float64              // servers asked per arrival
	draw     guide                // which a step has
	lead     [1 << leadBits]uint8 // the same by the leading bits of a word, or unclear
	table    [tables * reach * reach]uint32
	state    []uint16          // of each server: reach times its class, plus its length
	tally    [2 * turns]uint64 // steps that met a state: their number and, from bit numberBits on, the sum of their places since the last flush
	steps    uint64            // since the last flush
	which    [block]uint8      // the pairing of each step of the block
	drafts   [block]draft
	at       int     // steps of the block made
	full     bool    // a queue has grown out of the tables
	next     uint8   // the pairing of the step after the block
	before   streams // of the chain, when the block was drawn
}

const (
	block      = 256               // steps that are drawn at once
	turns      = mostMixes * reach // where the tally of turns begins
	numberBits = 24
	flushAfter = 1 << 18 // steps, so that no half of a tally overflows
	unclear    = 255
)

// draft is a step as drawn: its two candidates and a number below [certain] to choose by.
type draft struct{ i, j, tie uint32 }

// newKernel compiles the policy of m, nil if that cannot be done.
func newKernel(m *chain) *kernel {
	if !m.sorted() || len(m.classes) > mostMixes {
		return nil
	}
	c := compile(m.dispatchers[0].Policy(), m.layout)
	if c == nil {
		return nil
	}
	k := &kernel{arrivals: len(c.pairings), asks: c.asks, state: make([]uint16, len(m.class)), at: block}
	copy(k.table[:], c.table)
	copy(k.pairings[:], c.pairings)
	weights := c.weights
	for c, g := range m.group {
		k.pairings[k.arrivals+c] = turnOf(g)
		weights = append(weights, float64(g.servers)*m.serviceRate(c)/m.config.Rate)
	}
	for c := range m.classes {
		m.levels.reach(c, reach-1)
	}
	k.draw = newGuide(weights)
	for x := range k.lead {
		k.lead[x] = uint8(k.draw.item[x]) // unsure becomes unclear
	}
	first := m.stream("steps")
	k.next = uint8(k.draw.draw(first.Uint64()))
	return k
}

// turnOf is the pairing of the turn of a class: the first candidate has it.
func turnOf(g group) pairing {
	const back = ^uint32(0)
	return pairing{
		servers: [2]uint64{uint64(g.servers), 1},
		first:   [2]uint32{uint32(g.first), uint32(g.first)},
		tally:   turns,
		change:  back,
	}
}

// sorted says whether the servers of each class of the layout are those of one class of the configuration, without limits to their queues.
func (m *chain) sorted() bool {
	for c, g := range m.group {
		if g.servers == 0 || m.classes[c].Buffer > 0 {
			return false
		}
	}
	return len(m.group) == len(m.layout.Classes())
}

// load takes the lengths over; false if one is too long.
func (k *kernel) load(class, n []int32) bool {
	for i, x := range n {
		if x >= reach-1 {
			return false
		}
		k.state[i] = uint16(class[i]*reach + x)
	}
	return true
}

// save hands the lengths back.
func (k *kernel) save(b *steelyard.Board) {
	for i, x := range k.state {
		b.Set(i, int(x%reach))
	}
}

// run makes arrivals, fewer if a queue grows out of the tables, and returns how many it made.
func (k *kernel) run(m *chain, arrivals int) (made int) {
	for made < arrivals && !k.full {
		k.advance(m, arrivals-made)
		made += k.flush(m)
	}
	return made
}

// advance makes at most a number of arrivals, in whole blocks as long as they cannot hold more. How many it made is seen from the tally.
func (k *kernel) advance(m *chain, arrivals int) {
	for blocks := max(1, min(arrivals, flushAfter)/block); blocks > 0 && !k.full; blocks-- {
		if k.at == block {
			if m.watch.due(m.step) {
				k.observe(m.watch)
			}
			k.prepare(m)
		}
		from := k.at
		k.play(k.stop(arrivals))
		m.step += int64(k.at - from)
	}
}

// stop is how far into the block a number of arrivals goes.
func (k *kernel) stop(arrivals int) int {
	if arrivals >= block {
		return block
	}
	s := k.at
	for ; s < block && arrivals > 0; s++ {
		if int(k.which[s]) < k.arrivals {
			arrivals--
		}
	}
	return s
}

// prepare draws a block. It takes the words that the chain would take for the same steps: the pairings of arrivals share the words of
// an arrival. The second candidate of a pair from one class is drawn from those that the first left.
func (k *kernel) prepare(m *chain) {
	k.before = m.streams
	random, places := m.random, m.places
	this := k.next
	for s := range k.drafts {
		k.which[s] = this
		p := &k.pairings[this]
		word := random.Uint64()
		if this = k.lead[word>>(64-leadBits)]; this == unclear {
			this = uint8(k.draw.search(word))
		}
		a, low := bits.Mul64(places.Uint64(), p.servers[0])
		b, tie := bits.Mul64(low, p.servers[1])
		b += p.same &^ uint64((int64(b)-int64(a))>>63) // unless b is below a
		k.drafts[s] = draft{p.first[0] + uint32(a), p.first[1] + uint32(b), uint32(tie >> 33)}
	}
	k.next = this
	m.streams = streams{random, places, max(0, int(this)-k.arrivals+1)}
	k.at = 0
}

// play makes the steps of the block up to one, or up to that in which a queue grows out of the tables.
func (k *kernel) play(to int) {
	state := k.state
	from := uint(k.at)
	mark := k.steps<<numberBits | 1
	for s := from; s < uint(to) && s < block; s++ {
		d, p := &k.drafts[s], &k.pairings[k.which[s]]
		x, y := uint32(state[d.i]), uint32(state[d.j])
		threshold := k.table[(p.table+x%reach*reach+y%reach)%(tables*reach*reach)]
		second := uint32((int64(d.tie) - int64(threshold)) >> 63) // all ones or zero
		met := x ^ (x^y)&second
		mark += 1 << numberBits
		k.tally[(met+p.tally)%(2*turns)] += mark
		n := met%reach + p.change
		// Both are stored, because their places are known long before which of them changes. The turn of an idle server changes nothing.
		state[d.j] = uint16(y + p.change&second)
		state[d.i] = uint16(x + p.change&^second + n>>31)
		if n == reach-1 {
			to, k.full = int(s)+1, true
		}
	}
	k.steps += uint64(to) - uint64(from)
	k.at = to
}

// flush moves the tally into the levels of m and returns the number of arrivals in it.
func (k *kernel) flush(m *chain) (arrivals int) {
	began := m.step - int64(k.steps)
	for c := range m.levels.level {
		level := m.levels.level[c]
		for n := range reach {
			number, sum := k.take(c*reach+n, began)
			arrivals += int(number)
			level[n].joins += number
			level[n].area -= sum
			if number, sum = k.take(turns+c*reach+n, began); n > 0 {
				level[n-1].leaves += number
				level[n-1].area += sum
			}
		}
	}
	k.steps = 0
	return arrivals
}

// take empties a tally and returns its number of steps and their sum.
func (k *kernel) take(state int, began int64) (number, sum int64) {
	x := k.tally[state]
	k.tally[state] = 0
	number = int64(x % (1 << numberBits))
	return number, number*began + int64(x>>numberBits)
}
