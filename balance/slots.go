package balance

import "time"

// slots holds what is known of each live ticket. A slot is used again and again; its generation, which grows with each
// use, tells a live ticket from one that is done. It comes round again after 2^32 uses of one slot.
type slots struct {
	list []slot
	next uint32 // the first free slot, len(list) if there is none
}

type slot struct {
	generation uint32
	next       uint32 // the free slot behind this one
	epoch      uint32 // of the server's outage when the ticket was made
	sent       time.Duration
}

// take reserves a slot.
func (s *slots) take(epoch uint32) (at, generation uint32) {
	at = s.next
	if int(at) == len(s.list) {
		s.list = append(s.list, slot{next: at + 1})
	}
	slot := &s.list[at]
	s.next = slot.next
	slot.epoch = epoch
	return at, slot.generation
}

// free ends the slot's generation.
func (s *slots) free(at uint32) {
	slot := &s.list[at]
	slot.generation++
	slot.next = s.next
	s.next = at
}
