package paper

// Options say how thoroughly to run. The same options give the same Result, whatever the number of cores.
type Options struct {
	Effort Effort
	Seed   uint64
	// Build names the program: what another one made is made anew, unless AnyBuild.
	Build    string
	AnyBuild bool
	// Progress, if not nil, is called from time to time, by one goroutine at a time, with the share of the work that is done.
	Progress func(share float64)
	trials   *trials
}

// Effort is how much work a figure takes.
type Effort string

// The efforts.
const (
	Full  Effort = "full"  // as long as it needs
	Quick Effort = "quick" // short simulations at few loads: all figures together take minutes
	Tiny  Effort = "tiny"  // too little to tell anything, a second or so: for trying whether a figure can be made at all
)

// pick chooses by effort: how many jobs, which loads.
func pick[T any](o Options, full, quick, tiny T) T {
	switch o.Effort {
	case Quick:
		return quick
	case Tiny:
		return tiny
	}
	return full
}

// part is the k-th of n equal parts of the work: its progress counts so much.
func (o Options) part(k, n int) Options {
	if whole := o.Progress; whole != nil {
		o.Progress = func(share float64) { whole((float64(k) + share) / float64(n)) }
	}
	return o
}

// done notes that k of n equal parts of the work are done.
func (o Options) done(k, n int) {
	if o.Progress != nil {
		o.Progress(float64(k) / float64(n))
	}
}
