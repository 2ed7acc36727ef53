package proxy

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/roundtrip"
)

const get = "GET /path?q=1 HTTP/1.1\r\nHost: site.example\r\nUser-Agent: test\r\n\r\n"

func ok(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") }

// exchanges are requests, as bytes, and handlers of servers that get them.
var exchanges = []struct {
	name    string
	request string
	serve   http.HandlerFunc
}{
	{"plain", get, ok},
	{"no user agent", "GET / HTTP/1.1\r\nHost: h\r\n\r\n", ok},
	{"old version", "GET / HTTP/1.0\r\nHost: h\r\n\r\n", ok},
	{"asked to close", "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", ok},
	{"absolute form", "GET http://other.example/x?y HTTP/1.1\r\nHost: h\r\n\r\n", ok},
	{"hop-by-hop", "GET / HTTP/1.1\r\nHost: h\r\nConnection: X-Mine, keep-alive,,X-Other\r\nConnection: x-third\r\nX-Mine: 1\r\n" +
		"X-Other: 2\r\nX-Third: 3\r\nX-Kept: 4\r\nKeep-Alive: 5\r\nProxy-Connection: 6\r\nProxy-Authorization: 7\r\n" +
		"Proxy-Authenticate: 8\r\nTE: gzip\r\nUpgrade: h2c\r\n\r\n", ok},
	{"te trailers", "GET / HTTP/1.1\r\nHost: h\r\nTE: gzip, trailers\r\nConnection: TE\r\n\r\n", ok},
	{"forwarded", "GET / HTTP/1.1\r\nHost: h\r\nForwarded: for=1.2.3.4\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Host: x\r\n" +
		"X-Forwarded-Proto: https\r\n\r\n", ok},
	{"several values", "GET / HTTP/1.1\r\nHost: h\r\nCookie: a=1\r\nCookie: b=2\r\nAccept: x\r\nAccept: y\r\n\r\n", ok},
	{"empty value", "GET / HTTP/1.1\r\nHost: h\r\nX-Empty:\r\nUser-Agent:\r\n\r\n", ok},
	{"semicolon in query", "GET /?a=1;b=2&c=3 HTTP/1.1\r\nHost: h\r\n\r\n", ok},
	{"bad escape in query", "GET /?a=%zz&b=%20&c=%2 HTTP/1.1\r\nHost: h\r\n\r\n", ok},
	{"odd but sound query", "GET /?&&a=%2F%e2&=&x=y=z+%20 HTTP/1.1\r\nHost: h\r\n\r\n", ok},
	{"empty query", "GET /? HTTP/1.1\r\nHost: h\r\n\r\n", ok},
	{"escapes in path", "GET /a%2Fb//c/../d%20e HTTP/1.1\r\nHost: h\r\n\r\n", ok},
	{"head", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Content-Length", "99") }},
	{"head of unknown length", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", func(w http.ResponseWriter, r *http.Request) { w.(http.Flusher).Flush() }},
	{"sized body", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello", ok},
	{"chunked body", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", ok},
	{"no body of a post", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", ok},
	{"body of a get", "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello", ok},
	{"other method", "PROPFIND / HTTP/1.1\r\nHost: h\r\n\r\n", ok},
	{"expect", "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello", ok},
	{"upgrade refused", "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", ok},
	{"upgrade to another", "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n",
		raw("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: b\r\n\r\n")},
	{"upgrade unasked", get, raw("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: b\r\n\r\n")},
	{"upgrade", "GET / HTTP/1.1\r\nHost: h\r\nConnection: upgrade\r\nUpgrade: a\r\nX-Mine: 1\r\n\r\n",
		raw("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: A\r\nX-Its: 2\r\n\r\nhello")},

	{"not found", get, http.NotFound},
	{"redirect", get, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) }},
	{"server error", get, func(w http.ResponseWriter, r *http.Request) { http.Error(w, "oops", 500) }},
	{"no content", get, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) }},
	{"not modified", get, func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Etag", `"x"`); w.WriteHeader(304) }},
	{"empty", get, func(w http.ResponseWriter, r *http.Request) {}},
	{"odd status", get, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(799) }},
	{"large", get, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, strings.Repeat("large ", 200000)) }},
	{"large, sized", get, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1200000")
		io.WriteString(w, strings.Repeat("large ", 200000))
	}},
	{"cookies", get, func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "1"})
		http.SetCookie(w, &http.Cookie{Name: "b", Value: "2"})
	}},
	{"hop-by-hop in response", get, raw("HTTP/1.1 200 OK\r\nConnection: X-Mine, close\r\nX-Mine: 1\r\nKeep-Alive: 2\r\nProxy-Authenticate: 3\r\n" +
		"Upgrade: h2c\r\nProxy-Connection: 4\r\nX-Kept: 5\r\nContent-Length: 2\r\n\r\nok")},
	{"coded", get, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		io.WriteString(w, "not really")
	}},
	{"until close", get, raw("HTTP/1.1 200 OK\r\n\r\nall of it")},
	{"old version in response", get, raw("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok")},
	{"event stream", get, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		io.WriteString(w, "data: 1\n\n")
	}},
	{"announced trailer", get, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "X-Sum, X-Other")
		io.WriteString(w, "body")
		w.Header().Set("X-Sum", "42")
		w.Header().Set("X-Other", "43")
	}},
	{"unannounced trailer", get, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "body")
		w.(http.Flusher).Flush()
		w.Header().Set(http.TrailerPrefix+"X-Sum", "42")
	}},
	{"both trailers", get, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "X-Sum")
		io.WriteString(w, "body")
		w.Header().Set("X-Sum", "42")
		w.Header().Set(http.TrailerPrefix+"X-Other", "43")
	}},
	{"early hints", get, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", "</style.css>; rel=preload")
		w.WriteHeader(http.StatusProcessing)
		w.Header().Add("Link", "</script.js>; rel=preload")
		w.WriteHeader(http.StatusEarlyHints)
		w.Header().Del("Link")
		io.WriteString(w, "ok")
	}},
	{"cut before the header", get, raw("")},
	{"cut in the header", get, raw("HTTP/1.1 200 OK\r\nContent-")},
	{"cut in the body", get, raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")},
	{"cut in a chunk", get, raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc")},
	{"cut before the last chunk", get, raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")},
	{"bad chunk", get, raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\nabc\r\n")},
	{"garbage", get, raw("\x00\x01garbage\r\n\r\n")},
	{"two lengths", get, raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab")},
}

// account is what one end saw.
type account []string

func (a *account) add(format string, args ...any) { *a = append(*a, fmt.Sprintf(format, args...)) }

// addHeader adds fields, but for those that differ each time and the content type, which ReverseProxy lets net/http guess.
func (a *account) addHeader(who string, h http.Header) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if name != "Date" && name != "Content-Type" {
			a.add("%s %s: %q", who, name, h[name])
		}
	}
}

// exchange sends a request through a proxy that front makes, and returns what both ends saw.
func exchange(t *testing.T, request string, serve http.HandlerFunc, front func(server string) (address string)) []string {
	var seen account
	served := make(chan account, 1)
	c := dial(t, front(newServer(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var seen account
		seen.add("server: %s %s of %s, length %d, coding %v, body %q, %v", r.Method, r.RequestURI, r.Host, r.ContentLength,
			r.TransferEncoding, body, err)
		seen.addHeader("server:", r.Header)
		seen.addHeader("server: trailer", r.Trailer)
		served <- seen
		serve(w, r)
	})))
	c.say(request)
	method, _, _ := strings.Cut(request, " ")
	for {
		resp, err := http.ReadResponse(c.Reader, &http.Request{Method: method})
		if err != nil {
			seen.add("client: no response")
			break
		}
		if resp.StatusCode == http.StatusContinue {
			continue // once or twice, by net/http's leave and the server's
		}
		body, err := io.ReadAll(resp.Body)
		seen.add("client: %s, length %d, coding %v, close %v, body %q, broken %v", resp.Status, resp.ContentLength,
			resp.TransferEncoding, resp.Close, body, err != nil)
		seen.addHeader("client:", resp.Header)
		seen.addHeader("client: trailer", resp.Trailer)
		if resp.StatusCode == http.StatusSwitchingProtocols {
			c.CloseWrite()
			rest, err := io.ReadAll(c)
			seen.add("client: %q on the connection, broken %v", rest, err != nil)
		}
		if resp.StatusCode >= 200 || resp.StatusCode == http.StatusSwitchingProtocols {
			break
		}
	}
	return append(<-served, seen...)
}

// Every exchange looks the same from both ends through a Proxy and through httputil.ReverseProxy.
func TestLikeReverseProxy(t *testing.T) {
	for _, e := range exchanges {
		t.Run(e.name, func(t *testing.T) {
			want := exchange(t, e.request, e.serve, func(server string) string { return oracle(t, server) })
			compare(t, "h1", want, exchange(t, e.request, e.serve, func(server string) string { return newRig(t, server).address }))
			compare(t, "net/http", want, exchange(t, e.request, e.serve, func(server string) string {
				r := newRig(t, server)
				next := &http.Transport{DisableCompression: true, ExpectContinueTimeout: 1e9}
				t.Cleanup(next.CloseIdleConnections)
				r.proxy.Upstream.(*roundtrip.Transport).Next = next
				return r.address
			}))
		})
	}
}

func compare(t *testing.T, name string, want, got []string) {
	t.Helper()
	if w, g := strings.Join(want, "\n"), strings.Join(got, "\n"); w != g {
		t.Errorf("through %s:\n%.3000s\n\nwant:\n%.3000s", name, g, w)
	}
}
