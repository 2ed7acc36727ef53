package proxy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Each event reaches the client before the next is made.
func TestStreamsFlow(t *testing.T) {
	for _, c := range []struct {
		name   string
		header http.Header
		always bool
	}{
		{"unknown length", nil, false},
		{"event stream of known length", http.Header{"Content-Type": {"text/event-stream"}, "Content-Length": {"6"}}, false},
		{"known length, flushed always", http.Header{"Content-Length": {"6"}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			next := make(chan bool)
			r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
				addHeader(w.Header(), c.header)
				for i := range 3 {
					w.(http.Flusher).Flush()
					<-next
					fmt.Fprintln(w, i)
				}
			}))
			r.proxy.FlushAlways = c.always
			cl := dial(t, r.address)
			cl.say(get)
			resp := cl.response(t, "GET") // the header comes before any event
			for i := range 3 {
				next <- true
				if i == 2 {
					break // the last one comes with the end
				}
				buf := make([]byte, 2)
				if _, err := io.ReadFull(resp.Body, buf); string(buf) != fmt.Sprintln(i) || err != nil {
					t.Fatalf("event %d: %q, %v", i, buf, err)
				}
			}
			if rest, err := io.ReadAll(resp.Body); string(rest) != "2\n" || err != nil {
				t.Errorf("rest %q, %v", rest, err)
			}
			r.settled(t)
		})
	}
}

func TestStreamsBothWays(t *testing.T) {
	r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		control.EnableFullDuplex()
		buf := make([]byte, 100)
		for {
			n, err := r.Body.Read(buf)
			w.Write(bytes.ToUpper(buf[:n]))
			control.Flush()
			if err != nil {
				return
			}
		}
	}))
	c := dial(t, r.address)
	c.say("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
	c.say("3\r\none\r\n")
	resp := c.response(t, "POST")
	for _, word := range []string{"ONE", "TWO", "SIX"} {
		buf := make([]byte, 3)
		if _, err := io.ReadFull(resp.Body, buf); string(buf) != word || err != nil {
			t.Fatalf("got %q, %v, want %q", buf, err, word)
		}
		c.say(map[string]string{"ONE": "3\r\ntwo\r\n", "TWO": "3\r\nsix\r\n", "SIX": "0\r\n\r\n"}[word])
	}
	if rest, err := io.ReadAll(resp.Body); len(rest) > 0 || err != nil {
		t.Errorf("rest %q, %v", rest, err)
	}
}

func TestLargeBodies(t *testing.T) {
	big := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		sum := sha256.New()
		io.Copy(sum, r.Body)
		w.Header().Set("X-Sum", fmt.Sprintf("%x", sum.Sum(nil)))
		w.Write(big)
	}))
	for _, body := range []io.Reader{bytes.NewReader(big), io.MultiReader(bytes.NewReader(big))} {
		resp, err := http.Post("http://"+r.address, "text/plain", body)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || !bytes.Equal(text, big) {
			t.Errorf("%d bytes came back, %v", len(text), err)
		}
		if got, want := resp.Header.Get("X-Sum"), fmt.Sprintf("%x", sha256.Sum256(big)); got != want {
			t.Errorf("the server saw sum %s, want %s", got, want)
		}
	}
}

// ReverseProxy loses the trailers of requests; a Proxy does not.
func TestRequestTrailer(t *testing.T) {
	got := make(chan http.Header, 1)
	r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		got <- r.Trailer
	}))
	c := dial(t, r.address)
	c.say("POST / HTTP/1.1\r\nHost: h\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 42\r\n\r\n")
	c.response(t, "POST")
	if sum := (<-got).Get("X-Sum"); sum != "42" {
		t.Errorf("trailer X-Sum is %q, want 42", sum)
	}
}

// The client sends its body only when the server has given leave.
func TestContinueComesFromServer(t *testing.T) {
	reading := make(chan bool, 1)
	r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/refuse" {
			w.WriteHeader(http.StatusExpectationFailed)
			return
		}
		reading <- true
		io.Copy(w, r.Body)
	}))
	r.upstream.ContinueTimeout = time.Minute
	for path, want := range map[string]int{"/take": 100, "/refuse": 417} {
		c := dial(t, r.address)
		c.say("POST " + path + " HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
		resp := c.response(t, "POST")
		if resp.StatusCode != want {
			t.Fatalf("%s: status %d, want %d", path, resp.StatusCode, want)
		}
		if want == 100 {
			<-reading
			c.say("hello")
			resp = c.response(t, "POST")
			if text, err := io.ReadAll(resp.Body); string(text) != "hello" || err != nil {
				t.Errorf("got %q, %v", text, err)
			}
		}
	}
	r.settled(t)
}

// Fields that a handler around the proxy has set belong to the final response.
func TestHintsLeaveHeaderAlone(t *testing.T) {
	r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", "</style.css>")
		w.WriteHeader(http.StatusEarlyHints)
		w.Header().Del("Link")
	}))
	c := dial(t, newServer(t, func(w http.ResponseWriter, in *http.Request) {
		w.Header().Set("X-Outer", "1")
		r.proxy.ServeHTTP(w, in)
	}))
	c.say(get)
	if hints := c.response(t, "GET"); hints.StatusCode != 103 || hints.Header.Get("Link") == "" {
		t.Errorf("hints: %v %v", hints.Status, hints.Header)
	}
	if resp := c.response(t, "GET"); resp.Header.Get("X-Outer") != "1" || resp.Header.Get("Link") != "" {
		t.Errorf("final: %v %v", resp.Status, resp.Header)
	}
}

func TestClientGoesAway(t *testing.T) {
	for _, where := range []string{"before the header", "in the body", "in the upload"} {
		t.Run(where, func(t *testing.T) {
			arrived, gone := make(chan bool, 1), make(chan bool, 1)
			r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
				if where == "in the body" {
					io.WriteString(w, "begin")
					w.(http.Flusher).Flush()
				}
				arrived <- true
				io.Copy(io.Discard, r.Body)
				<-r.Context().Done()
				gone <- true
			}))
			c := dial(t, r.address)
			if where == "in the upload" {
				c.say("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nsome")
			} else {
				c.say(get)
			}
			<-arrived
			c.Close()
			select {
			case <-gone:
			case <-time.After(5 * time.Second):
				t.Fatal("the server was not told")
			}
			if s := r.settled(t)[0]; s.Picked != 1 || s.OK != 0 {
				t.Errorf("status %+v", s)
			}
		})
	}
}

// The server answers without having read the body. The client gets the answer at once.
func TestEarlyAnswer(t *testing.T) {
	r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(413) }))
	c := dial(t, r.address)
	c.say("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nsome")
	if resp := c.response(t, "POST"); resp.StatusCode != 413 {
		t.Errorf("status %d, want 413", resp.StatusCode)
	}
	r.settled(t)
	c.Close()
}

func TestUpgrade(t *testing.T) {
	r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		c, rw, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\nhello ")
		heard, _ := io.ReadAll(rw) // up to the client's end
		c.Write(bytes.ToUpper(heard))
	}))
	c := dial(t, r.address)
	// The first word comes too early, with the request.
	c.say("GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\nyou ")
	if resp := c.response(t, "GET"); resp.StatusCode != 101 || resp.Header.Get("Upgrade") != "shout" {
		t.Fatalf("response %s %v", resp.Status, resp.Header)
	}
	if n := r.balancer.Snapshot()[0].InFlight; n != 1 {
		t.Errorf("%d in flight on an open connection, want 1", n)
	}
	c.say("there")
	c.CloseWrite()
	if text, err := io.ReadAll(c); string(text) != "hello YOU THERE" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	if s := r.settled(t)[0]; s.OK != 1 || s.Picked != 1 {
		t.Errorf("status %+v", s)
	}
}

// When one side of an upgraded connection is reset, the other ends as well.
func TestUpgradeIsCut(t *testing.T) {
	for _, who := range []string{"client", "server"} {
		t.Run(who, func(t *testing.T) {
			ended := make(chan bool, 1)
			cut := make(chan bool)
			r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
				c, rw, _ := http.NewResponseController(w).Hijack()
				defer c.Close()
				io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n")
				if who == "server" {
					<-cut
					c.(interface{ SetLinger(int) error }).SetLinger(0)
					return
				}
				io.Copy(io.Discard, rw)
				ended <- true
			}))
			c := dial(t, r.address)
			c.say("GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n")
			c.response(t, "GET")
			if who == "server" {
				cut <- true
				io.Copy(io.Discard, c) // returns at the end
			} else {
				c.SetLinger(0)
				c.TCPConn.Close()
				<-ended
			}
			r.settled(t)
		})
	}
}

func TestHandlerCancelled(t *testing.T) {
	r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	front := newServer(t, func(w http.ResponseWriter, in *http.Request) {
		ctx, cancel := context.WithTimeout(in.Context(), 20*time.Millisecond)
		defer cancel()
		r.proxy.ServeHTTP(w, in.WithContext(ctx))
	})
	c := dial(t, front)
	c.say(get)
	if resp := c.response(t, "GET"); resp.StatusCode != http.StatusGatewayTimeout {
		t.Errorf("status %d, want 504", resp.StatusCode)
	}
	if s := r.settled(t)[0]; s.Cancelled != 1 {
		t.Errorf("status %+v", s)
	}
}

func TestTrustForwarded(t *testing.T) {
	for trust, want := range map[bool]string{true: "1.2.3.4, 5.6.7.8, 127.0.0.1", false: "127.0.0.1"} {
		r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, strings.Join(r.Header["X-Forwarded-For"], "|"))
		}))
		r.proxy.TrustForwarded = trust
		c := dial(t, r.address)
		c.say("GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 5.6.7.8\r\n\r\n")
		if text, _ := io.ReadAll(c.response(t, "GET").Body); string(text) != want {
			t.Errorf("trust %v: %q, want %q", trust, text, want)
		}
	}
}
