// Package scenario turns a scenario file into runs and their results into reports.
//
// A file describes a fleet, the work that comes to it, a policy, and how long to look. [Load] reads it strictly: a mistake is one line
// that names the file, the line, the field, what was found and what would be right. [Simulate] runs it, [Compare] runs several policies on
// the same arrivals and sizes, and [Check] holds it to what it expects. Every report puts theory beside observation.
//
// Times are seconds, rates jobs per second, work is in units of which a server of speed 1 does one per second.
package scenario
