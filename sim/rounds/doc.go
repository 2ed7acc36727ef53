// Package rounds simulates dispatchers that act in rounds (Goren, Vargaftik, Moses 2021, Section 2), with the same
// [steelyard.Policy] values that work in continuous time.
//
// In every round, each dispatcher gets a Poisson number of jobs, sees the lengths that the queues had when the round
// began, the same for all, and places its jobs at once, knowing nothing of the others'. Then every server offers a geometric number of
// services, from 0 on, whose mean is its rate; jobs leave in the order of arrival, those of this very round included, and services that
// find no job are lost. The response time of a job is the number of rounds from that of its arrival to that of its departure, both counted.
//
// Arrivals and services have random streams of their own, one of each for a replication, so that they are the same whatever the
// policy; results do not depend on the number of cores. No job is followed by itself: a queue is a list of (round of arrival, number of
// jobs), which gives every response time exactly.
//
// Servers that become idle tell a dispatcher if policies listen: see [Config.Policy].
package rounds
