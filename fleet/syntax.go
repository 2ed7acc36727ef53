package fleet

import (
	"bytes"
	"regexp"
	"strconv"
	"unicode/utf8"
)

// unreadable finds the line of the first byte that has no place in UTF-8 text.
func unreadable(data []byte) (line int, found bool) {
	line = 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1, r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0x7f:
			return line, true
		case r == '\n':
			line++
		}
		data = data[size:]
	}
	return 0, false
}

// These patterns take apart the messages of the YAML library, which tells no
// line for an alias without an anchor.
var (
	syntaxPattern = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)
	aliasPattern  = regexp.MustCompile(`^yaml: unknown anchor '(.*)' referenced$`)
)

func syntaxError(p Place, data []byte, err error) *Error {
	if parts := aliasPattern.FindStringSubmatch(err.Error()); parts != nil {
		before, _, _ := bytes.Cut(data, []byte("*"+parts[1]))
		p.Line = 1 + bytes.Count(before, []byte("\n"))
		return p.Errorf("got the alias *%s, want the value written out", brief(parts[1]))
	}
	parts := syntaxPattern.FindStringSubmatch(err.Error())
	if parts == nil {
		return p.Errorf("not YAML: %v", err)
	}
	if line, err := strconv.Atoi(parts[1]); err == nil {
		p.Line = line
	}
	return p.Errorf("not YAML: %s", parts[2])
}
