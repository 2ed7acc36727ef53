package sim

// crews serves under FCFS with several workers. A job that joins goes to the worker that is free first, so it is known when it will end
// (Kiefer and Wolfowitz 1955).
type crews struct{ crew []crew }

type crew struct {
	speed float64
	free  []float64 // a binary heap of the times at which the workers have done what they were given
	jobs  jobHeap   // by the time of their end
}

func newCrews(servers []server) *crews {
	c := &crews{}
	for _, s := range servers {
		c.grow(s)
	}
	return c
}

func (c *crews) join(i int, j job, now float64) float64 {
	w := &c.crew[i]
	end := max(now, w.free[0]) + j.work/w.speed
	w.give(end)
	w.jobs.push(pending{end, j.arrived, j.from})
	return w.jobs[0].key
}

// give keeps the first free worker occupied until the given time.
func (w *crew) give(until float64) {
	k := 0
	for {
		child := 2*k + 1
		if child >= len(w.free) {
			break
		}
		if child+1 < len(w.free) && w.free[child+1] < w.free[child] {
			child++
		}
		if w.free[child] >= until {
			break
		}
		w.free[k] = w.free[child]
		k = child
	}
	w.free[k] = until
}

func (c *crews) complete(i int, _ float64) (job, float64) {
	p := c.crew[i].jobs.pop()
	return job{arrived: p.arrived, from: p.from}, c.crew[i].jobs.first()
}

func (c *crews) setSpeed(i int, speed, now float64) float64 {
	w := &c.crew[i]
	stretch := w.speed / speed
	w.speed = speed
	for k, at := range w.free {
		w.free[k] = now + max(0, at-now)*stretch
	}
	for k := range w.jobs {
		w.jobs[k].key = now + (w.jobs[k].key-now)*stretch
	}
	return w.jobs.first()
}

func (c *crews) evict(i int) {
	w := &c.crew[i]
	w.jobs = w.jobs[:0]
	clear(w.free)
}

func (c *crews) grow(s server) {
	c.crew = append(c.crew, crew{speed: s.speed, free: make([]float64, s.workers)})
}
