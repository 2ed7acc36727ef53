// Package steelyard holds the contracts of a load-balancing system for servers of unequal speed.
//
// A [Policy] decides which server takes a job. It sees the servers only through a [View], which draws its
// randomness, answers how long a queue is and finds the best server by an [Order]. The owner of the queues (the live
// balancer, a simulation engine, an exact solver) keeps them on a [Board] and asks a [Dispatcher], which ties one
// policy to one view. Because nothing here knows the network, the clock or the operating system, the policy
// that was analysed and simulated is, line for line, the policy that routes production traffic.
//
// Rates are jobs per second, times are seconds, queue lengths count the job in service.
package steelyard
