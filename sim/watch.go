package sim

// watch averages a [Control] over states of a chain that are a fixed number of steps apart: when it looks does not depend on what the steps are,
// so that it sees states as they are in time.
type watch struct {
	control Control
	every   int64 // steps, a multiple of block
	sum     float64
	looks   int64
	count   [][]int64 // per class and length, the servers with it or more
}

// spacing is the steps per server between two looks, about two service times: states closer to one another say much the same.
const spacing = 4

// newWatch makes the watch of one replication, nil if c has no control.
func newWatch(c *Config) *watch {
	if c.Control == nil {
		return nil
	}
	steps := int64(spacing * c.servers())
	return &watch{control: c.Control(), every: (steps + block - 1) / block * block, count: make([][]int64, len(c.Classes))}
}

// due says whether it is time to look.
func (w *watch) due(step int64) bool { return w != nil && step%w.every == 0 }

// begin forgets the state seen last.
func (w *watch) begin() {
	for c := range w.count {
		clear(w.count[c])
	}
}

// add counts a server of class c with n jobs.
func (w *watch) add(c, n int) {
	for len(w.count[c]) <= n {
		w.count[c] = append(w.count[c], 0)
	}
	w.count[c][n]++
}

// look takes the state that was added.
func (w *watch) look() {
	for _, count := range w.count {
		for n := len(count) - 1; n > 0; n-- {
			count[n-1] += count[n]
		}
	}
	w.sum += w.control.Jobs(w.count)
	w.looks++
}

// observe looks at the chain's own lengths.
func (m *chain) observe() {
	m.watch.begin()
	for i, n := range m.truth.Lens() {
		m.watch.add(int(m.class[i]), int(n))
	}
	m.watch.look()
}

// observe looks at the kernel's lengths.
func (k *kernel) observe(w *watch) {
	w.begin()
	for _, x := range k.state {
		w.add(int(x/reach), int(x%reach))
	}
	w.look()
}
