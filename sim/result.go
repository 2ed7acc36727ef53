package sim

import (
	"github.com/steelyard-lb/steelyard/stats"
)

// Result is what a run found. Times are seconds.
type Result struct {
	Engine       Engine
	Replications int
	Jobs         int64   // arrivals that were counted, in all replications
	Warmup       int64   // arrivals before them
	Seconds      float64 // simulated while counting, in all replications
	Load         float64 // work that arrives per second over what the fleet can do, at time 0
	Stable       bool
	Verdict      string // why it is not stable
	// Response is the mean response time. Its controls are the number of arrivals, the work they bring and what Config.Control gives.
	Response stats.Controlled
	// Controls names the controls of Response.
	Controls []string
	// FromTails says that runs started at Config.Start.Tails.
	FromTails bool
	// InfiniteMean says that the mean response time is infinite, whatever Response shows.
	InfiniteMean bool
	// Law is the law of the response times of all classes together.
	Law     ResponseLaw
	Classes []ClassResult
	Windows []WindowResult
	// MessagesPerJob counts lengths asked of single servers and messages that servers sent, per arrival; RevokedPerJob idle messages
	// withdrawn.
	MessagesPerJob float64
	RevokedPerJob  float64
	Blocked        int64 // jobs that found a full buffer, lost
	Lost           int64 // jobs that went down with a failing server
	Nowhere        int64 // jobs for which the policy found no server
	// Utilisation is the fraction of time that workers were busy.
	Utilisation float64
	// Little is jobs in the fleet over (throughput times mean response time), less 1: what Little's law leaves unexplained.
	Little float64
	// Flow is arrivals less those that ended, were refused or lost and the growth of the number present: 0 unless the engine is wrong.
	Flow int64
	// Batches are the mean response times of equally many consecutive arrivals, replication after replication: for differences
	// between policies on the same arrivals. What the controls explain is taken out, so that their mean is that of Response.
	Batches     []float64
	Warnings    []stats.Warning
	Interrupted bool
}

// ResponseLaw is the law of a response time; [stats.Histogram] and [stats.ResponseLaw] are.
type ResponseLaw interface {
	Weight() float64 // jobs
	Mean() float64
	Quantile(p float64) (value float64, resolved bool)
	Tail(t float64) float64
}

// ClassResult is what was found of one class.
type ClassResult struct {
	Name    string
	Jobs    int64   // that its servers took
	Share   float64 // of all jobs taken
	Blocked int64
	Lost    int64
	Busy    float64 // workers busy per worker, 0 to 1
	Length  float64 // mean number of jobs in the class
	Peak    int     // greatest length of one queue; 0 if the engine does not know
	// Law is the law of the class's response times. In fleets of more than 64 classes only its mean is kept, and no quantile is resolved;
	// ctmc keeps all.
	Law ResponseLaw
}

// WindowResult is what was found of the jobs that arrived in a window and have ended.
type WindowResult struct {
	Name    string
	Jobs    int64
	Classes []int64 // jobs per class
	Law     ResponseLaw
}
