package h1

import (
	"errors"
	"net"
	"sync"
)

// upgraded is the connection after 101 Switching Protocols.
type upgraded struct {
	c     *conn
	close sync.Once
}

func (u *upgraded) Read(p []byte) (int, error)  { return u.c.br.Read(p) }
func (u *upgraded) Write(p []byte) (int, error) { return u.c.nc.Write(p) }

// CloseWrite tells the server that nothing more will be sent.
func (u *upgraded) CloseWrite() error {
	if half, ok := u.c.nc.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}

func (u *upgraded) Close() error {
	err := net.ErrClosed
	u.close.Do(func() {
		u.c.settle(false)
		err = nil
	})
	return err
}
