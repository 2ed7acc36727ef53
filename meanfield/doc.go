// Package meanfield predicts load-balancing policies in the limit of many
// servers: fixed points of the fluid equations, their stability, the law of the
// response time, and the first correction for a fleet of finite size.
//
// Two descriptions recur. A Fleet lists the speed classes, fastest first, by
// service rate and share of the servers. A Prediction carries what follows from
// a fixed point, with the residual it was solved to, whether it is stable, and
// warnings. Arrival rates are per server: a fleet of k servers receives k times
// as many jobs per second.
//
// Sources, cited by equation in the comments: Gardner, Jaleel, Wickeham and
// Doroudi 2020 (arXiv 2006.13987) and its sequel (arXiv 2112.05823);
// Mukhopadhyay, Karthik and Mazumdar 2015 (arXiv 1502.05786); Stolyar 2015
// (arXiv 1512.07873); Gast and Van Houdt 2017 for the refinement.
package meanfield
