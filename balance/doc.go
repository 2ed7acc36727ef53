// Package balance is the concurrent load balancer: it runs one policy over a pool of servers for any number of goroutines.
//
// [Balancer.Acquire] picks a server and reserves it in one step and returns a [Ticket]; [Ticket.Done] gives the
// reservation back when the work has ended, whatever its end was. Servers come and go with [Balancer.Update], are taken out
// of service with [Balancer.Drain], and leave by themselves for a growing time when they cannot be reached.
//
// The package knows nothing of networks: a server is a key, a rate and a number of workers. A Balancer starts no
// goroutine and needs no closing.
package balance
