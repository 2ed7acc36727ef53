package main

import (
	"errors"
	"fmt"

	"github.com/steelyard-lb/steelyard/meanfield"
)

// The exit statuses.
const (
	statusDone      = 0
	statusNo        = 1 // a well-formed question whose answer is no
	statusMalformed = 2 // bad usage or malformed input
)

// negative is the answer no to a well-formed question.
type negative struct{ error }

func (n negative) Unwrap() error { return n.error }

// no returns an error that exits with status 1. Its format is that of
// fmt.Errorf.
func no(format string, args ...any) error { return negative{fmt.Errorf(format, args...)} }

func exitStatus(err error) int {
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, new(negative)), errors.Is(err, meanfield.ErrUnstable):
		return statusNo
	}
	return statusMalformed
}
