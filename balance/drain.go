package balance

import "fmt"

// Drain keeps new jobs from the server of that key, until Undrain; jobs under way go on. It holds even for the last server.
func (b *Balancer) Drain(key string) error { return b.setDrained(key, drained, 0) }

// Undrain ends a Drain.
func (b *Balancer) Undrain(key string) error { return b.setDrained(key, 0, drained) }

func (b *Balancer) setDrained(key string, add, remove reasons) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	i, known := b.index[key]
	if !known || b.servers[i].left {
		return fmt.Errorf("balance: key %q: want the key of a server in the pool", key)
	}
	b.mark(b.servers[i], add, remove)
	b.keepOne()
	return nil
}
