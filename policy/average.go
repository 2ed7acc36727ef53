package policy

// average is the mean of about the last 64 numbers, 0 before the first.
type average struct {
	mean  float64
	count float64
}

const averageMemory = 64

func (a *average) add(x float64) {
	a.count = min(a.count+1, averageMemory)
	a.mean += (x - a.mean) / a.count
}
