package sim

import "math"

// job is what a server is given.
type job struct {
	arrived float64 // seconds
	work    float64 // units of which a server of speed 1 does one per second
	from    int32   // the dispatcher
}

// service is a discipline at work on all servers. Times are seconds; a time of completion is [never] when no job is there.
type service interface {
	// join gives server i a job at time now and returns the time of i's next completion.
	join(i int, j job, now float64) float64
	// complete takes away the job that ends at i now, and returns it and the time of the next completion.
	complete(i int, now float64) (j job, next float64)
	// setSpeed changes the speed of server i at time now and returns the time of its next completion.
	setSpeed(i int, speed, now float64) float64
	// evict takes all jobs away from server i.
	evict(i int)
	// grow adds a server.
	grow(s server)
}

// server is what a service must know of a server.
type server struct {
	speed   float64 // per worker
	workers int
}

var never = math.Inf(1)
