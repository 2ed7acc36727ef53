package meanfield

import (
	"errors"
	"fmt"
)

// ErrUnstable is wrapped by every error that reports a well-formed question
// without a stationary answer: the load, or the part of it that one class
// receives, is not below capacity.
var ErrUnstable = errors.New("unstable")

// ErrAmbiguous is wrapped by errors that report several stable fixed points: which
// of them the fleet settles at depends on its past, and no mean can be given.
var ErrAmbiguous = errors.New("several stable fixed points")

// FieldError reports an input outside its range.
type FieldError struct {
	Field string // what was wrong, for instance "pf"
	Value any    // what it was
	Want  string // what would be right
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s is %v: want %s", e.Field, e.Value, e.Want)
}

// CheckProbability reports a value outside [0,1] under the name of its field.
func CheckProbability(field string, p float64) error {
	if !(p >= 0 && p <= 1) {
		return &FieldError{field, p, "a probability between 0 and 1"}
	}
	return nil
}

func unstable(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, ErrUnstable)...)
}
