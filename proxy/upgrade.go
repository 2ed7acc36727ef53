package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// switchProtocols joins the client's connection and the server's after a 101 response, until both directions have ended
// or one has failed. An end in one direction passes on and leaves the other open. An error means that the client's
// connection has not switched.
func (p *Proxy) switchProtocols(w http.ResponseWriter, in *http.Request, resp *http.Response, asked string) error {
	if agreed := upgradeType(resp.Header); !printable(agreed) || !strings.EqualFold(agreed, asked) {
		return fmt.Errorf("server switched to protocol %q when %q was asked for", agreed, asked)
	}
	server, ok := resp.Body.(io.ReadWriteCloser)
	if !ok {
		return errors.New("upstream gave a 101 response without a connection")
	}
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return fmt.Errorf("client's connection cannot switch protocols: %w", err)
	}
	defer client.Close()
	stop := context.AfterFunc(in.Context(), func() { server.Close() })
	defer stop()
	addHeader(w.Header(), resp.Header)
	head := http.Response{StatusCode: resp.StatusCode, ProtoMajor: 1, ProtoMinor: 1, Header: w.Header()}
	if err := errors.Join(head.Write(buffered), buffered.Flush()); err != nil {
		p.logAbort(in, err)
		return nil
	}
	early, _ := buffered.Peek(buffered.Reader.Buffered())
	join(server, duplex{io.MultiReader(bytes.NewReader(early), client), client})
	return nil
}

// duplex is a client's connection of which the first bytes have been read already. (Reading on through net/http's buffer
// would cancel the request at the end of the client's part.)
type duplex struct {
	io.Reader
	io.WriteCloser
}

func (d duplex) CloseWrite() error { return closeWrite(d.WriteCloser) }

// join copies both ways and returns when both have ended. A failure of one ends the other.
func join(a, b io.ReadWriteCloser) {
	errs := make(chan error, 2)
	pass := func(dst, src io.ReadWriteCloser) {
		_, err := io.Copy(dst, src)
		if err == nil {
			err = closeWrite(dst)
		}
		errs <- err
	}
	go pass(a, b)
	go pass(b, a)
	for range 2 {
		if <-errs != nil {
			a.Close()
			b.Close()
		}
	}
}

// closeWrite ends one direction. The error says that the other has to end as well.
func closeWrite(w io.Writer) error {
	if half, ok := w.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}
