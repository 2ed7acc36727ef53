package h1

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func echo(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Length", fmt.Sprint(r.ContentLength))
	w.Header().Set("X-Coding", fmt.Sprint(r.TransferEncoding))
	http.NewResponseController(w).EnableFullDuplex()
	io.Copy(w, r.Body)
}

func TestUploads(t *testing.T) {
	url := httpServer(t, echo)
	big := strings.Repeat("0123456789", 100000)
	tr := newTransport(t)
	for _, c := range []struct {
		name, text string
		body       io.Reader
		length     string
	}{
		{"sized", "hello", strings.NewReader("hello"), "5 []"},
		{"chunked", "hello", unsized("hello"), "-1 [chunked]"},
		{"chunked, empty", "", unsized(""), "-1 [chunked]"},
		{"big, chunked", big, unsized(big), "-1 [chunked]"},
		{"none", "", nil, "0 []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, text := fetch(t, tr, newRequest(t, "POST", url, c.body))
			if text != c.text {
				t.Errorf("got %d bytes back, want %d", len(text), len(c.text))
			}
			if got := resp.Header.Get("X-Length") + " " + resp.Header.Get("X-Coding"); got != c.length {
				t.Errorf("length %s, want %s", got, c.length)
			}
		})
	}
}

func TestUploadKeepsConnection(t *testing.T) {
	url := httpServer(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, r.RemoteAddr)
	})
	tr := newTransport(t)
	_, first := fetch(t, tr, newRequest(t, "POST", url, strings.NewReader("hello")))
	waitIdle(t, tr, 1)
	if _, second := fetch(t, tr, newRequest(t, "POST", url, unsized("hello"))); first != second {
		t.Error("the connection was not used again")
	}
}

// Parts of the body arrive before the rest is there, and the response before the body has ended.
func TestStreamsBothWays(t *testing.T) {
	url := httpServer(t, func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		control.EnableFullDuplex()
		control.Flush()
		buf := make([]byte, 100)
		for {
			n, err := r.Body.Read(buf)
			w.Write(bytes.ToUpper(buf[:n]))
			control.Flush()
			if err != nil {
				return
			}
		}
	})
	body, send := io.Pipe()
	resp, err := newTransport(t).RoundTrip(newRequest(t, "POST", url, body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	buf := make([]byte, 100)
	for _, word := range []string{"one", "two", "three"} {
		io.WriteString(send, word)
		n, err := resp.Body.Read(buf)
		if got := string(buf[:n]); got != strings.ToUpper(word) || err != nil {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	send.Close()
	if n, err := resp.Body.Read(buf); n != 0 || err != io.EOF {
		t.Errorf("at the end: %d, %v", n, err)
	}
}

func TestRequestTrailer(t *testing.T) {
	var got http.Header
	url := httpServer(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		got = r.Trailer
	})
	req := newRequest(t, "POST", url, nil)
	req.Trailer = http.Header{"X-Sum": nil}
	req.Body = io.NopCloser(io.MultiReader(strings.NewReader("body"), atEOF(func() { req.Trailer.Set("X-Sum", "42") })))
	req.ContentLength = -1
	fetch(t, newTransport(t), req)
	if got.Get("X-Sum") != "42" {
		t.Errorf("trailer %v", got)
	}
}

// atEOF is an empty reader that calls back.
type atEOF func()

func (f atEOF) Read([]byte) (int, error) { f(); return 0, io.EOF }

func TestExpectContinue(t *testing.T) {
	for _, c := range []struct {
		name, before string
		wantBody     bool
	}{
		{"leave", "HTTP/1.1 100 Continue\r\n\r\n", true},
		{"refusal", "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n", false},
		{"silence", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := make(chan string, 1)
			url := rawServer(t, func(_ int, p peer) {
				req := p.request()
				p.say(c.before)
				text, _ := io.ReadAll(req.Body)
				body <- string(text)
				p.say(plain)
			})
			tr := newTransport(t)
			tr.ContinueTimeout = 30 * time.Millisecond
			req := newRequest(t, "POST", url, strings.NewReader("hello"))
			req.Header.Set("Expect", "100-continue")
			fetch(t, tr, req)
			if got := <-body == "hello"; got != c.wantBody {
				t.Errorf("body sent: %v, want %v", got, c.wantBody)
			}
		})
	}
}

// The server answers and reads no more. The response stands; the connection and the upload end, even one that waits for
// the client.
func TestEarlyResponse(t *testing.T) {
	for _, header := range []string{"", "Connection: close\r\n"} {
		url := rawServer(t, func(_ int, p peer) {
			p.request()
			p.say("HTTP/1.1 413 Content Too Large\r\n" + header + "Content-Length: 0\r\n\r\n")
			p.request()
			time.Sleep(200 * time.Millisecond)
		})
		waiting, writer := io.Pipe()
		defer writer.Close()
		for _, source := range []io.Reader{&endless{}, waiting} {
			closed := make(chan bool, 1)
			tr := newTransport(t)
			resp, _ := fetch(t, tr, newRequest(t, "POST", url, struct {
				io.Reader
				io.Closer
			}{source, &endless{closed}}))
			if resp.StatusCode != 413 {
				t.Errorf("status %d", resp.StatusCode)
			}
			<-closed
			if n := tr.idleCount(); n != 0 {
				t.Errorf("%d idle connections, want 0", n)
			}
		}
	}
}

type endless struct{ closed chan bool }

func (*endless) Read(p []byte) (int, error) { return len(p), nil }
func (e *endless) Close() error {
	select {
	case e.closed <- true:
	default:
	}
	return nil
}

func TestBadBodies(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name   string
		body   io.Reader
		length int64
		want   string
	}{
		{"fails", io.MultiReader(strings.NewReader("some"), failing{broken}), 9, "broken"},
		{"fails, chunked", io.MultiReader(strings.NewReader("some"), failing{broken}), -1, "broken"},
		{"too short", strings.NewReader("some"), 9, "5 bytes before its ContentLength 9"},
		{"too long", strings.NewReader("more than that"), 9, "longer than its ContentLength 9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			whole := make(chan bool, 1)
			url := rawServer(t, func(_ int, p peer) {
				_, err := io.ReadAll(p.request().Body)
				whole <- err == nil
			})
			req := newRequest(t, "POST", url, nil)
			req.Body, req.ContentLength = io.NopCloser(c.body), c.length
			_, err := newTransport(t).RoundTrip(req)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if <-whole {
				t.Error("the server took the body for whole")
			}
		})
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// RoundTrip closes the body whatever happens.
func TestBodyIsClosed(t *testing.T) {
	good := httpServer(t, echo)
	for name, url := range map[string]string{"good": good, "refused": "http://127.0.0.1:1", "bad scheme": "ftp://x"} {
		closed := make(chan bool, 1)
		req := newRequest(t, "POST", url, nil)
		req.Body, req.ContentLength = struct {
			io.Reader
			io.Closer
		}{strings.NewReader("x"), &endless{closed}}, 1
		if resp, err := newTransport(t).RoundTrip(req); err == nil {
			resp.Body.Close()
		}
		select {
		case <-closed:
		case <-time.After(5 * time.Second):
			t.Errorf("%s: body still open", name)
		}
	}
}
