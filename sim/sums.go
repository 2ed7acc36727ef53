package sim

import "github.com/steelyard-lb/steelyard/stats"

// sums is what one replication counts; sums of several merge.
type sums struct {
	class   []classSums
	window  []windowSums
	seconds float64 // simulated
	offered float64 // work of all arrivals
	arrived int64
	nowhere int64 // arrivals for which the policy found no server
	asked   int64 // lengths asked of single servers
	unasked int64 // messages that servers sent
	revoked int64 // idle messages withdrawn
}

// classSums counts one class.
type classSums struct {
	response *stats.Histogram // of the response times, in seconds, of jobs that ended; in large fleets all classes share one
	ended    int64            // such jobs
	total    float64          // of their response times, seconds
	began    int64            // jobs there when the count began
	found    []float64        // ctmc, in place of response: jobs by how many they found at their server
	sent     int64            // jobs that its servers took
	blocked  int64            // jobs that found a full buffer
	lost     int64            // jobs that went down with a server
	length   float64          // integral of the number of jobs over time
	busy     float64          // integral of the number of busy workers over time
	peak     int              // greatest length of one queue
}

// windowSums counts the jobs that arrive in a [Window], per class.
type windowSums struct{ response []stats.Histogram }

func newSums(classes, windows int) sums {
	s := sums{class: make([]classSums, classes), window: make([]windowSums, windows)}
	shared := new(stats.Histogram)
	for c := range s.class {
		s.class[c].response = shared
		if classes <= mostLaws {
			s.class[c].response = new(stats.Histogram)
		}
	}
	for w := range s.window {
		s.window[w].response = make([]stats.Histogram, classes)
	}
	return s
}

// mostLaws is the greatest number of classes whose laws of response times are kept apart.
const mostLaws = 64

// end counts a job that took so many seconds.
func (c *classSums) end(seconds float64) {
	c.ended++
	c.total += seconds
	c.response.Add(seconds)
}

// merge adds the sums of another replication.
func (s *sums) merge(o *sums) {
	s.seconds += o.seconds
	s.offered += o.offered
	s.arrived += o.arrived
	s.nowhere += o.nowhere
	s.asked += o.asked
	s.unasked += o.unasked
	s.revoked += o.revoked
	for c := range s.class {
		s.class[c].merge(&o.class[c])
	}
	for c := range min(len(s.class), mostLaws) {
		s.class[c].response.Merge(o.class[c].response)
		if len(s.class) > mostLaws {
			break
		}
	}
	for w := range s.window {
		for c := range s.window[w].response {
			s.window[w].response[c].Merge(&o.window[w].response[c])
		}
	}
}

// here is how many jobs are there, in all replications together.
func (c *classSums) here() int64 { return c.began + c.sent - c.ended - c.lost }

func (c *classSums) merge(o *classSums) {
	c.began += o.began
	c.ended += o.ended
	c.total += o.total
	for k, jobs := range o.found {
		if k == len(c.found) {
			c.found = append(c.found, 0)
		}
		c.found[k] += jobs
	}
	c.sent += o.sent
	c.blocked += o.blocked
	c.lost += o.lost
	c.length += o.length
	c.busy += o.busy
	c.peak = max(c.peak, o.peak)
}
