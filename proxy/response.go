package proxy

import (
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// respond writes resp to w, or panics with http.ErrAbortHandler if it cannot be written whole.
func (p *Proxy) respond(w http.ResponseWriter, in *http.Request, resp *http.Response) {
	removeHopByHop(resp.Header)
	addHeader(w.Header(), resp.Header)
	if _, typed := w.Header()["Content-Type"]; !typed {
		w.Header()["Content-Type"] = nil // or net/http would guess one
	}
	announced := len(resp.Trailer)
	if announced > 0 {
		w.Header().Add("Trailer", strings.Join(slices.Collect(maps.Keys(resp.Trailer)), ", "))
	}
	w.WriteHeader(resp.StatusCode)
	if err := p.copyBody(w, resp); err != nil {
		p.logAbort(in, err)
		panic(http.ErrAbortHandler)
	}
	resp.Body.Close()
	writeTrailer(w, resp.Trailer, announced)
}

// copyBody copies the body of resp, without delay if it is a stream.
func (p *Proxy) copyBody(w http.ResponseWriter, resp *http.Response) error {
	var dst io.Writer = w
	if p.FlushAlways || isStream(resp) {
		s := newStream(w)
		defer s.begin()
		dst = s
	}
	buf := p.buffer()
	defer p.buffers.Put(buf)
	for {
		n, readErr := resp.Body.Read(*buf)
		if n > 0 {
			if _, err := dst.Write((*buf)[:n]); err != nil {
				return err
			}
		}
		if readErr == io.EOF {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

// writeTrailer sets the trailer after the body. Fields that could not be announced go by net/http's prefix.
func writeTrailer(w http.ResponseWriter, trailer http.Header, announced int) {
	if len(trailer) == 0 {
		return
	}
	// A short body must be chunked to have a trailer.
	_ = http.NewResponseController(w).Flush()
	if len(trailer) == announced {
		addHeader(w.Header(), trailer)
		return
	}
	for name, values := range trailer {
		for _, value := range values {
			w.Header().Add(http.TrailerPrefix+name, value)
		}
	}
}
