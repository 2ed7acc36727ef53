package archtest

import (
	"bytes"
	"strings"
	"testing"
)

// Neither sources nor documents speak of plans or of the place where they were written.
func TestForbiddenWords(t *testing.T) {
	walk(t, func(name string, text []byte) {
		if bytes.IndexByte(text, 0) >= 0 { // not a text
			return
		}
		for k, line := range strings.Split(string(text), "\n") {
			for _, word := range forbidden {
				if strings.Contains(line, word) {
					t.Errorf("%s:%d: %q does not belong here", name, k+1, word)
				}
			}
		}
	})
}
