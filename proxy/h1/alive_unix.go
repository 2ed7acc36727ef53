//go:build unix

package h1

import "syscall"

// alive reports whether an idle connection is open and silent. It does not wait: the descriptor is non-blocking.
func (c *conn) alive() bool {
	if c.raw == nil {
		return true
	}
	var silent bool
	err := c.raw.Read(func(fd uintptr) bool {
		var b [1]byte
		_, err := syscall.Read(int(fd), b[:])
		silent = err == syscall.EAGAIN || err == syscall.EWOULDBLOCK
		return true
	})
	return err == nil && silent
}
