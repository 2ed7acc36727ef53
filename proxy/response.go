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

// copyBody copies the body of resp, flushing after each piece if it is a stream. A stream's header does not wait for
// the body.
func (p *Proxy) copyBody(w http.ResponseWriter, resp *http.Response) error {
	flush := func() error { return nil }
	if p.FlushAlways || isStream(resp) {
		flush = http.NewResponseController(w).Flush
		if err := flush(); err != nil {
			return err
		}
	}
	buf := p.buffer()
	defer p.buffers.Put(buf)
	for {
		n, readErr := resp.Body.Read(*buf)
		if n > 0 {
			if _, err := w.Write((*buf)[:n]); err != nil {
				return err
			}
			if err := flush(); err != nil {
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

// isStream reports whether the parts of resp may be far apart.
func isStream(resp *http.Response) bool {
	if resp.ContentLength == -1 {
		return true
	}
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "text/event-stream")
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
