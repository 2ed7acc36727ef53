package proxy

import (
	"net/http"
	"strings"
	"sync"
	"time"
)

// headerDelay is how long the header of a stream waits for the first piece of its body, to go with it in one write.
const headerDelay = time.Millisecond

// isStream reports whether the parts of resp may be far apart.
func isStream(resp *http.Response) bool {
	if resp.ContentLength == -1 {
		return true
	}
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "text/event-stream")
}

// stream writes a response and flushes it after each piece, and its header even before there is one.
type stream struct {
	w     http.ResponseWriter
	timer *time.Timer // flushes the header

	mu    sync.Mutex
	begun bool // the header needs no flush of its own any more
}

func newStream(w http.ResponseWriter) *stream {
	s := &stream{w: w}
	s.timer = time.AfterFunc(headerDelay, s.flushHeader)
	return s
}

func (s *stream) Write(p []byte) (int, error) {
	s.begin()
	n, err := s.w.Write(p)
	if err == nil {
		err = s.flush()
	}
	return n, err
}

func (s *stream) flushHeader() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.begun {
		_ = s.flush() // a failure shows at the next write
	}
}

// begin ends the wait of the header. After it the timer leaves w alone.
func (s *stream) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.begun {
		s.begun = true
		s.timer.Stop()
	}
}

func (s *stream) flush() error { return http.NewResponseController(s.w).Flush() }
