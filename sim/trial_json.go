package sim

import (
	"encoding/json"

	"github.com/steelyard-lb/steelyard/stats"
)

// storedTrial is a Trial as JSON.
type storedTrial struct {
	Warmup  int                  `json:"warmup"`
	Seconds float64              `json:"seconds"`
	Offered float64              `json:"offered"`
	Arrived int64                `json:"arrived"`
	Nowhere int64                `json:"nowhere"`
	Asked   int64                `json:"asked"`
	Unasked int64                `json:"unasked"`
	Revoked int64                `json:"revoked"`
	Classes []storedClass        `json:"classes"`
	Windows [][]*stats.Histogram `json:"windows,omitempty"` // per window and class
	Batches []storedMark         `json:"batches"`
}

// storedClass is the sums of a class. Large fleets have one histogram for all classes, which is that of the first.
type storedClass struct {
	Response *stats.Histogram `json:"response,omitempty"`
	Found    []float64        `json:"found,omitempty"`
	Began    int64            `json:"began"`
	Sent     int64            `json:"sent"`
	Ended    int64            `json:"ended"`
	Blocked  int64            `json:"blocked"`
	Lost     int64            `json:"lost"`
	Total    float64          `json:"total"`
	Length   float64          `json:"length"`
	Busy     float64          `json:"busy"`
	Peak     int              `json:"peak"`
}

// storedMark is the numbers of a mark in the order of its fields.
type storedMark [8]float64

func (m mark) stored() storedMark {
	return storedMark{m.seconds, m.arrived, m.offered, m.ended, m.response, m.length, m.controlled, m.looks}
}

func (s storedMark) mark() mark { return mark{s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]} }

// MarshalJSON implements json.Marshaler.
func (t *Trial) MarshalJSON() ([]byte, error) {
	s := t.sums
	j := storedTrial{
		Warmup: t.warmup, Seconds: s.seconds, Offered: s.offered, Arrived: s.arrived, Nowhere: s.nowhere,
		Asked: s.asked, Unasked: s.unasked, Revoked: s.revoked,
	}
	for k := range s.class {
		j.Classes = append(j.Classes, s.class[k].stored(len(s.class) <= mostLaws || k == 0))
	}
	for k := range s.window {
		var laws []*stats.Histogram
		for c := range s.window[k].response {
			laws = append(laws, &s.window[k].response[c])
		}
		j.Windows = append(j.Windows, laws)
	}
	for _, m := range t.batches {
		j.Batches = append(j.Batches, m.stored())
	}
	return json.Marshal(j)
}

func (c *classSums) stored(law bool) storedClass {
	s := storedClass{
		Found: c.found, Began: c.began, Sent: c.sent, Ended: c.ended, Blocked: c.blocked, Lost: c.lost,
		Total: c.total, Length: c.length, Busy: c.busy, Peak: c.peak,
	}
	if law && c.response.Weight() > 0 {
		s.Response = c.response
	}
	return s
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *Trial) UnmarshalJSON(data []byte) error {
	var j storedTrial
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	s := newSums(len(j.Classes), len(j.Windows))
	s.seconds, s.offered, s.arrived, s.nowhere = j.Seconds, j.Offered, j.Arrived, j.Nowhere
	s.asked, s.unasked, s.revoked = j.Asked, j.Unasked, j.Revoked
	for k := range j.Classes {
		j.Classes[k].restore(&s.class[k])
	}
	for k, laws := range j.Windows {
		for c := range min(len(laws), len(j.Classes)) {
			s.window[k].response[c].Merge(orEmpty(laws[c]))
		}
	}
	*t = Trial{sums: &s, warmup: j.Warmup}
	for _, m := range j.Batches {
		t.batches = append(t.batches, m.mark())
	}
	return nil
}

func (s *storedClass) restore(c *classSums) {
	c.found, c.began, c.sent, c.ended, c.blocked, c.lost = s.Found, s.Began, s.Sent, s.Ended, s.Blocked, s.Lost
	c.total, c.length, c.busy, c.peak = s.Total, s.Length, s.Busy, s.Peak
	c.response.Merge(orEmpty(s.Response))
}

// orEmpty is h, or an empty one if there is none.
func orEmpty(h *stats.Histogram) *stats.Histogram {
	if h == nil {
		return &stats.Histogram{}
	}
	return h
}
