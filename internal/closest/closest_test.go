package closest

import "testing"

func TestWord(t *testing.T) {
	fields := []string{"name", "servers", "speed", "workers", "buffer"}
	for _, c := range []struct {
		word, want string
		ok         bool
	}{
		{"sped", "speed", true},
		{"spede", "speed", true},
		{"server", "servers", true},
		{"Speed", "speed", true},
		{"nmae", "name", true},
		{"wrokers", "workers", true},
		{"policy", "", false},
		{"x", "", false},
		{"", "", false},
	} {
		got, ok := Word(c.word, fields)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("Word(%q) = %q, %v, want %q, %v", c.word, got, ok, c.want, c.ok)
		}
	}
	if _, ok := Word("speed", nil); ok {
		t.Error("a word was found among none")
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"abc", "acb", 1}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"ca", "abc", 3},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestAdvice(t *testing.T) {
	known := []string{"name", "speed"}
	if got, want := Advice("sped", known), "did you mean speed?"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Advice("xyz", known), "want one of name, speed"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
