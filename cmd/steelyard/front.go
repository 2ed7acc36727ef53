package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// front is an HTTP server that can move to another address while it serves.
type front struct {
	server   *http.Server
	address  string // as configured; empty when it is closed
	listener net.Listener
	serving  sync.WaitGroup
	failed   chan error // gets the error of a listener that broke
}

func newFront(h http.Handler, log *slog.Logger) *front {
	return &front{
		server: &http.Server{
			Handler:           h,
			ReadHeaderTimeout: 10 * time.Second,
			IdleTimeout:       2 * time.Minute,
			ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		},
		failed: make(chan error, 1),
	}
}

// listen opens the address for a later moveTo. It returns nil when there is
// nothing to open: the front is there already, or is to be closed.
func (f *front) listen(address string) (net.Listener, error) {
	if address == f.address || address == "" {
		return nil, nil
	}
	return net.Listen("tcp", address)
}

// moveTo serves the address on its listener and closes the one before.
// Connections that are open stay.
func (f *front) moveTo(address string, l net.Listener) {
	if address == f.address {
		return
	}
	if f.listener != nil {
		f.listener.Close()
	}
	f.address, f.listener = address, l
	if l == nil {
		return
	}
	f.serving.Go(func() {
		err := f.server.Serve(l)
		if !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			select {
			case f.failed <- err:
			default:
			}
		}
	})
}

// addr is where the front listens, with the port that the system chose.
func (f *front) addr() string {
	if f.listener == nil {
		return ""
	}
	return f.listener.Addr().String()
}

// drain stops listening and waits for requests until the context ends.
func (f *front) drain(ctx context.Context) { f.server.Shutdown(ctx) }

// close cuts off what is left.
func (f *front) close() {
	f.server.Close()
	f.serving.Wait()
}
