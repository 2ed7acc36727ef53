// Package belief holds what a dispatcher believes of the queues when it cannot see them: a snapshot that ages, counts of its own, or
// lengths that servers reported some time ago. It is plain data that feeds a [steelyard.Board]; the simulator and the live balancer feed
// it alike. It has no clock: times are parameters.
package belief
