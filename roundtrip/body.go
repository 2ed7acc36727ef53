package roundtrip

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/steelyard-lb/steelyard/balance"
)

// track leaves the end of the request to the body of resp, if there is one to wait for.
func track(resp *http.Response, req *http.Request, ticket balance.Ticket, outcome balance.Outcome) bool {
	if resp.Body == nil || resp.Body == http.NoBody {
		return false
	}
	if stream, ok := resp.Body.(io.ReadWriteCloser); ok {
		resp.Body = &upgraded{ReadWriteCloser: stream, ticket: ticket}
	} else {
		resp.Body = &body{ReadCloser: resp.Body, ctx: req.Context(), ticket: ticket, outcome: outcome}
	}
	return true
}

// body gives its ticket back when it ends.
type body struct {
	io.ReadCloser
	ctx     context.Context
	ticket  balance.Ticket
	outcome balance.Outcome // should it end well
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch {
	case err == nil:
	case err == io.EOF:
		b.ticket.Done(b.outcome)
	case b.ctx.Err() != nil:
		b.ticket.Done(balance.Cancelled)
	default:
		b.ticket.Done(balance.Failed)
	}
	return n, err
}

// Close before the end means that the client has lost interest.
func (b *body) Close() error {
	defer b.ticket.Done(balance.Cancelled)
	return b.ReadCloser.Close()
}

// upgraded is the connection after 101 Switching Protocols. It ends when it is closed.
type upgraded struct {
	io.ReadWriteCloser
	ticket balance.Ticket
}

func (u *upgraded) Close() error {
	defer u.ticket.Done(balance.OK)
	return u.ReadWriteCloser.Close()
}

// CloseWrite tells the server that nothing more will be sent.
func (u *upgraded) CloseWrite() error {
	if half, ok := u.ReadWriteCloser.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}
