// Package diffusion studies SA-JSQ (join the shortest queue, and among those the
// fastest server) in the Halfin-Whitt regime: n servers in several pools of
// different speed, with a capacity that exceeds the arrivals by the order of
// sqrt(n).
//
// A [Regime] is the sequence of systems; [Regime.System] gives the one with n
// servers, whose counts are an exact and small Markov chain. [Regime.Path] draws
// paths of the limit of the scaled counts, [Regime.Stationary] solves for its
// stationary law, and [Regime.Predict] turns that into waiting probability and mean
// response time of a system of finite size.
//
// The scaled process has the components, for pool j (fastest first) and level i,
//
//	Y_{j,1} = (X_{j,1} - N_j)/sqrt(n) <= 0,   Y_{j,i} = X_{j,i}/sqrt(n) >= 0, i >= 2,
//
// where X_{j,i} counts the servers of pool j with at least i jobs, of N_j. Rates are
// jobs per second, times seconds; a mean capacity of one job per second and server
// sets the unit of time.
//
// Sources, cited by equation in the comments: Bhambay, Bueke and Mukhopadhyay 2023
// (arXiv 2312.10497); for one pool, Eschenfeldt and Gamarnik 2018.
package diffusion
