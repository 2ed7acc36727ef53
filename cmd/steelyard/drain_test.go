package main

import (
	"bufio"
	"io"
	"net"
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

// TestDrainWaitsForUpgraded holds a connection that has left HTTP behind.
func TestDrainWaitsForUpgraded(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(echoUpgrade))
	defer backend.Close()
	l := startLive(t, configOf("127.0.0.1:0", "scd", backend.Listener.Addr().String()), time.Minute)
	conn, err := net.Dial("tcp", l.address("listen"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
	stream := bufio.NewReader(conn)
	if resp, err := http.ReadResponse(stream, nil); err != nil || resp.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%v, error %v", resp, err)
	}
	l.stop()
	l.await("msg=draining")
	io.WriteString(conn, "still here\n")
	if line, err := stream.ReadString('\n'); line != "still here\n" {
		t.Errorf("echo %q, error %v", line, err)
	}
	if strings.Contains(l.log.String(), "msg=stopped") {
		t.Error("stopped while a connection was open")
	}
	conn.Close()
	if err := l.wait(); err != nil {
		t.Error(err)
	}
}

func echoUpgrade(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Connection", "Upgrade")
	w.Header().Set("Upgrade", "echo")
	w.WriteHeader(http.StatusSwitchingProtocols)
	conn, stream, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	io.Copy(conn, stream)
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
