package demo

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// workHeader carries a job's work, in seconds of a server of rate 1; a server of rate r serves it in work/r seconds.
const workHeader = "X-Work"

// classHeader is how a backend says of which class it is.
const classHeader = "X-Class"

// backend is an HTTP server that behaves as a single worker serving its queue in order of arrival.
type backend struct {
	rate  float64 // jobs of mean work per second
	class string
	line  net.Listener
	http  *http.Server

	mu   sync.Mutex
	free time.Time // when the last job accepted so far will end
}

// startBackend listens on a free loopback port.
func startBackend(rate float64, class string) (*backend, error) {
	line, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("backend: %w", err)
	}
	b := &backend{rate: rate, class: class, line: line}
	b.http = &http.Server{Handler: b, ErrorLog: mute()}
	go b.http.Serve(line) // ends with Close
	return b, nil
}

func (b *backend) address() string { return b.line.Addr().String() }

func (b *backend) close() { b.http.Close() }

// ServeHTTP keeps the request until its job has ended. The end is computed on an absolute clock, max(arrival, previous end) + size,
// so that late timers delay an answer but never the queue behind it.
func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	work, err := strconv.ParseFloat(r.Header.Get(workHeader), 64)
	if err != nil || !(work >= 0) {
		http.Error(w, fmt.Sprintf("%s %q: want seconds of work", workHeader, r.Header.Get(workHeader)), http.StatusBadRequest)
		return
	}
	end := time.NewTimer(time.Until(b.enqueue(time.Now(), work)))
	defer end.Stop()
	select {
	case <-end.C:
		w.Header().Set(classHeader, b.class)
		w.WriteHeader(http.StatusNoContent)
	case <-r.Context().Done():
	}
}

// enqueue places a job that arrives now behind those that are there, and says when it ends.
func (b *backend) enqueue(now time.Time, work float64) time.Time {
	size := time.Duration(work / b.rate * float64(time.Second))
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.free.Before(now) {
		b.free = now
	}
	b.free = b.free.Add(size)
	return b.free
}

// waiting is the work of the jobs not done yet, in mean jobs.
func (b *backend) waiting(now time.Time) float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.free.Sub(now).Seconds()*b.rate)
}
