package sim

var ps = Discipline{
	Name:    "ps",
	Summary: "processor sharing: the jobs at a server share its capacity equally, none faster than one worker",
	make: func(servers []server, _ bool) service {
		s := &sharing{}
		for _, x := range servers {
			s.grow(x)
		}
		return s
	},
}

// sharing serves under processor sharing. Every server has a clock that shows how much work each of its jobs has been given since
// the server was last empty; a job ends when the clock has advanced by its work.
type sharing struct{ shared []shared }

type shared struct {
	speed   float64
	workers float64
	clock   float64 // work given to each job
	read    float64 // when the clock was read
	jobs    jobHeap // by the clock at which they end
}

// rate is the speed at which each job is served.
func (s *shared) rate() float64 {
	if n := float64(len(s.jobs)); n > s.workers {
		return s.speed * s.workers / n
	}
	return s.speed
}

func (s *shared) advance(now float64) {
	if len(s.jobs) == 0 {
		s.clock = 0
	} else {
		s.clock += (now - s.read) * s.rate()
	}
	s.read = now
}

func (s *shared) next() float64 {
	if len(s.jobs) == 0 {
		return never
	}
	return s.read + max(0, s.jobs[0].key-s.clock)/s.rate()
}

func (s *sharing) join(i int, j job, now float64) float64 {
	x := &s.shared[i]
	x.advance(now)
	x.jobs.push(pending{x.clock + j.work, j.arrived, j.from})
	return x.next()
}

func (s *sharing) complete(i int, now float64) (job, float64) {
	x := &s.shared[i]
	x.advance(now)
	p := x.jobs.pop()
	x.clock = max(x.clock, p.key)
	return job{arrived: p.arrived, from: p.from}, x.next()
}

func (s *sharing) setSpeed(i int, speed, now float64) float64 {
	x := &s.shared[i]
	x.advance(now)
	x.speed = speed
	return x.next()
}

func (s *sharing) evict(i int) { s.shared[i].jobs = s.shared[i].jobs[:0] }

func (s *sharing) grow(x server) {
	s.shared = append(s.shared, shared{speed: x.speed, workers: float64(x.workers)})
}
