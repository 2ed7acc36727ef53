package sim

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/belief"
	"github.com/steelyard-lb/steelyard/dist"
)

// Class is a number of equal servers.
type Class struct {
	Name    string
	Servers int     // may be 0, for servers that join later
	Speed   float64 // work per second and worker
	Workers int     // jobs served at once; 0 is 1
	Buffer  int     // most jobs a server holds, those in service included; 0 is no limit
	Told    float64 // the speed that dispatchers are told; 0 is Speed
}

// Dispatchers says who sends the jobs and what they know.
type Dispatchers struct {
	Count  int       // 0 is 1
	Shares []float64 // of the arrivals, per dispatcher; nil is equal shares
	View   belief.View
	// MessageDelay is how many seconds an idle message, a revocation or a report is on its way.
	MessageDelay float64
	// IdleByShare sends idle messages to dispatchers by their shares instead of uniformly.
	IdleByShare bool
}

// Start is the state at time 0; the zero Start is an empty fleet.
type Start struct {
	// Queues is the length of each server's queue, in the order of the classes.
	Queues []int
	// Tails gives, per class, the probability that a server has at least 1, 2, ... jobs at time 0. It starts a run near stationarity.
	Tails [][]float64
	// Jobs arrive at time 0 and are dispatched like any others.
	Jobs int
}

// Length says how long a run is.
type Length struct {
	Jobs         int     // arrivals per replication that are counted, besides Warmup
	Warmup       int     // arrivals before them; -1 leaves it to the run: see [Result.Warmup]
	Replications int     // 0 is 4
	Precision    float64 // above 0: replications are added until the 95 % interval's half-width is this fraction of the mean
	Drain        bool    // serve what is there after the last arrival
}

// Window is a stretch of time whose jobs are also counted apart, by the time they arrive.
type Window struct {
	Name     string
	From, To float64 // seconds
}

// Control is a function of the state whose mean in stationarity is that of the number of jobs in the fleet, and which varies less. By Little's
// law it is a control of the mean response time. Only the engine [CTMC] has use for it.
type Control interface {
	// Jobs gets, per class of the Config, the number of servers with at least 0, 1, 2, ... jobs. It must not keep or change tails.
	Jobs(tails [][]int64) float64
}

// Config is what to simulate.
type Config struct {
	Classes    []Class
	Discipline string   // a name in Disciplines; "" is fcfs
	Rate       float64  // arrivals per second, of all dispatchers together; 0 only with Start.Jobs or Start.Queues
	Arrivals   dist.Law // law of the times between arrivals, scaled to Rate; nil is exponential
	Size       dist.Law // work per job; nil is exponential with mean 1
	// Policy makes one instance for each dispatcher of each replication.
	Policy      func() (steelyard.Policy, error)
	Dispatchers Dispatchers
	Start       Start
	Events      []Event
	Windows     []Window
	Looks       Looks
	Length      Length
	Control     func() Control // one per replication; nil is none
	Engine      Engine         // "" is the fastest exact one
	Seed        uint64
	// Progress, if not nil, is called from time to time, by one goroutine at a time, with counted arrivals done and in all.
	Progress func(done, total int)
}
