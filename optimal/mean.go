package optimal

// Mean is a mean response time with what shows that it is right.
type Mean struct {
	Response float64 // seconds
	Jobs     float64 // mean number in the system: Response times the arrival rate (Little)
	// Residual is what the last sweep over the states still changed or, of an optimum, how far its bounds are apart, relative to Jobs.
	Residual float64
	Boundary Boundary
	// Warnings say what is not resolved; none if the mean is good to the tolerance asked for.
	Warnings []string
}

// Boundary says where the states end and how much that matters.
type Boundary struct {
	Limits []int // longest queue, per class of the layout
	States int
	// AtLimit is the probability, per class, that a queue of it is at its limit. No job is lost then: it goes elsewhere or waits.
	AtLimit []float64
	// Change is the relative change of the mean when the limits were doubled for the last time: of every class whose queues were at their limits
	// with a probability that shows, or of all.
	Change float64
	// Grows says that queues are at their limits as often as before these were doubled, as if no limit were enough: the policy is not
	// stable, and the mean is that of these limits only.
	Grows bool
}

// Optimum is the mean response time of the best dispatcher.
type Optimum struct {
	Mean
	// Lower and Upper bound Response on the states considered.
	Lower, Upper float64
}
