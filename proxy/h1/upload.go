package h1

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const uploadBuffer = 32 << 10

// upload sends the body of one request while the response is being read. A nil upload is that of a request without
// body.
type upload struct {
	c     *conn
	req   *http.Request
	leave chan bool     // with Expect: 100-continue, whether to send the body
	done  chan struct{} // closed at the end
	close sync.Once

	sent    bool                  // the whole body has been written; set before done is closed
	readErr atomic.Pointer[error] // with which reading the body failed
}

func newUpload(c *conn, req *http.Request) *upload {
	u := &upload{c: c, req: req, done: make(chan struct{})}
	if strings.EqualFold(req.Header.Get("Expect"), "100-continue") {
		u.leave = make(chan bool, 1)
	}
	return u
}

func (u *upload) run() {
	defer close(u.done)
	defer u.closeBody()
	if !u.mayStart() {
		return
	}
	readErr, writeErr := u.copy()
	if readErr != nil {
		u.readErr.Store(&readErr)
		u.c.nc.Close() // or the server would wait for the rest
		return
	}
	u.sent = writeErr == nil
	u.c.await()
}

// mayStart waits for the server's leave if the request asked for it.
func (u *upload) mayStart() bool {
	if u.leave == nil {
		return true
	}
	timer := time.NewTimer(cmp.Or(u.c.t.ContinueTimeout, defaultContinueTimeout))
	defer timer.Stop()
	select {
	case ok := <-u.leave:
		return ok
	case <-timer.C:
		return true
	}
}

// copy sends what the body yields as it comes.
func (u *upload) copy() (readErr, writeErr error) {
	buf := u.c.t.buffer()
	defer u.c.t.buffers.Put(buf)
	left := u.req.ContentLength
	chunked := isChunked(u.req)
	for {
		n, err := u.req.Body.Read(*buf)
		left -= int64(n)
		if !chunked && left < 0 {
			return fmt.Errorf("h1: body longer than its ContentLength %d", u.req.ContentLength), nil
		}
		if n > 0 {
			if writeErr := u.write((*buf)[:n], chunked); writeErr != nil {
				return nil, writeErr
			}
		}
		switch {
		case err == nil:
		case err != io.EOF:
			return err, nil
		case chunked:
			writeTrailer(u.c.bw, u.req.Trailer)
			return nil, u.c.bw.Flush()
		case left > 0:
			return fmt.Errorf("h1: body ended %d bytes before its ContentLength %d", left, u.req.ContentLength), nil
		default:
			return nil, nil
		}
	}
}

func (u *upload) write(p []byte, chunked bool) error {
	if !chunked {
		_, err := u.c.nc.Write(p)
		return err
	}
	w := u.c.bw
	w.Write(strconv.AppendInt(w.AvailableBuffer(), int64(len(p)), 16))
	w.WriteString("\r\n")
	w.Write(p)
	w.WriteString("\r\n")
	return w.Flush()
}

// proceed gives or refuses leave to send the body.
func (u *upload) proceed(ok bool) {
	if u == nil || u.leave == nil {
		return
	}
	select {
	case u.leave <- ok:
	default:
	}
}

// cancel ends the upload; the connection is closed already if it matters.
func (u *upload) cancel() {
	if u == nil {
		return
	}
	u.proceed(false)
	u.closeBody()
}

func (u *upload) closeBody() { u.close.Do(func() { u.req.Body.Close() }) }

func (u *upload) over() bool {
	select {
	case <-u.done:
		return true
	default:
		return false
	}
}

func (u *upload) complete() bool { return u == nil || u.over() && u.sent }

// readError returns the error with which reading the request's body failed, if that has happened.
func (u *upload) readError() error {
	if u == nil {
		return nil
	}
	if err := u.readErr.Load(); err != nil {
		return *err
	}
	return nil
}

func (t *Transport) buffer() *[]byte {
	if buf, ok := t.buffers.Get().(*[]byte); ok {
		return buf
	}
	buf := make([]byte, uploadBuffer)
	return &buf
}
