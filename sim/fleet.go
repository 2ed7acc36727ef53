package sim

import "github.com/steelyard-lb/steelyard"

// fleet is the servers of one replication, numbered in the order of the classes; those that join get the next numbers.
type fleet struct {
	classes []Class
	class   []int32 // of each server
	told    []steelyard.Kind
	layout  *steelyard.Layout
}

func newFleet(c *Config) (*fleet, error) {
	f := &fleet{classes: c.Classes}
	for k, class := range c.Classes {
		for range class.Servers {
			f.add(k, c.kind(k))
		}
	}
	return f, f.relayout()
}

func (f *fleet) add(class int, told steelyard.Kind) {
	f.class = append(f.class, int32(class))
	f.told = append(f.told, told)
}

func (f *fleet) relayout() error {
	layout, err := steelyard.NewLayout(f.told)
	f.layout = layout
	return err
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
