package policy

import steelyard "github.com/steelyard-lb/steelyard"

// version is what a dispatcher knows of one version of its information, a snapshot of the queues: the snapshot plus its own jobs since.
type version struct {
	announced bool // snapshots come, so the board does not follow single jobs
	index     *steelyard.Index
	lens      []int32
	early     []int32 // own jobs before the index was made
	loaded    bool
	jobs      int // own jobs in this version
}

func (s *version) bind(v *steelyard.View, order steelyard.Order) {
	s.index = v.Private(order)
	s.lens = make([]int32, v.Layout().Len())
	s.loaded, s.early = false, s.early[:0]
}

// next begins a version.
func (s *version) next() {
	s.announced, s.loaded, s.jobs, s.early = true, false, 0, s.early[:0]
}

func (s *version) sent(i int) {
	s.jobs++
	switch {
	case s.loaded:
		s.index.Set(i, s.index.Len(i)+1)
	case s.announced:
		s.early = append(s.early, int32(i))
	}
}

// lengths is an index over the snapshot and own jobs since. It is made when first asked for, since in rounds nobody does.
func (s *version) lengths(v *steelyard.View) *steelyard.Index {
	if !s.loaded {
		for i := range s.lens {
			s.lens[i] = int32(v.Known(i))
		}
		for _, i := range s.early {
			s.lens[i]++
		}
		s.index.Load(s.lens)
		s.loaded = true
	}
	return s.index
}
