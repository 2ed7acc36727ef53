// Package policy holds every dispatching policy and the one table that lists them.
//
// A policy has one text form everywhere, such as jsq(d=2): [Parse] turns it into a [Spec], whose New gives a fresh instance for
// each dispatcher. Each policy is one file with its row of the table; all.go lists the rows.
package policy
