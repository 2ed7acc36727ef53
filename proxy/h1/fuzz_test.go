package h1

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// answering returns a dialer whose connections take one request and answer it with the given bytes.
func answering(answer []byte) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		go func() {
			defer far.Close()
			if _, err := http.ReadRequest(bufio.NewReader(far)); err == nil {
				far.Write(answer)
			}
		}()
		return near, nil
	}
}

// outcome describes all that a caller can see of a response.
func outcome(rt http.RoundTripper) string {
	req, _ := http.NewRequest("GET", "http://server/", nil)
	resp, err := rt.RoundTrip(req)
	if err != nil {
		return "no response"
	}
	defer resp.Body.Close()
	if resp.StatusCode < 100 {
		return "no response" // http.Transport lets it pass, though no server may send it
	}
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return "switched"
	}
	text, err := io.ReadAll(resp.Body)
	return fmt.Sprintln(resp.StatusCode, resp.ContentLength, resp.Close, sorted(resp.Header), sorted(resp.Trailer), err != nil, string(text))
}

func sorted(h http.Header) (fields []string) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		fields = append(fields, fmt.Sprintf("%q: %q", name, h[name]))
	}
	return fields
}

// Whatever a server says, the transport makes of it what http.Transport does.
func FuzzResponse(f *testing.F) {
	for _, seed := range []string{
		plain, "", "\x00\xff", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n\r\nrest", "HTTP/1.0 200\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\nabc\r\nzz\r\n",
		"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + plain, "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 999 Odd\r\n\r\n",
		"HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc",
		"HTTP/1.1 200 OK\nA:b\n c\n\nbody", "HTTP/1.1 200 OK\r\nBad Name: x\r\n\r\n", "HTTP/1.1 099 Low\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		want := outcome(&http.Transport{DialContext: answering(answer), DisableCompression: true})
		tr := &Transport{Dial: answering(answer)}
		defer tr.CloseIdleConnections()
		if got := outcome(tr); got != want {
			t.Errorf("%q\n got %s\nwant %s", answer, got, want)
		}
	})
}

// Whatever a request holds, either it is refused or exactly one request reaches the server, and it is the same.
func FuzzRequest(f *testing.F) {
	f.Add("GET", "/path", "a=b", "host", "X-Name", "value", "body")
	f.Add("POST", "/a b", "x y", "ho st", "X Name", "a\r\nB: c", "")
	f.Add("G T", "", "\r\n\r\nGET / HTTP/1.1\r\n", "h\r\nX: y", "Content-Length", "5", "x")
	f.Fuzz(func(t *testing.T, method, path, query, host, name, value, body string) {
		req, err := http.NewRequest("POST", "http://server/", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Method, req.Host = method, host
		req.URL.Path, req.URL.RawQuery = path, query
		req.Header[name] = []string{value}
		if checkRequest(req) != nil {
			return
		}
		var wire bytes.Buffer
		w := bufio.NewWriter(&wire)
		writeHeader(w, req)
		w.Flush()
		wire.WriteString(body)
		r := bufio.NewReader(&wire)
		got, err := http.ReadRequest(r)
		if err != nil {
			return // refused by the server
		}
		if got.Method != cmp.Or(method, "GET") || got.Host != cmp.Or(host, "server") {
			t.Errorf("%s of %q, want %s of %q", got.Method, got.Host, method, host)
		}
		if field := got.Header.Values(name); !framing(name) && value != "" && field[0] != strings.Trim(value, " \t") {
			t.Errorf("%s: %q, want %q", name, field, value)
		}
		text, err := io.ReadAll(got.Body)
		if string(text) != body || err != nil {
			t.Errorf("body %q (%v), want %q", text, err, body)
		}
		if rest := r.Buffered(); rest > 0 {
			t.Errorf("%d bytes after the request", rest)
		}
	})
}
