// Package archtest holds the rules of the house as tests: which package may import which, what the core may use, and what every file must
// and must not have. The rules are one table, in rules_test.go.
package archtest
