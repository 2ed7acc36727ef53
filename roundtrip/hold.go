package roundtrip

import (
	"io"
	"net/http"
	"sync"
)

// hold keeps the body of a request open while it may have to be sent again: an attempt that fails to connect closes
// the body it was given. A body that has been read from is beyond that. A nil hold is that of a request without body.
type hold struct {
	body io.ReadCloser
	once sync.Once // closes body

	mu     sync.Mutex
	read   bool
	broken bool // reading it failed
	closed bool // an attempt has closed it
	final  bool // closing it is final
}

// holdBody puts a hold on the body of req.
func holdBody(req *http.Request) *hold {
	if req.Body == nil || req.Body == http.NoBody {
		return nil
	}
	h := &hold{body: req.Body}
	req.Body = h
	return h
}

func (h *hold) Read(p []byte) (int, error) {
	h.mu.Lock()
	h.read = true
	h.mu.Unlock()
	n, err := h.body.Read(p)
	if err != nil && err != io.EOF {
		h.mu.Lock()
		h.broken = true
		h.mu.Unlock()
	}
	return n, err
}

func (h *hold) Close() error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	h.closed = true
	final := h.final || h.read
	h.mu.Unlock()
	if final {
		return h.shut()
	}
	return nil
}

func (h *hold) shut() (err error) {
	h.once.Do(func() { err = h.body.Close() })
	return err
}

func (h *hold) touched() bool {
	if h == nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.read
}

// broken reports whether body is one on hold that could not be read to its end, which is no fault of the server's.
func broken(body io.Reader) bool {
	h, held := body.(*hold)
	if !held {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.broken
}

// release ends the hold after the last attempt.
func (h *hold) release() {
	if h == nil {
		return
	}
	h.mu.Lock()
	h.final = true
	due := h.closed
	h.mu.Unlock()
	if due {
		h.shut()
	}
}
