package steelyard

// None is what Pick returns when no server may take the job.
const None = -1

// Job is what a policy may know of a job before it places it.
type Job struct {
	// Size is the work the job brings, in units of which a server of speed 1 does one per second. 0 means unknown.
	Size float64
	// Skip lists servers that must not be picked, such as those a retry has already tried.
	Skip []int
}
