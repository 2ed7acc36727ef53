package h1

import (
	"cmp"
	"sync"
	"time"
)

// pool keeps the unused connections of each address, the last used on top.
type pool struct {
	mu    sync.Mutex
	idle  map[string][]*conn
	timer *time.Timer // runs while connections are idle
}

// get returns a live connection to address, or nil if there is none.
func (p *pool) get(address string) *conn {
	for {
		c := p.pop(address)
		if c == nil || c.alive() {
			return c
		}
		c.nc.Close()
	}
}

func (p *pool) pop(address string) *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	stack := p.idle[address]
	if len(stack) == 0 {
		return nil
	}
	top := len(stack) - 1
	c := stack[top]
	stack[top] = nil
	p.idle[address] = stack[:top]
	return c
}

// put keeps c for reuse, or closes it if its address has enough connections.
func (p *pool) put(c *conn) {
	c.idleSince = time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	stack := p.idle[c.address]
	if len(stack) >= cmp.Or(c.t.MaxIdle, defaultMaxIdle) {
		c.nc.Close()
		return
	}
	if p.idle == nil {
		p.idle = make(map[string][]*conn)
	}
	p.idle[c.address] = append(stack, c)
	if p.timer == nil {
		timeout := cmp.Or(c.t.IdleTimeout, defaultIdleTimeout)
		p.timer = time.AfterFunc(timeout, func() { p.expire(timeout) })
	}
}

// expire closes what has been idle for the timeout, and comes back while anything is left.
func (p *pool) expire(timeout time.Duration) {
	left := p.closeIdle(time.Now().Add(-timeout))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer == nil {
		return
	}
	if left == 0 && len(p.idle) == 0 {
		p.timer = nil
		return
	}
	p.timer.Reset(timeout)
}

// closeIdle closes the connections idle since before the given time, all if it is zero, and returns how many are left.
func (p *pool) closeIdle(before time.Time) (left int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for address, stack := range p.idle {
		old := len(stack)
		if !before.IsZero() {
			old = 0
			for old < len(stack) && stack[old].idleSince.Before(before) {
				old++
			}
		}
		for _, c := range stack[:old] {
			c.nc.Close()
		}
		if old == len(stack) {
			delete(p.idle, address)
			continue
		}
		kept := append([]*conn(nil), stack[old:]...)
		p.idle[address] = kept
		left += len(kept)
	}
	if before.IsZero() && p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	return left
}
