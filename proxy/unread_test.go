package proxy

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A server may answer before it has read the body, or not at all. The client's connection must go on with its next
// request whenever what was left of the body was small.
func TestUnreadBody(t *testing.T) {
	early := func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		io.WriteString(c, "HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 11\r\n\r\nnot for you")
		io.Copy(io.Discard, c) // or the reset would overtake the answer
	}
	bodies := map[string]string{
		"length":  "Content-Length: 5\r\n\r\nhello",
		"long":    "Content-Length: 100000\r\n\r\n" + strings.Repeat("x", 100000),
		"chunked": "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
	}
	for name, c := range map[string]struct {
		server func(t *testing.T) string
		status int
	}{
		"early":   {func(t *testing.T) string { return newServer(t, early) }, http.StatusForbidden},
		"garbage": {func(t *testing.T) string { return newServer(t, raw("what?")) }, http.StatusBadGateway},
		"dead":    {func(t *testing.T) string { return deadAddress(t) }, http.StatusServiceUnavailable},
	} {
		for kind, body := range bodies {
			t.Run(name+"/"+kind, func(t *testing.T) {
				r := newRig(t, c.server(t))
				cl := dial(t, r.address)
				for range 20 {
					cl.say("POST / HTTP/1.1\r\nHost: h\r\n" + body)
					resp := cl.response(t, "POST")
					if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != c.status {
						t.Fatalf("status %d, error %v, want %d", resp.StatusCode, err, c.status)
					}
				}
				cl.Close()
				r.settled(t)
			})
		}
	}
}

// The answer must not wait for a client that waits for it with the rest of its body.
func TestAnswerBeforeTheRestOfTheBody(t *testing.T) {
	garbage := func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		io.WriteString(c, "what?\r\n\r\n")
	}
	for name, server := range map[string]string{"garbage": newServer(t, garbage), "dead": deadAddress(t)} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, server)
			cl := dial(t, r.address)
			cl.SetDeadline(time.Now().Add(5 * time.Second))
			cl.say("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n")
			if resp := cl.response(t, "POST"); resp.StatusCode < 500 || resp.ContentLength != 0 {
				t.Errorf("status %d, header %q", resp.StatusCode, resp.Header)
			}
			cl.say(strings.Repeat("x", 100) + get)
			if resp := cl.response(t, "GET"); resp.StatusCode < 500 {
				t.Errorf("status %d of the next request", resp.StatusCode)
			}
		})
	}
}
