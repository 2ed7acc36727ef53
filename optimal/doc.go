// Package optimal is the yardstick: what the best dispatcher of all could reach on a small fleet, and how far from it a policy stays.
//
// Jobs arrive as a Poisson process and need exponential work; every server is first come, first served, and holds any number
// of jobs. The best dispatcher knows every queue length, the rates and the load. Its mean response time is the solution of
// an average-cost Markov decision process over the queue lengths (Howard 1960; Puterman 1994, Chapter 8), by Little's law from the mean number
// of jobs. [Solve] computes it, [Evaluate] the mean of any policy that remembers nothing, by enumerating what it picks in every state. For fleets
// too large for either, [FluidBound] is a lower bound.
//
// A computer's state space ends somewhere. Here no job is refused or lost at its end: a queue at its limit takes no more jobs
// while others do, and jobs that find all queues at their limits wait in a common line. Limits are doubled until the mean stops changing, and the result says
// how much it changed.
package optimal
