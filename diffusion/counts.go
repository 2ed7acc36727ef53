package diffusion

// counts is the state of a system: how many servers of each pool have at least i jobs.
type counts struct {
	servers []int
	levels  [][]int // levels[j][i-1] is X_{j,i}; beyond, 0
}

func newCounts(servers []int) *counts {
	return &counts{servers, make([][]int, len(servers))}
}

func (c *counts) atLeast(j, i int) int {
	switch {
	case i == 0:
		return c.servers[j]
	case i > len(c.levels[j]):
		return 0
	}
	return c.levels[j][i-1]
}

func (c *counts) set(j, i, x int) {
	for len(c.levels[j]) < i {
		c.levels[j] = append(c.levels[j], 0)
	}
	c.levels[j][i-1] = x
}

// target is where SA-JSQ sends a job: the server becomes one of pool j with at
// least i jobs. The shortest queues are those of the lowest level that is not full
// in every pool; the fastest pool with room there gets the job.
func (c *counts) target() (j, i int) {
	for i = 1; ; i++ {
		for j = range c.servers {
			if c.atLeast(j, i) < c.servers[j] {
				return j, i
			}
		}
	}
}

// length is the queue length of the server of pool j with the given rank, 0 to
// N_j - 1, if servers are ranked by falling length.
func (c *counts) length(j, rank int) int {
	i := 0
	for rank < c.atLeast(j, i+1) {
		i++
	}
	return i
}
