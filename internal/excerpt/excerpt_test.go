package excerpt

import (
	"testing"
	"unicode/utf8"
)

func TestHead(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"", 3, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "abc..."},
		{"ab\u00e9", 3, "ab..."},
		{"\u00e9\u00e9", 2, "\u00e9..."},
		{"\x80\x80\x80", 1, "..."},
	} {
		got := Head(c.text, c.most)
		if got != c.want {
			t.Errorf("Head(%q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
		if utf8.ValidString(c.text) && !utf8.ValidString(got) {
			t.Errorf("Head(%q, %d) cuts a rune", c.text, c.most)
		}
	}
}
