package main

import (
	"bytes"
	"regexp"
	"testing"
	"time"
)

// TestProgress wants no bar of a quick computation or without a terminal, and of a slow one a bar with the part done and the time left.
func TestProgress(t *testing.T) {
	var b bytes.Buffer
	quick, unwatched, slow := newProgress(&b), newProgress(&b), newProgress(&b)
	quick.terminal, slow.terminal = true, true
	unwatched.began, slow.began = time.Now().Add(-2*patience), time.Now().Add(-2*patience)
	for _, p := range []*progress{quick, unwatched} {
		p.update(1, 2)
		p.clear()
		p.finish()
	}
	if b.Len() > 0 {
		t.Errorf("a quick computation or one that nobody watches shows %q", b.String())
	}
	slow.update(30, 100)
	time.Sleep(300 * time.Millisecond) // so that the bar draws again
	slow.update(60, 100)
	if want := regexp.MustCompile(`60% .*\[[0-9a-z]+:[0-9a-z]+\]`); !want.MatchString(b.String()) {
		t.Errorf("got %q", b.String())
	}
	slow.finish()
}
