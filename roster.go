package steelyard

// roster keeps the eligible servers so that any of them, or any of a class, can be drawn in constant time.
type roster struct {
	all     members
	classes []members
	speed   urn     // class capacities, for draws proportional to speed
	most    float64 // the greatest capacity of a server
	layout  *Layout
}

func newRoster(l *Layout, eligible func(i int) bool) roster {
	r := roster{layout: l, all: newMembers(l.Len()), classes: make([]members, len(l.Classes()))}
	r.speed = newUrn(len(l.Classes()))
	place := make([]int32, l.Len()) // shared: a server is in one class
	for c, class := range l.Classes() {
		r.classes[c] = members{at: place}
		for _, i := range class.Servers {
			if eligible(i) {
				r.classes[c].push(i)
			}
		}
		r.weigh(c)
		r.most = max(r.most, class.Kind.Capacity())
	}
	for i := range l.Len() {
		if l.Class(i) != None && eligible(i) {
			r.all.push(i)
		}
	}
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

// fewClasses is how many classes an urn draws from faster than rejection does.
const fewClasses = 8

// bySpeed draws a server that is not set aside, with probability proportional to its capacity: from the urn or, where there are many
// classes, first by rejection, which takes constant time while speeds are alike. Both have the same law.
func (r *roster) bySpeed(rand *Rand) int {
	if len(r.classes) > fewClasses && !rand.Scripted() {
		for range quickTries {
			i := r.all.get(rand.IntN(len(r.all.list)))
			if rand.src.Float64()*r.most < r.layout.Kind(i).Capacity() && r.classes[r.layout.class[i]].has(i) {
				return i
			}
		}
	}
	m := &r.classes[r.speed.draw(rand)]
	return m.get(rand.IntN(len(m.list)))
}

// members is a set of servers in arbitrary order, with the place of each. A server that was removed keeps its place in mind, so that
// removing some and adding them in reverse leaves the order as it was: a pick that hides servers for a moment repeats exactly
// under a Script.
type members struct {
	list []int32
	at   []int32
	run  bool // list counts up by one: a place is found without reading memory at random
}

func newMembers(n int) members { return members{at: make([]int32, n)} }

func (m *members) get(k int) int {
	if m.run {
		return int(m.list[0]) + k
	}
	return int(m.list[k])
}

func (m *members) has(i int) bool {
	place := int(m.at[i])
	return place < len(m.list) && int(m.list[place]) == i
}

// push adds server i at the end.
func (m *members) push(i int) {
	m.run = len(m.list) == 0 || m.run && i == int(m.list[0])+len(m.list)
	m.at[i] = int32(len(m.list))
	m.list = append(m.list, int32(i))
}

// add gives server i back the place it had, if there is such a place.
func (m *members) add(i int) {
	place := min(m.at[i], int32(len(m.list)))
	m.push(i)
	m.swap(place, m.at[i])
}

func (m *members) remove(i int) {
	place, last := m.at[i], int32(len(m.list)-1)
	m.swap(place, last)
	m.at[i] = place
	m.list = m.list[:last]
}

func (m *members) swap(a, b int32) {
	m.run = m.run && a == b
	i, k := m.list[a], m.list[b]
	m.list[a], m.list[b] = k, i
	m.at[i], m.at[k] = b, a
}
