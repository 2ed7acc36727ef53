package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestReloadUnderLoad changes servers and policy while requests pass: none may
// fail, and the counters of the server that stays must miss none.
func TestReloadUnderLoad(t *testing.T) {
	var hits atomic.Int64
	stays := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	defer stays.Close()
	a, b, c := stays.Listener.Addr().String(), startBackend(t, "b"), startBackend(t, "c")
	configs := []string{
		configOf("127.0.0.1:0", "scd", a, b),
		configOf("127.0.0.1:0", "jsq(d=2)", a, c),
		configOf("127.0.0.1:0", "jsq(d=2)", c, b, a),
		configOf("127.0.0.1:0", "wrr", a),
	}
	l := startLive(t, configs[0], time.Second)

	stop := make(chan struct{})
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if status, _ := l.get("listen", "/"); status != http.StatusOK {
					t.Errorf("status %d", status)
				}
			}
		})
	}
	for i := range 40 {
		l.rewrite(configs[(i+1)%len(configs)], "msg=reloaded")
	}
	close(stop)
	clients.Wait()

	p := l.status()
	if len(p.Servers) != 2 || p.Policy != "scd" {
		t.Fatalf("status %+v", p)
	}
	for _, s := range p.Servers {
		if s.InFlight != 0 || s.OK != s.Picked {
			t.Errorf("%+v, want all that were picked ended well", s)
		}
		if s.Address == a && s.Picked != uint64(hits.Load()) {
			t.Errorf("the server that stays counts %d requests, and got %d", s.Picked, hits.Load())
		}
	}
}

// TestReloadRefused wants one line in the log and everything as it was.
func TestReloadRefused(t *testing.T) {
	a := startBackend(t, "a")
	taken := startBackend(t, "taken")
	l := startLive(t, configOf("127.0.0.1:0", "scd", a), time.Second)
	before := l.address("listen")
	for _, c := range []struct{ config, want string }{
		{configOf("127.0.0.1:0", "scd", a, a), "want each server once"},
		{configOf("127.0.0.1:0", "sdc", a), "did you mean"},
		{configOf("127.0.0.1:0", "static(p=[.5,.5])", a), "pools[0].policy"},
		{configOf(taken, "scd", a), "address already in use"},
		{"", "got an empty file"},
	} {
		l.rewrite(c.config, "reload refused")
		lines := strings.Split(strings.TrimSpace(l.log.String()), "\n")
		if last := lines[len(lines)-1]; !strings.Contains(last, c.want) || !strings.Contains(last, "level=ERROR") {
			t.Errorf("log %s, want %s", last, c.want)
		}
	}
	if got := strings.Count(l.log.String(), "\n"); got != 6 {
		t.Errorf("%d lines in the log, want 6:\n%s", got, l.log)
	}
	if _, body := l.get("listen", "/"); body != "a" || l.address("listen") != before {
		t.Errorf("answer %q at %s, want a at %s", body, l.address("listen"), before)
	}
}

// TestReloadBalancers wants the number of balancers to come from the file, at the start and when it changes.
func TestReloadBalancers(t *testing.T) {
	a := startBackend(t, "a")
	shared := strings.Replace(configOf("127.0.0.1:0", "scd", a), "policy: scd\n", "policy: scd\n    balancers: 10\n", 1)
	l := startLive(t, shared, time.Second)
	if n := l.status().Balancers; n != 10 || !strings.Contains(l.log.String(), "balancers=10") {
		t.Errorf("%d balancers, want 10; log:\n%s", n, l.log)
	}
	l.rewrite(configOf("127.0.0.1:0", "scd", a), "msg=reloaded")
	if n := l.status().Balancers; n != 1 {
		t.Errorf("%d balancers, want 1", n)
	}
	if _, body := l.get("listen", "/"); body != "a" {
		t.Errorf("answer %q, want a", body)
	}
}

func TestReloadMoves(t *testing.T) {
	a := startBackend(t, "a")
	l := startLive(t, configOf("127.0.0.1:0", "scd", a), time.Second)
	before := l.address("listen")
	l.rewrite(strings.Replace(configOf("localhost:0", "scd", a), "admin: 127.0.0.1:0\n", "", 1), "msg=reloaded")
	if after := l.address("listen"); after == before {
		t.Errorf("still at %s", after)
	}
	if status, body := l.get("listen", "/"); status != http.StatusOK || body != "a" {
		t.Errorf("answer %d %q at the new address", status, body)
	}
	l.client.CloseIdleConnections()
	for _, address := range []string{before, l.address("admin")} {
		if resp, err := l.client.Get("http://" + address); err == nil {
			resp.Body.Close()
			t.Errorf("%s still answers", address)
		}
	}
}
