package steelyard

// roster keeps the eligible servers so that any of them, or any of a class, can be drawn in constant time.
type roster struct {
	all     members
	classes []members
	speed   urn // class capacities, for draws proportional to speed
	layout  *Layout
}

func newRoster(l *Layout, eligible func(i int) bool) roster {
	r := roster{layout: l, all: newMembers(l.Len()), classes: make([]members, len(l.Classes()))}
	r.speed = newUrn(len(l.Classes()))
	place := make([]int32, l.Len()) // shared: a server is in one class
	for c, class := range l.Classes() {
		r.classes[c] = members{at: place}
		for _, i := range class.Servers {
			place[i] = None
			if eligible(i) {
				r.classes[c].add(i)
			}
		}
		r.weigh(c)
	}
	for i := range l.Len() {
		if l.Class(i) != None && eligible(i) {
			r.all.add(i)
		}
	}
	r.all.whole = len(r.all.list) == l.Len()
	return r
}

func (r *roster) add(i int) {
	r.all.add(i)
	r.restore(i)
}

func (r *roster) remove(i int) {
	r.all.remove(i)
	r.setAside(i)
}

// setAside takes server i out of its class only, for draws by speed; restore puts it back.
func (r *roster) setAside(i int) {
	c := r.layout.Class(i)
	r.classes[c].remove(i)
	r.weigh(c)
}

func (r *roster) restore(i int) {
	c := r.layout.Class(i)
	r.classes[c].add(i)
	r.weigh(c)
}

// weigh sets the weight of class c from the number of its members, not by steps, so that rounding does not add up.
func (r *roster) weigh(c int) {
	r.speed.set(c, r.layout.classes[c].Kind.Capacity()*float64(len(r.classes[c].list)))
}

// bySpeed draws a server with probability proportional to its capacity.
func (r *roster) bySpeed(rand *Rand) int {
	m := &r.classes[r.speed.draw(rand)]
	return m.get(rand.IntN(len(m.list)))
}

// members is a set of servers in arbitrary order, with the place of each.
type members struct {
	list  []int32
	at    []int32
	whole bool // list is 0, 1, 2, ...: the place is the server
}

func newMembers(n int) members {
	at := make([]int32, n)
	for i := range at {
		at[i] = None
	}
	return members{at: at}
}

func (m *members) get(k int) int {
	if m.whole {
		return k
	}
	return int(m.list[k])
}

func (m *members) has(i int) bool { return m.at[i] != None }

func (m *members) add(i int) {
	m.at[i] = int32(len(m.list))
	m.list = append(m.list, int32(i))
}

func (m *members) remove(i int) {
	place, last := m.at[i], m.list[len(m.list)-1]
	m.list[place] = last
	m.at[last] = place
	m.at[i] = None
	m.list = m.list[:len(m.list)-1]
	m.whole = false
}
