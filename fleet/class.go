package fleet

import (
	"math"
	"strconv"
)

// The ranges of what a file may give. A speed is bounded on both sides so that
// neither it, nor its inverse, nor the capacity of any fleet overflows.
const (
	MinSpeed   = 1e-9
	MaxSpeed   = 1e9
	MaxServers = 10_000_000
	MaxDrawn   = 1_000_000 // servers whose speeds are drawn one by one
	MaxWorkers = 1_000_000
	MaxBuffer  = 1_000_000_000
)

// Unbounded is the Buffer of a server that never turns a job away.
const Unbounded = math.MaxInt

// Class is a number of servers that are alike.
type Class struct {
	Name    string
	Servers int     // at least 1
	Speed   float64 // of each worker, in [MinSpeed, MaxSpeed]
	Workers int     // jobs that a server serves at once, at least 1
	Buffer  int     // jobs that a server holds, those in service included, or Unbounded
}

// Capacity returns the work that the class does per second when all are busy.
func (c Class) Capacity() float64 {
	return float64(c.Servers) * float64(c.Workers) * c.Speed
}

// Fleet is the servers of a system, by class.
type Fleet struct {
	Classes []Class
}

// Servers returns the number of servers.
func (f Fleet) Servers() int {
	n := 0
	for _, c := range f.Classes {
		n += c.Servers
	}
	return n
}

// Capacity returns the work that the fleet does per second when all are busy.
func (f Fleet) Capacity() float64 {
	sum := 0.0
	for _, c := range f.Classes {
		sum += c.Capacity()
	}
	return sum
}

// Normalised returns the fleet with its speeds scaled by one factor so that the
// mean capacity per server is 1, as in Gardner et al. 2020.
func (f Fleet) Normalised() Fleet {
	factor := float64(f.Servers()) / f.Capacity()
	scaled := make([]Class, len(f.Classes))
	for i, c := range f.Classes {
		c.Speed *= factor
		scaled[i] = c
	}
	return Fleet{scaled}
}

// label returns the name of a class that its file does not name: its speed, and
// the number of workers where there are several, as in 2.5x4.
func label(speed float64, workers int) string {
	name := strconv.FormatFloat(speed, 'g', -1, 64)
	if workers > 1 {
		name += "x" + strconv.Itoa(workers)
	}
	return name
}
