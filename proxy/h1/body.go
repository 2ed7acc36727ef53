package h1

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
)

var errClosed = errors.New("h1: read on a closed response body")

// The states of a body.
const (
	reading int32 = iota
	read
	closed
)

// body is the body of a response. Its end settles the connection.
type body struct {
	c     *conn
	src   io.Reader
	keep  bool
	up    *upload
	state atomic.Int32
}

func (b *body) Read(p []byte) (int, error) {
	switch b.state.Load() {
	case read:
		return 0, io.EOF
	case closed:
		return 0, errClosed
	}
	n, err := b.src.Read(p)
	if err == io.EOF {
		b.end(read)
	} else if err != nil {
		if cause := context.Cause(b.c.ctx); cause != nil {
			err = cause
		}
		b.end(closed)
	}
	return n, err
}

// Close gives the connection up unless the body has been read to its end.
func (b *body) Close() error {
	b.end(closed)
	return nil
}

func (b *body) end(state int32) {
	switch {
	case !b.state.CompareAndSwap(reading, state):
	case state == read:
		b.c.release(b.keep, b.up)
	default:
		b.c.settle(false)
		b.up.cancel()
	}
}
