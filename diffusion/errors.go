package diffusion

import (
	"errors"
	"fmt"
)

// ErrUnstable is wrapped by errors that report a load that is not below capacity.
var ErrUnstable = errors.New("unstable")

// FieldError reports an input outside its range.
type FieldError struct {
	Field string // what was wrong, for instance "slack"
	Value any    // what it was
	Want  string // what would be right
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s is %v: want %s", e.Field, e.Value, e.Want)
}
