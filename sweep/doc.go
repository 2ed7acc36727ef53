// Package sweep spreads the replications of a comparison over processes and machines that share nothing but files.
//
// A [Plan] lists what is to be run: a scenario, policies, loads, and how many replications. Everybody who makes it of the same input has the
// same plan, named by a hash of its content. A point is one replication of one policy at one load. Its result is one file, named by a hash
// of the plan and the point, which holds what the replication counted, exactly, with a digest of its own. A point that is run
// again gives the same bytes; so shards may overlap, die and be run again in any order, and folders may be copied over one another.
//
// [Sweep.Run] runs the points of a [Shard]. [Gather] collects the results of any folders: what is damaged, twice there or missing is named, and
// [Collection.Comparison] is, when nothing is missing, that of [scenario.Compare] bit for bit.
package sweep
