package main

import (
	"bytes"
	"regexp"
	"testing"
	"time"
)

// TestProgress wants no bar of a quick computation, and of a slow one a bar with the part done and the time left.
func TestProgress(t *testing.T) {
	var b bytes.Buffer
	quick := newProgress(&b)
	quick.update(1, 2)
	quick.finish()
	if b.Len() > 0 {
		t.Errorf("a quick computation shows %q", b.String())
	}
	slow := newProgress(&b)
	slow.began = time.Now().Add(-2 * patience)
	slow.update(30, 100)
	time.Sleep(300 * time.Millisecond) // so that the bar draws again
	slow.update(60, 100)
	if want := regexp.MustCompile(`60% .*\[[0-9a-z]+:[0-9a-z]+\]`); !want.MatchString(b.String()) {
		t.Errorf("got %q", b.String())
	}
	slow.finish()
}
