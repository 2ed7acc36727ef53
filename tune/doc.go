// Package tune chooses the parameters of a policy for a fleet and a load: the
// ones that minimise the mean response time predicted by package meanfield.
package tune
