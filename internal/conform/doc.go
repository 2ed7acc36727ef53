// Package conform holds the checks that every entry of a table must pass.
package conform
