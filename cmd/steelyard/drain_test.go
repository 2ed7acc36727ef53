package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// startBlocked returns a backend that tells of each request and answers it
// once let go.
func startBlocked(t *testing.T) (address string, reached, letGo chan struct{}) {
	reached, letGo = make(chan struct{}), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		reached <- struct{}{}
		select {
		case <-letGo:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String(), reached, letGo
}

func TestDrain(t *testing.T) {
	address, reached, letGo := startBlocked(t)
	l := startLive(t, configOf("127.0.0.1:0", "scd", address), time.Minute)
	status := make(chan int)
	go func() {
		code, _ := l.get("listen", "/")
		status <- code
	}()
	<-reached
	if p := l.status(); p.Servers[0].InFlight != 1 {
		t.Errorf("status %+v, want one in flight", p)
	}
	l.stop()
	l.await("msg=draining")
	if code, body := l.get("admin", "/health"); code != http.StatusServiceUnavailable || body != "draining\n" {
		t.Errorf("health %d %q while draining", code, body)
	}
	close(letGo)
	if code := <-status; code != http.StatusOK {
		t.Errorf("the request under way got status %d", code)
	}
	if err := l.wait(); err != nil {
		t.Error(err)
	}
}

func TestDrainDeadline(t *testing.T) {
	address, reached, _ := startBlocked(t)
	l := startLive(t, configOf("127.0.0.1:0", "scd", address), 50*time.Millisecond)
	failed := make(chan error)
	go func() {
		resp, err := l.client.Get("http://" + l.address("listen"))
		if err == nil {
			resp.Body.Close()
		}
		failed <- err
	}()
	<-reached
	err := l.wait()
	if exitStatus(err) != statusNo || !strings.Contains(err.Error(), "1 requests were cut off") {
		t.Errorf("got %v", err)
	}
	if err := <-failed; err == nil {
		t.Error("the request that was cut off got an answer")
	}
}
