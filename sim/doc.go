// Package sim drives dispatching policies through a simulated fleet: the same [steelyard.Policy] values that route live traffic.
//
// A [Config] describes the fleet, the arrivals, the dispatchers and how long to run; [Run] gives a [Result]. Three engines give equal
// results in law and differ in speed; the fastest one that is exact for the configuration is taken:
//
//   - ctmc: queue lengths only, in uniformised steps, for exponential sizes under FCFS with single workers;
//   - lazy: FCFS with single workers and any size law; departure times are known at arrival and settled when a queue is asked;
//   - events: a list of departure events, for everything else.
//
// Every replication has random streams of its own, named by purpose, so that results depend neither on the number of
// cores nor, for arrivals and sizes, on the policy.
package sim
