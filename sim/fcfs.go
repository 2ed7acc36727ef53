package sim

var fcfs = Discipline{
	Name:    "fcfs",
	Summary: "first come, first served: each worker serves one job at a time",
	make: func(servers []server, owners bool) service {
		for _, s := range servers {
			if s.workers > 1 {
				return newCrews(servers)
			}
		}
		return newLines(servers, owners)
	},
}

// lines serves under FCFS with single workers. When a job joins it is known when it will end, unless the speed changes meanwhile.
type lines struct {
	jobs   rings[stay]
	owners rings[int32] // beside jobs, if they are kept
	owned  bool
	speed  []float64
}

// stay is a job's time at a server.
type stay struct{ arrived, end float64 }

func newLines(servers []server, owners bool) *lines {
	l := &lines{jobs: newRings[stay](len(servers)), owned: owners, speed: make([]float64, len(servers))}
	if owners {
		l.owners = newRings[int32](len(servers))
	}
	for i, s := range servers {
		l.speed[i] = s.speed
	}
	return l
}

func (l *lines) join(i int, j job, now float64) float64 {
	if l.owned {
		l.owners.push(i, j.from)
	}
	n := l.jobs.len(i)
	if n == 0 {
		end := now + j.work/l.speed[i]
		l.jobs.push(i, stay{j.arrived, end})
		return end
	}
	end := l.jobs.at(i, n-1).end + j.work/l.speed[i]
	l.jobs.push(i, stay{j.arrived, end})
	return l.jobs.at(i, 0).end
}

func (l *lines) complete(i int, _ float64) (job, float64) {
	j := job{arrived: l.jobs.at(i, 0).arrived}
	l.jobs.pop(i)
	if l.owned {
		j.from = *l.owners.at(i, 0)
		l.owners.pop(i)
	}
	return j, l.next(i)
}

func (l *lines) next(i int) float64 {
	if l.jobs.len(i) == 0 {
		return never
	}
	return l.jobs.at(i, 0).end
}

// setSpeed stretches the time left of every job by the ratio of the speeds.
func (l *lines) setSpeed(i int, speed, now float64) float64 {
	stretch := l.speed[i] / speed
	l.speed[i] = speed
	for k := range l.jobs.len(i) {
		s := l.jobs.at(i, k)
		s.end = now + (s.end-now)*stretch
	}
	return l.next(i)
}

func (l *lines) evict(i int) {
	l.jobs.clear(i)
	if l.owned {
		l.owners.clear(i)
	}
}

func (l *lines) grow(s server) {
	l.speed = append(l.speed, s.speed)
	l.jobs.grow(len(l.speed))
	if l.owned {
		l.owners.grow(len(l.speed))
	}
}
