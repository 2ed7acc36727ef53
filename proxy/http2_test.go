package proxy

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// Clients may speak HTTP/2 to a server that the handler is in.
func TestHTTP2Client(t *testing.T) {
	r := newRig(t, newServer(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "X-Sum")
		w.Header().Set("X-Saw", fmt.Sprint(r.Header.Get("X-Forwarded-Proto"), " ", r.Header.Get("Te"), " ", r.Proto))
		control := http.NewResponseController(w)
		control.EnableFullDuplex()
		control.Flush()
		buf := make([]byte, 100)
		for {
			n, err := r.Body.Read(buf)
			w.Write(bytes.ToUpper(buf[:n]))
			control.Flush()
			if err != nil {
				break
			}
		}
		w.Header().Set("X-Sum", r.Trailer.Get("X-Count"))
	}))
	front := httptest.NewUnstartedServer(r.proxy)
	front.EnableHTTP2 = true
	front.StartTLS()
	defer front.Close()

	body, send := io.Pipe()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "POST", front.URL, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Te", "trailers")
	req.Trailer = http.Header{"X-Count": nil}
	resp, err := front.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if saw := resp.Header.Get("X-Saw"); resp.ProtoMajor != 2 || saw != "https trailers HTTP/1.1" {
		t.Errorf("%s; the server saw %q", resp.Proto, saw)
	}
	buf := make([]byte, 3)
	for _, word := range []string{"one", "two"} {
		io.WriteString(send, word)
		if _, err := io.ReadFull(resp.Body, buf); string(buf) != string(bytes.ToUpper([]byte(word))) || err != nil {
			t.Fatalf("got %q, %v", buf, err)
		}
	}
	req.Trailer.Set("X-Count", "2")
	send.Close()
	if rest, err := io.ReadAll(resp.Body); len(rest) > 0 || err != nil {
		t.Errorf("rest %q, %v", rest, err)
	}
	if sum := resp.Trailer.Get("X-Sum"); sum != "2" {
		t.Errorf("trailer %q, want 2", sum)
	}
	if s := r.settled(t)[0]; s.OK != 1 {
		t.Errorf("status %+v", s)
	}
}
