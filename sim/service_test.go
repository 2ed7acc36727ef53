package sim

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// plainServer serves by the book: every job has work left, and time goes from one change to the next.
type plainServer struct {
	server
	sharing bool
	now     float64
	left    []float64 // in the order of arrival
	arrived []float64
}

// rate is the speed at which the k-th job is served.
func (p *plainServer) rate(k int) float64 {
	switch {
	case p.sharing:
		return p.speed * min(1, float64(p.workers)/float64(len(p.left)))
	case k < p.workers:
		return p.speed
	}
	return 0
}

// next is the job that ends first and when.
func (p *plainServer) next() (k int, at float64) {
	k, at = -1, never
	for i := range p.left {
		if rate := p.rate(i); rate > 0 && p.now+p.left[i]/rate < at {
			k, at = i, p.now+p.left[i]/rate
		}
	}
	return k, at
}

func (p *plainServer) advance(to float64) {
	rates := make([]float64, len(p.left))
	for k := range rates {
		rates[k] = p.rate(k)
	}
	for k := range p.left {
		p.left[k] -= (to - p.now) * rates[k]
	}
	p.now = to
}

// TestDisciplinesByTheBook lets jobs join and speeds change at random and compares every completion.
func TestDisciplinesByTheBook(t *testing.T) {
	for _, d := range Disciplines() {
		for _, workers := range []int{1, 2, 5} {
			t.Run(fmt.Sprint(d.Name, workers), func(t *testing.T) { byTheBook(t, d, workers) })
		}
	}
}

func byTheBook(t *testing.T, d Discipline, workers int) {
	r := rng.New(11, d.Name, uint64(workers))
	s := server{speed: 1.5, workers: workers}
	service := d.make([]server{{speed: 1, workers: 1}, s}, true)
	book := &plainServer{server: s, sharing: d.Name == ps.Name}
	next := never
	for step := range 4000 {
		change := book.now + r.Exp()/(1.3*float64(workers))
		k, ends := book.next()
		if math.Abs(next-ends) > 1e-9*ends {
			t.Fatalf("step %d: next completion at %v, want %v", step, next, ends)
		}
		if ends < change {
			book.advance(ends)
			j, after := service.complete(1, next)
			if j.arrived != book.arrived[k] || j.from != 3 {
				t.Fatalf("step %d: job of %v from %d ended, want that of %v from 3", step, j.arrived, j.from, book.arrived[k])
			}
			book.left = slices.Delete(book.left, k, k+1)
			book.arrived = slices.Delete(book.arrived, k, k+1)
			next = after
			continue
		}
		book.advance(change)
		if r.IntN(10) == 0 {
			book.speed = .8 + r.Float64()
			next = service.setSpeed(1, book.speed, change)
			continue
		}
		work := r.Exp()
		book.left = append(book.left, work)
		book.arrived = append(book.arrived, change)
		next = service.join(1, job{arrived: change, work: work, from: 3}, change)
	}
	service.evict(1)
	if at := service.join(1, job{arrived: book.now, work: 3, from: 3}, book.now); math.Abs(at-book.now-3/book.speed) > 1e-9*at {
		t.Errorf("after all jobs were taken away, a job ends at %v, want %v", at, book.now+3/book.speed)
	}
}
