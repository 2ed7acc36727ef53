package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// live is a service under test.
type live struct {
	t      *testing.T
	file   string
	log    *syncBuffer
	reload chan os.Signal
	stop   context.CancelFunc
	done   chan error
	client *http.Client
}

type syncBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

// startLive serves a configuration until the end of the test.
func startLive(t *testing.T, config string, grace time.Duration) *live {
	t.Helper()
	leaks := goleak.IgnoreCurrent()
	l := &live{
		t:      t,
		file:   writeFile(t, "steelyard.yaml", config),
		log:    new(syncBuffer),
		reload: make(chan os.Signal, 1),
		done:   make(chan error, 1),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
	c, err := loadSettings(l.file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newService(c, 1, slog.New(slog.NewTextHandler(l.log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	l.stop = cancel
	go func() { l.done <- s.run(ctx, reloads{l.file, l.reload}, grace) }()
	t.Cleanup(func() {
		l.client.CloseIdleConnections()
		l.wait()
		goleak.VerifyNone(t, leaks)
	})
	l.await("msg=serving")
	return l
}

// wait ends the service and returns what it ended with.
func (l *live) wait() error {
	l.stop()
	err := <-l.done
	l.done <- err
	return err
}

// await waits until the log tells so.
func (l *live) await(text string) {
	l.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for !strings.Contains(l.log.String(), text) {
		if time.Now().After(deadline) {
			l.t.Fatalf("%q is not in the log:\n%s", text, l.log)
		}
		time.Sleep(time.Millisecond)
	}
}

// address is the last one that the log tells under the key.
func (l *live) address(key string) string {
	found := regexp.MustCompile(key+`=(\S+)`).FindAllStringSubmatch(l.log.String(), -1)
	return found[len(found)-1][1]
}

// get returns the status and the body.
func (l *live) get(key, path string) (int, string) {
	l.t.Helper()
	resp, err := l.client.Get("http://" + l.address(key) + path)
	if err != nil {
		l.t.Error(err)
		return 0, ""
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		l.t.Error(err)
	}
	return resp.StatusCode, string(body)
}

func (l *live) status() (p poolStatus) {
	l.t.Helper()
	_, body := l.get("admin", "/servers")
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		l.t.Errorf("%v in %q", err, body)
	}
	return p
}

// rewrite changes the file and has it read, and waits for n mentions of text.
func (l *live) rewrite(config, text string) {
	l.t.Helper()
	if err := os.WriteFile(l.file, []byte(config), 0o600); err != nil {
		l.t.Fatal(err)
	}
	seen := strings.Count(l.log.String(), text)
	l.reload <- os.Interrupt // any signal will do
	deadline := time.Now().Add(10 * time.Second)
	for strings.Count(l.log.String(), text) == seen {
		if time.Now().After(deadline) {
			l.t.Fatalf("no further %q in the log:\n%s", text, l.log)
		}
		time.Sleep(time.Millisecond)
	}
}

// startBackend answers with its name.
func startBackend(t *testing.T, name string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, name) }))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func configOf(listen, policy string, servers ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "listen: %s\nadmin: 127.0.0.1:0\npools:\n  - name: web\n    policy: %s\n    servers:\n", listen, policy)
	for _, s := range servers {
		fmt.Fprintf(&b, "      - {address: %s}\n", s)
	}
	return b.String()
}

func TestServe(t *testing.T) {
	a, b := startBackend(t, "a"), startBackend(t, "b")
	l := startLive(t, configOf("127.0.0.1:0", "roundrobin", a, b), time.Second)
	answers := map[string]int{}
	for range 10 {
		status, body := l.get("listen", "/")
		if status != http.StatusOK {
			t.Fatalf("status %d", status)
		}
		answers[body]++
	}
	if answers["a"] != 5 || answers["b"] != 5 {
		t.Errorf("answers %v, want 5 of each", answers)
	}
	if status, body := l.get("admin", "/health"); status != http.StatusOK || body != "ok\n" {
		t.Errorf("health %d %q", status, body)
	}
	p := l.status()
	want := serverStatus{Address: a, Class: "1", Speed: 1, Workers: 1, State: "up", Picked: 5, OK: 5}
	if p.Pool != "web" || p.Policy != "roundrobin" || len(p.Servers) != 2 || p.Servers[0] != want {
		t.Errorf("status %+v, want %+v first", p, want)
	}
	if err := l.wait(); err != nil {
		t.Error(err)
	}
}

func TestServeAddressInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	file := writeFile(t, "steelyard.yaml", configOf(taken.Addr().String(), "scd", "127.0.0.1:1"))
	status, _, stderr := execute(t, "serve", "-c", file)
	if status != statusNo || !strings.Contains(stderr, taken.Addr().String()) {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
}

func TestServeBadFile(t *testing.T) {
	file := writeFile(t, "steelyard.yaml", configOf("127.0.0.1:0", "scd", "127.0.0.1:99999"))
	status, _, stderr := execute(t, "serve", "-c", file)
	if status != statusMalformed || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, ":7: pools[0].servers[0].address: got 127.0.0.1:99999") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
}
