package h1

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"os"
	"sync"
	"syscall"
	"time"
)

// uploadGrace is how long a body may still be on its way after the response has ended.
const uploadGrace = 50 * time.Millisecond

// errStale marks the failure of a reused connection before the first byte of a response.
var errStale = errors.New("h1: the server closed the connection before it answered")

// conn is one connection to a server. It serves one exchange at a time and belongs to the reader of the response, who
// settles it at the end; the sender of a body only writes.
type conn struct {
	t       *Transport
	address string
	nc      net.Conn
	raw     syscall.RawConn // nil if nc has no descriptor
	br      *bufio.Reader
	bw      *bufio.Writer
	abort   func() // closes nc

	idleSince time.Time
	reused    bool

	ctx   context.Context
	stop  func() bool // ends the watch on ctx
	room  int64       // bytes that may still be read
	begun bool        // a byte of the response has been read
	cause error       // of the end of reading; parsing hides it behind what it makes of the bytes so far

	mu        sync.Mutex // orders the reader's and the sender's use of the read deadline
	gotHeader bool
}

func newConn(nc net.Conn, address string, t *Transport) *conn {
	c := &conn{t: t, address: address, nc: nc}
	if sc, ok := nc.(syscall.Conn); ok {
		c.raw, _ = sc.SyscallConn()
	}
	c.br = bufio.NewReader(c)
	c.bw = bufio.NewWriter(nc)
	c.abort = func() { nc.Close() }
	return c
}

// Read is the source of br. It bounds the response's header.
func (c *conn) Read(p []byte) (int, error) {
	if c.room <= 0 {
		c.cause = fmt.Errorf("header longer than %d bytes", cmp.Or(c.t.MaxHeaderBytes, defaultMaxHeaderBytes))
		return 0, c.cause
	}
	if int64(len(p)) > c.room {
		p = p[:c.room]
	}
	n, err := c.nc.Read(p)
	c.room -= int64(n)
	c.begun = c.begun || n > 0
	if err != nil && err != io.EOF {
		c.cause = err
	}
	return n, err
}

// exchange sends req and reads the header of its response.
func (c *conn) exchange(req *http.Request) (*http.Response, error) {
	c.begin(req)
	up, err := c.send(req)
	var resp *http.Response
	if err == nil {
		resp, err = c.receive(req, up)
	}
	if err != nil {
		return nil, c.fail(err, up)
	}
	c.arrived()
	c.deliver(resp, up)
	return resp, nil
}

func (c *conn) begin(req *http.Request) {
	c.room = cmp.Or(c.t.MaxHeaderBytes, defaultMaxHeaderBytes)
	c.begun, c.gotHeader = false, false
	c.ctx, c.stop = req.Context(), nil
	if c.ctx.Done() != nil {
		c.stop = context.AfterFunc(c.ctx, c.abort)
	}
}

// send writes the header, and starts an upload if req has a body.
func (c *conn) send(req *http.Request) (*upload, error) {
	writeHeader(c.bw, req)
	if !hasBody(req) {
		closeBody(req)
		c.await()
		return nil, c.bw.Flush()
	}
	if err := c.bw.Flush(); err != nil {
		closeBody(req)
		return nil, err
	}
	up := newUpload(c, req)
	go up.run()
	return up, nil
}

// receive reads responses up to the first that is not informational.
func (c *conn) receive(req *http.Request, up *upload) (*http.Response, error) {
	for {
		resp, err := http.ReadResponse(c.br, req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 100 {
			return nil, fmt.Errorf("status %d, want 100 to 999", resp.StatusCode)
		}
		if resp.StatusCode >= 200 || resp.StatusCode == http.StatusSwitchingProtocols {
			up.proceed(false)
			return resp, nil
		}
		if trace := httptrace.ContextClientTrace(req.Context()); trace != nil && trace.Got1xxResponse != nil {
			if err := trace.Got1xxResponse(resp.StatusCode, textproto.MIMEHeader(resp.Header)); err != nil {
				return nil, err
			}
		}
		if resp.StatusCode == http.StatusContinue {
			up.proceed(true) // after the caller knows: reading the body may make the caller's server say the same
		}
	}
}

// fail gives the connection up and returns the error that the caller should see.
func (c *conn) fail(err error, up *upload) error {
	c.settle(false)
	up.cancel()
	if cause := context.Cause(c.ctx); cause != nil {
		return cause
	}
	if cause := up.readError(); cause != nil {
		return cause
	}
	if c.cause != nil {
		err = c.cause
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("h1: no response header from %s within %v: %w", c.address, c.t.HeaderTimeout, err)
	case c.reused && !c.begun:
		return fmt.Errorf("%w: %s: %w", errStale, c.address, err)
	}
	return fmt.Errorf("h1: response of %s: %w", c.address, err)
}

// deliver gives resp a body that settles the connection.
func (c *conn) deliver(resp *http.Response, up *upload) {
	c.room = math.MaxInt64
	switch {
	case resp.StatusCode == http.StatusSwitchingProtocols:
		resp.Body = &upgraded{c: c}
	case resp.Body == http.NoBody:
		c.release(!resp.Close, up)
	default:
		resp.Body = &body{c: c, src: resp.Body, keep: !resp.Close, up: up}
	}
}

// release ends an exchange whose response has been read to its end; keep says whether the server will go on. A server
// may answer before it has read the request, so a body still on its way gets a moment to arrive.
func (c *conn) release(keep bool, up *upload) {
	if !keep || up == nil || up.over() {
		c.settle(keep && up.complete())
		up.cancel()
		return
	}
	go func() {
		select {
		case <-up.done:
		case <-time.After(uploadGrace):
		}
		c.settle(up.complete())
		up.cancel()
	}()
}

// settle keeps the connection for another exchange, or closes it.
func (c *conn) settle(keep bool) {
	if c.stop != nil && !c.stop() {
		keep = false
	}
	if !keep || c.br.Buffered() > 0 {
		c.nc.Close()
		return
	}
	c.reused = true
	c.ctx, c.stop = nil, nil // what they hold on to can go
	c.t.pool.put(c)
}

// await bounds the wait for the response's header from now on.
func (c *conn) await() {
	if c.t.HeaderTimeout == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.gotHeader {
		c.nc.SetReadDeadline(time.Now().Add(c.t.HeaderTimeout))
	}
}

// arrived lifts the bound that await set.
func (c *conn) arrived() {
	if c.t.HeaderTimeout == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gotHeader = true
	c.nc.SetReadDeadline(time.Time{})
}
