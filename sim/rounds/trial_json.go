package rounds

import (
	"encoding/json"
	"fmt"

	"github.com/steelyard-lb/steelyard/sim"
)

// storedTrial is a Trial as JSON.
type storedTrial struct {
	Arrived   int64                 `json:"arrived"`
	Nowhere   int64                 `json:"nowhere"`
	Served    int64                 `json:"served"`
	Took      int64                 `json:"took"`
	Left      int64                 `json:"left"`
	Present   int64                 `json:"present"`
	Asked     int64                 `json:"asked"`
	Unasked   int64                 `json:"unasked"`
	Revoked   int64                 `json:"revoked"`
	Classes   []storedClass         `json:"classes"`
	Stretches [sim.Batches][4]int64 `json:"stretches"` // rounds, served, took, present
}

type storedClass struct {
	Jobs    [][2]int64 `json:"jobs"` // that took so many rounds: rounds, jobs
	Sent    int64      `json:"sent"`
	Waiting int64      `json:"waiting"`
	Peak    int32      `json:"peak"`
}

// MarshalJSON implements json.Marshaler.
func (t *Trial) MarshalJSON() ([]byte, error) {
	s := t.sums
	j := storedTrial{
		Arrived: s.arrived, Nowhere: s.nowhere, Served: s.served, Took: s.took, Left: s.left, Present: s.present,
		Asked: s.asked, Unasked: s.unasked, Revoked: s.revoked,
	}
	for k := range s.class {
		c := &s.class[k]
		stored := storedClass{Jobs: [][2]int64{}, Sent: c.sent, Waiting: c.waiting, Peak: c.peak}
		for rounds, jobs := range c.law.All {
			stored.Jobs = append(stored.Jobs, [2]int64{int64(rounds), jobs})
		}
		j.Classes = append(j.Classes, stored)
	}
	for k, x := range t.stretch {
		j.Stretches[k] = [4]int64{x.rounds, x.served, x.took, x.present}
	}
	return json.Marshal(j)
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *Trial) UnmarshalJSON(data []byte) error {
	var j storedTrial
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	s := &sums{
		arrived: j.Arrived, nowhere: j.Nowhere, served: j.Served, took: j.Took, left: j.Left, present: j.Present,
		asked: j.Asked, unasked: j.Unasked, revoked: j.Revoked, class: make([]classSums, len(j.Classes)),
	}
	for k, x := range j.Classes {
		s.class[k].sent, s.class[k].waiting, s.class[k].peak = x.Sent, x.Waiting, x.Peak
		if err := s.class[k].law.restore(x.Jobs); err != nil {
			return err
		}
	}
	*t = Trial{sums: s}
	for k, x := range j.Stretches {
		t.stretch[k] = stretch{x[0], x[1], x[2], x[3]}
	}
	return nil
}

// mostStored bounds the rounds of one job in a stored law, whose memory grows with them.
const mostStored = 1 << 26

func (l *Law) restore(counted [][2]int64) error {
	for _, x := range counted {
		if x[0] < 1 || x[0] > mostStored || x[1] < 0 {
			return fmt.Errorf("got %d jobs of %d rounds, want at least 0 jobs of 1 to %d rounds", x[1], x[0], mostStored)
		}
		l.add(int(x[0]), x[1])
	}
	return nil
}
