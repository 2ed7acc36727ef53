package sim

// mark is a reading of the running totals; the difference of two is what happened between them.
type mark struct {
	seconds  float64
	arrived  float64
	offered  float64 // work
	ended    float64 // jobs
	response float64 // seconds, of the jobs that ended
	length   float64 // integral of the number of jobs over time
	// controlled is the sum of what the control gave for the states looked at.
	controlled, looks float64
}

func (m mark) minus(o mark) mark {
	return mark{
		seconds:  m.seconds - o.seconds,
		arrived:  m.arrived - o.arrived,
		offered:  m.offered - o.offered,
		ended:    m.ended - o.ended,
		response: m.response - o.response,
		length:   m.length - o.length,

		controlled: m.controlled - o.controlled,
		looks:      m.looks - o.looks,
	}
}

// mark reads the totals at time now.
func (r *replica) mark(now float64) mark {
	m := mark{seconds: now, arrived: float64(r.sums.arrived), offered: r.sums.offered}
	for k := range r.sums.class {
		c := &r.sums.class[k]
		m.ended += float64(c.ended)
		m.response += c.total
		m.length += c.length + now*float64(c.here())
	}
	return m
}

// openIntegrals begins the integrals over time: they are kept as sums of the times of changes, so that a change costs one
// addition, and closed at the end.
func (r *replica) openIntegrals(now float64) {
	for i, n := range r.truth.Lens() {
		c := r.class[i]
		s := &r.sums.class[c]
		s.began += int64(n)
		s.length -= now * float64(n)
		s.busy -= now * float64(min(int(n), r.classes[c].workers()))
		s.peak = max(s.peak, int(n))
	}
}

func (r *replica) closeIntegrals(now float64) {
	for i, n := range r.truth.Lens() {
		c := r.class[i]
		r.sums.class[c].length += now * float64(n)
		r.sums.class[c].busy += now * float64(min(int(n), r.classes[c].workers()))
	}
}
