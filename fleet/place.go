package fleet

import (
	"fmt"
	"strings"
)

// Place says where a value stands: its file, its line (from 1), and its field
// as a dotted path such as pools[0].servers[2].speed, empty for the whole
// document.
type Place struct {
	File  string
	Line  int
	Field string
}

// Errorf returns a mistake at the place, for callers that check what this
// package does not know, such as the text form of a policy.
func (p Place) Errorf(format string, args ...any) *Error {
	return &Error{Place: p, Problem: fmt.Sprintf(format, args...)}
}

// Error is one mistake in a file.
type Error struct {
	Place
	Problem string
}

// Error tells the mistake in one line: "FILE:LINE: FIELD: PROBLEM".
func (e *Error) Error() string {
	field := ""
	if e.Field != "" {
		field = e.Field + ": "
	}
	line := fmt.Sprintf("%s:%d: %s%s", e.File, e.Line, field, e.Problem)
	return strings.ReplaceAll(line, "\n", `\n`)
}
