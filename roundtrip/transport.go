// Package roundtrip balances the requests of a Go HTTP client: an http.RoundTripper that sends each request to the
// server that a balance.Balancer picks. The proxy is a handler on top of it.
//
// A request counts as in service from the pick until its response's body has ended, or the connection was closed that
// it upgraded; every pick is given back exactly once.
package roundtrip

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/balance"
)

// Transport sends requests to the servers of a Balancer, whose keys are their addresses (host:port). The scheme, path
// and Host header of a request stay; only the address to connect to is replaced:
//
//	client := &http.Client{Transport: &roundtrip.Transport{Balancer: b}}
//	client.Get("http://pool.example/path")
//
// If no connection can be made, so that nothing was sent, the server is reported unreachable and the request is tried
// once more on another one. Whatever was sent is not sent again. The caller must read the body of a response to its
// end or close it, or the request counts for ever. It is safe for concurrent use.
type Transport struct {
	Balancer *balance.Balancer
	// Next sends a request to the server in its URL; nil means http.DefaultTransport. It tells that it could not
	// connect by an error that wraps a *net.OpError with Op "dial", as http.Transport and h1.Transport do.
	Next http.RoundTripper
	// Logger is told of servers that could not be reached; nil means slog.Default.
	Logger *slog.Logger
}

// RoundTrip sends req to the server picked for it. Without any server to send it to, or that could be reached, the error
// wraps balance.ErrNoServer, and nothing was sent; otherwise it is that of Next.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	out, url := *req, *req.URL
	out.URL = &url
	hold := holdBody(&out)
	defer hold.release()
	resp, err := t.balance(&out, hold)
	if err != nil {
		hold.Close()
		return nil, err
	}
	resp.Request = req
	return resp, nil
}

// balance sends req to one server, and if that cannot be reached to another.
func (t *Transport) balance(req *http.Request, hold *hold) (*http.Response, error) {
	ticket, err := t.Balancer.Acquire(steelyard.Job{})
	if err != nil {
		return nil, err
	}
	resp, err := t.send(req, ticket)
	if err == nil || !unreachable(err) || hold.touched() || req.Context().Err() != nil {
		return resp, err
	}
	if !Exhausted(err) {
		other, none := t.Balancer.Acquire(steelyard.Job{Skip: []int{ticket.Server()}})
		if none == nil {
			resp, err = t.send(req, other)
		}
	}
	if err != nil && unreachable(err) && req.Context().Err() == nil {
		err = fmt.Errorf("%w: %w", balance.ErrNoServer, err)
	}
	return resp, err
}

// send makes one attempt. It gives the ticket back, or leaves that to the body of the response.
func (t *Transport) send(req *http.Request, ticket balance.Ticket) (*http.Response, error) {
	over, outcome := true, balance.Failed // unless told otherwise; Next may panic
	defer func() {
		if over {
			ticket.Done(outcome)
		}
	}()
	req.URL.Host = ticket.Key()
	resp, err := t.next().RoundTrip(req)
	switch {
	case err == nil:
		outcome = verdict(resp)
		over = !track(resp, req, ticket, outcome)
	case req.Context().Err() != nil, Exhausted(err), broken(req.Body):
		outcome = balance.Cancelled
	case unreachable(err):
		outcome = balance.Unreachable
		t.logger().Warn("server unreachable", "server", ticket.Key(), "error", err)
	}
	return resp, err
}

// verdict is the outcome of a response whose body ends well.
func verdict(resp *http.Response) balance.Outcome {
	if resp.StatusCode >= http.StatusInternalServerError {
		return balance.Failed
	}
	return balance.OK
}

func (t *Transport) next() http.RoundTripper {
	if t.Next == nil {
		return http.DefaultTransport
	}
	return t.Next
}

func (t *Transport) logger() *slog.Logger {
	if t.Logger == nil {
		return slog.Default()
	}
	return t.Logger
}

// unreachable reports whether err says that no connection was made, so that nothing was sent.
func unreachable(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// Exhausted reports whether err comes from a lack of files, ports or buffers on this machine, of which the server knows nothing.
func Exhausted(err error) bool {
	for _, lack := range [...]error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.EADDRNOTAVAIL} {
		if errors.Is(err, lack) {
			return true
		}
	}
	return false
}
