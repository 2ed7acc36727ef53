package scenario

import "github.com/steelyard-lb/steelyard"

// blindTrials is how many picks must agree for a policy to count as blind.
const blindTrials = 512

// blind says whether the policy picks without regard to the queues, as those of one choice do: it is tried with the same draws on
// empty queues and on queues of all kinds.
func (s *Scenario) blind() bool {
	empty, err := s.bind(steelyard.NewRand(s.Seed, "blind"))
	if err != nil {
		return false
	}
	full, err := s.bind(steelyard.NewRand(s.Seed, "blind"))
	if err != nil {
		return false
	}
	if n := full.Needs(); n.Index || n.Done || n.Idle || n.Report {
		return false
	}
	lengths := steelyard.NewRand(s.Seed, "blind lengths")
	full.Ask(randomLengths{&lengths})
	for range blindTrials {
		i := empty.Pick(steelyard.Job{})
		if i != full.Pick(steelyard.Job{}) {
			return false
		}
		empty.Sent(i)
		full.Sent(i)
	}
	return true
}

// randomLengths answers with a length drawn anew each time.
type randomLengths struct{ r *steelyard.Rand }

// Len implements steelyard.Lengths.
func (l randomLengths) Len(int) int { return l.r.IntN(8) }
