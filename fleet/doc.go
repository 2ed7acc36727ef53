// Package fleet is the one description of servers of unequal speed: the classes
// of a scenario and the servers of a proxy, read from strict YAML.
//
// Strict means that nothing in a file is guessed or ignored. A mistake of any
// kind, from broken YAML to a speed of zero, is an [*Error] of one line that
// names the file, the line, the field, what was found and what would be right.
//
// The reader behind this ([Parse], [Value], [Object]) is open to other
// packages, so that a scenario file reports its mistakes in the same way.
//
// Speeds are relative to a server of speed 1; times and rates do not occur here.
package fleet
