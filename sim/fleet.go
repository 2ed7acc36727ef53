package sim

import "github.com/steelyard-lb/steelyard"

// fleet is the servers of one replication, numbered in the order of the classes; those that join get the next numbers.
type fleet struct {
	classes []Class
	class   []int32 // of each server
	layout  *steelyard.Layout
}

func newFleet(c *Config) (*fleet, error) {
	f := &fleet{classes: c.Classes, class: make([]int32, 0, c.servers())}
	kinds := make([]steelyard.Kind, 0, c.servers())
	for k, class := range c.Classes {
		for range class.Servers {
			f.class = append(f.class, int32(k))
			kinds = append(kinds, c.kind(k))
		}
	}
	return f, f.relayout(kinds)
}

// relayout sets what dispatchers are told of each server.
func (f *fleet) relayout(kinds []steelyard.Kind) error {
	layout, err := steelyard.NewLayout(kinds)
	f.layout = layout
	return err
}

// kinds is what dispatchers have been told of each server.
func (f *fleet) kinds() []steelyard.Kind {
	kinds := make([]steelyard.Kind, f.layout.Len())
	for i := range kinds {
		kinds[i] = f.layout.Kind(i)
	}
	return kinds
}

// servers is how the service sees them.
func (f *fleet) servers() []server {
	s := make([]server, len(f.class))
	for i, c := range f.class {
		s[i] = server{speed: f.classes[c].Speed, workers: f.classes[c].workers()}
	}
	return s
}

func (c *Class) workers() int { return max(c.Workers, 1) }

// full says whether a server of the class with n jobs takes no more.
func (c *Class) full(n int) bool { return c.Buffer > 0 && n >= c.Buffer }

// kind is what dispatchers are told of class k's servers.
func (c *Config) kind(k int) steelyard.Kind {
	class := &c.Classes[k]
	speed := class.Told
	if speed == 0 {
		speed = class.Speed
	}
	return steelyard.Kind{Rate: speed / c.sizeLaw().Mean(), Workers: class.workers()}
}
