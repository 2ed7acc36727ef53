// Package sim drives dispatching policies through a simulated fleet: the same [steelyard.Policy] values that route live traffic.
//
// A [Config] describes the fleet, the arrivals, the dispatchers and how long to run; [Run] gives a [Result]. Three engines give equal
// results in law and differ in speed; the fastest one that is exact for the configuration is taken:
//
//   - [CTMC]: queue lengths only, in uniformised steps, for exponential times, FCFS and single workers. The law of response times follows from
//     the lengths that jobs find. A policy that is a [steelyard.Rule] with at most two candidates is compiled to tables, if no queue is
//     limited; where a queue outgrows the tables the policy itself goes on.
//   - [Lazy]: FCFS with single workers and any size law; departure times are known at arrival, and jobs that have ended are taken out of a queue
//     when somebody looks at it. For policies that ask single servers or see snapshots.
//   - [Events]: a list of departure events, for everything else: rankings of all servers, idle messages, reports, several workers, processor
//     sharing, messages on their way, fleets that change and looks at given times.
//
// Every replication has random streams of its own, named by purpose. Results therefore do not depend on the number of cores, and arrivals
// and sizes do not depend on the policy: differences between two policies are differences on the same jobs. Engines draw differently, so
// compare policies on one engine (see [Config.Engines]).
package sim
