// Package stats turns the observations of a simulation into numbers that say how
// far they can be trusted: moments, histograms, response-time laws, confidence
// intervals, warm-up, variance reduction and warnings.
//
// Nothing here is random, and every result depends on the observations and their
// order only. Histograms and response-time laws merge exactly, in any order, as
// long as their weights are whole numbers. [Moments] and [Estimate] round, so
// merge them in a fixed order, such as that of the replications.
package stats
