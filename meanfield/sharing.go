package meanfield

import "fmt"

// ProcessorSharing is the law of the response time if servers share their capacity
// equally among their jobs, exponential in size, for servers of one worker. In the
// limit the other jobs at a job's server come at a rate that depends on their
// number only, so that the job's life is a Markov chain on that number.
func (p Prediction) ProcessorSharing() (Response, error) {
	var r Response
	for c, class := range p.fleet {
		if p.workersOf(c) != 1 {
			return Response{}, &FieldError{fmt.Sprintf("workers[%d]", c), p.workersOf(c), "1 under processor sharing"}
		}
		if u := p.Tails[c]; len(u) > 2 && u[2] >= 1 {
			return Response{}, fmt.Errorf("class %d is refilled at once, which leaves no rate of arrivals: %w", c, ErrNoModel)
		}
		r.parts = append(r.parts, p.newShared(c, class).life())
	}
	return r, nil
}

// shared is the life of a job at a server, with n others there.
type shared struct {
	rate   float64   // of the server
	starts []float64 // probability to find n others
	births []float64 // rate of jobs that join, with n others
	events float64   // rate of the Poisson process that counts time
}

func (p Prediction) newShared(c int, class Class) shared {
	states := max(1, len(p.Tails[c])-1)
	s := shared{rate: class.Rate, starts: make([]float64, states), births: make([]float64, states)}
	fastest := 0.0
	for n := range states {
		s.starts[n] = p.found(c, n)
		if n+1 < states {
			s.births[n] = p.birth(c, n+1)
		}
		fastest = max(fastest, s.births[n])
	}
	s.events = class.Rate + fastest
	return s
}

// life follows the probability that the job is still there.
func (s shared) life() eventual {
	e := eventual{rate: s.events}
	alive, next := make([]float64, len(s.starts)), make([]float64, len(s.starts))
	for n := range alive {
		alive[n] = 1
	}
	const mostEvents = 200_000
	for len(e.outlasts) < mostEvents {
		sum := 0.0
		for n, x := range alive {
			sum += s.starts[n] * x
		}
		e.outlasts = append(e.outlasts, sum)
		if sum < 1e-16 {
			break
		}
		s.step(alive, next)
		alive, next = next, alive
	}
	return e
}

// step writes into next[n] the probability, with n others there, that the job
// survives one event more than alive says.
func (s shared) step(alive, next []float64) {
	for n := range next {
		stay := (s.events - s.rate - s.births[n]) * alive[n]
		if n > 0 {
			stay += s.rate * float64(n) / float64(n+1) * alive[n-1]
		}
		if s.births[n] > 0 {
			stay += s.births[n] * alive[n+1]
		}
		next[n] = stay / s.events
	}
}

// birth is the rate of jobs to a class-c server that holds n; 0 where hardly any
// does.
func (p Prediction) birth(c, n int) float64 {
	u := p.Tails[c]
	next := 0.0
	if n+1 < len(u) {
		next = u[n+1]
	}
	const rare = 1e-13
	if u[n]-next < rare {
		return 0
	}
	return p.arrivals * p.found(c, n) / (p.fleet[c].Share * (u[n] - next))
}
