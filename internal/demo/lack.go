package demo

import (
	"errors"
	"fmt"

	"github.com/steelyard-lb/steelyard/roundtrip"
)

// ErrMeans is the end of a run for which this machine has too few open files, ports or buffers. What was measured until then would tell of
// the machine, not of the policies.
var ErrMeans = errors.New("this machine cannot hold so many connections: allow more open files (ulimit -n), or show fewer policies, servers or balancers")

// explain adds ErrMeans to an error that comes from a lack of means.
func explain(err error) error {
	if err != nil && roundtrip.Exhausted(err) {
		return fmt.Errorf("%w: %w", ErrMeans, err)
	}
	return err
}

// exhausted is the error that shows that this machine is out of means, nil if there was none.
func (s *stage) exhausted() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return explain(s.lack)
}
