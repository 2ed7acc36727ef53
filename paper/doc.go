// Package paper reproduces the figures, tables and claims of five papers on dispatching over servers of unequal speed:
//
//   - p0: Gardner, Abdul Jaleel, Wickeham, Doroudi 2020, JIQ- and JSQ-(dF,dS), arXiv 2006.13987
//   - p1: Goren, Vargaftik, Moses 2021, stochastic coordination (SCD), arXiv 2105.09389
//   - p2: Stolyar 2015, pull messages with several routers (PULL), arXiv 1512.07873
//   - p3: Bhambay, Büke, Mukhopadhyay 2023, speed-aware JSQ in the Halfin-Whitt regime, arXiv 2312.10497
//   - p4: Mukhopadhyay, Karthik, Mazumdar 2015, sampling every class (schemes 1 and 2), arXiv 1502.05786
//
// A [Figure] is one file and one line in all.go, and makes of [Options] a [Result]: pictures, tables, and a [Verdict] on every published number or
// claim. A claim that does not reproduce is reported as such, with the evidence. What the papers' texts leave open is in chosen.go.
//
// [Reproduce] makes figures into a folder, from which [Load] reads them.
package paper
