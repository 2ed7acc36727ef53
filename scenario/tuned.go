package scenario

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/tune"
)

// played is the policy with all its parameters: those that are to be tuned are, once, for the fleet and the load.
func (s *Scenario) played() (policy.Spec, error) {
	if !policy.Untuned(*s.Policy) {
		return *s.Policy, nil
	}
	if s.tuned == nil {
		spec, err := s.tune()
		if err != nil {
			return policy.Spec{}, err
		}
		s.tuned = &spec
	}
	return *s.tuned, nil
}

func (s *Scenario) tune() (policy.Spec, error) {
	spec, err := ReadTuned(*s.Policy, filepath.Dir(s.File))
	if err != nil || !policy.Untuned(spec) {
		return spec, err
	}
	a := spec.Args()
	r := tune.Request{Family: spec.Name(), Total: a.Int("d"), Query: a.Word("query"), Inside: steelyard.Shortest}
	if a.Is("inside", "uniform") {
		r.Inside = steelyard.IdleElseUniform
	}
	choice, err := s.choose(r)
	if err != nil {
		return spec, fmt.Errorf("%s at load %.6g: %w", spec, s.Load(), err)
	}
	return policy.Parse(choice.Policy)
}

// maker makes instances of the policy that is played.
func (s *Scenario) maker() func() (steelyard.Policy, error) {
	spec, err := s.played()
	if err != nil {
		return func() (steelyard.Policy, error) { return nil, err }
	}
	return spec.New
}

// ReadTuned replaces a policy that names a file by the one that the command tune wrote there. Relative names begin at dir.
func ReadTuned(spec policy.Spec, dir string) (policy.Spec, error) {
	if !policy.Untuned(spec) || !spec.Args().Is("d", "given") {
		return spec, nil
	}
	name := spec.Args().Word("file")
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return spec, fmt.Errorf("%s: %w", spec, err)
	}
	var choice tune.Choice
	if err := json.Unmarshal(text, &choice); err != nil {
		return spec, fmt.Errorf("%s: %s: %w, want what tune --out FILE writes", spec, name, err)
	}
	written, err := policy.Parse(choice.Policy)
	if err != nil {
		return spec, fmt.Errorf("%s: %s: %w", spec, name, err)
	}
	if written.Name() != spec.Name() || policy.Untuned(written) {
		return spec, fmt.Errorf("%s: %s: got the policy %s, want one of the family %s with its tables", spec, name, written, spec.Name())
	}
	return written, nil
}
