package paper

import "fmt"

// source is one of the papers.
type source struct {
	Short   string // authors and year
	Authors string
	Title   string
	Where   string // it appeared
	ArXiv   string
}

// sources are the papers; that of index k has the figures whose IDs begin with pk.
func sources() []source {
	return []source{
		{
			Short:   "Gardner et al. 2020",
			Authors: "Kristen Gardner, Jazeem Abdul Jaleel, Alexander Wickeham, Sherwin Doroudi",
			Title:   "Scalable Load Balancing in the Presence of Heterogeneous Servers",
			Where:   "Performance Evaluation 145, 102151 (2021)", ArXiv: "2006.13987",
		},
		{
			Short:   "Goren et al. 2021",
			Authors: "Guy Goren, Shay Vargaftik, Yoram Moses",
			Title:   "Stochastic Coordination in Heterogeneous Load Balancing Systems",
			Where:   "PODC 2021", ArXiv: "2105.09389",
		},
		{
			Short:   "Stolyar 2015",
			Authors: "Alexander L. Stolyar",
			Title:   "Pull-Based Load Distribution Among Heterogeneous Parallel Servers: The Case of Multiple Routers",
			Where:   "Queueing Systems 85, 31-65 (2017)", ArXiv: "1512.07873",
		},
		{
			Short:   "Bhambay et al. 2023",
			Authors: "Sanidhay Bhambay, Burak Büke, Arpan Mukhopadhyay",
			Title:   "Asymptotic Optimality of the Speed-Aware Join-the-Shortest-Queue in the Halfin-Whitt Regime for Heterogeneous Systems",
			Where:   "Stochastic Systems 15, 147-193 (2025)", ArXiv: "2312.10497",
		},
		{
			Short:   "Mukhopadhyay et al. 2015",
			Authors: "Arpan Mukhopadhyay, A. Karthik, Ravi R. Mazumdar",
			Title:   "Randomized Assignment of Jobs to Servers in Heterogeneous Clusters of Shared Servers for Low Delay",
			Where:   "Stochastic Systems (2016)", ArXiv: "1502.05786",
		},
	}
}

// Citation names the paper in full.
func (s source) Citation() string {
	return fmt.Sprintf("%s: %s. %s, arXiv %s", s.Authors, s.Title, s.Where, s.ArXiv)
}
