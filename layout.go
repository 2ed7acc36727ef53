package steelyard

import (
	"cmp"
	"fmt"
	"slices"
)

// Rates outside this range are refused, so that sums and ratios of capacities stay finite.
const (
	minRate = 1e-100
	maxRate = 1e100
)

// Kind describes what a server can do: Workers jobs at once, each at Rate jobs per second.
// The zero Kind marks a vacant index; Workers 0 with a positive Rate means one worker.
type Kind struct {
	Rate    float64
	Workers int
}

// Capacity is the greatest throughput of a server of this kind, in jobs per second.
func (k Kind) Capacity() float64 { return k.Rate * float64(k.Workers) }

// Class is the set of servers of one Kind.
type Class struct {
	Kind    Kind
	Servers []int // indexes in rising order
}

// Layout says which servers there are and groups them into classes, the fastest first. It never changes; a fleet that changes gets
// a new one, in which every server keeps its index and those that left are vacant.
type Layout struct {
	class    []int32
	classes  []Class
	capacity float64
}

// NewLayout builds the layout of servers 0..len(kinds)-1.
// It fails if a rate is not a positive finite number or a number of workers is negative.
func NewLayout(kinds []Kind) (*Layout, error) {
	l := &Layout{class: make([]int32, len(kinds))}
	kinds = slices.Clone(kinds)
	for i, k := range kinds {
		if err := checkKind(k); err != nil {
			return nil, fmt.Errorf("server %d: %w", i, err)
		}
		if k.Rate > 0 && k.Workers == 0 {
			kinds[i].Workers = 1
		}
	}
	l.group(kinds)
	return l, nil
}

func checkKind(k Kind) error {
	if k == (Kind{}) {
		return nil
	}
	if !(k.Rate >= minRate && k.Rate <= maxRate) {
		return fmt.Errorf("rate %v: want a number of jobs per second between %g and %g", k.Rate, minRate, maxRate)
	}
	if k.Workers < 0 {
		return fmt.Errorf("workers %d: want at least 1", k.Workers)
	}
	return nil
}

// group fills in the classes, fastest first, then those with more workers.
func (l *Layout) group(kinds []Kind) {
	order := make([]int, 0, len(kinds))
	for i, k := range kinds {
		l.class[i] = None
		if k.Rate > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, k int) int {
		a, b := kinds[i], kinds[k]
		return cmp.Or(cmp.Compare(b.Rate, a.Rate), cmp.Compare(b.Workers, a.Workers), cmp.Compare(i, k))
	})
	for len(order) > 0 {
		n := l.addClass(kinds, order)
		order = order[n:]
	}
}

// addClass makes a class of the servers at the front that are of one kind, and returns how many they are.
func (l *Layout) addClass(kinds []Kind, order []int) int {
	kind, n := kinds[order[0]], 0
	for n < len(order) && kinds[order[n]] == kind {
		l.class[order[n]] = int32(len(l.classes))
		n++
	}
	l.classes = append(l.classes, Class{Kind: kind, Servers: order[:n:n]})
	l.capacity += kind.Capacity() * float64(n)
	return n
}

// Len is the number of indexes, vacant ones included.
func (l *Layout) Len() int { return len(l.class) }

// Kind is the kind of server i, the zero Kind if the index is vacant.
func (l *Layout) Kind(i int) Kind {
	c := l.class[i]
	if c == None {
		return Kind{}
	}
	return l.classes[c].Kind
}

// Class is the position in Classes of server i's class, None if the index is vacant.
func (l *Layout) Class(i int) int { return int(l.class[i]) }

// Classes lists the classes, the fastest first. The caller must not change it.
func (l *Layout) Classes() []Class { return l.classes }

// Capacity is the greatest throughput of all servers together, in jobs per second.
func (l *Layout) Capacity() float64 { return l.capacity }

// Groups lists the classes as (kind, number of servers), the form a [Rule] is written for.
func (l *Layout) Groups() []Group {
	groups := make([]Group, len(l.classes))
	for c, class := range l.classes {
		groups[c] = Group{Kind: class.Kind, Servers: float64(len(class.Servers))}
	}
	return groups
}
