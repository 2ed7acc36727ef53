package stats

// Series keeps a long run of observations as at most a fixed number of means of
// equally many consecutive observations. When it is full, neighbours are joined,
// so memory stays bounded and batches grow with the run. The zero Series is not
// usable; make one with [NewSeries].
type Series struct {
	points []float64
	size   int     // observations per point
	sum    float64 // of the observations of the next point
	count  int
}

// NewSeries returns a Series of at most the given number of points, rounded up to
// an even one.
func NewSeries(points int) *Series {
	return &Series{points: make([]float64, 0, max(2, points+points%2)), size: 1}
}

// Add takes the next observation.
func (s *Series) Add(x float64) {
	s.sum += x
	s.count++
	if s.count < s.size {
		return
	}
	if len(s.points) == cap(s.points) {
		s.join()
		if s.count < s.size { // the new batch is half of one of the longer ones
			return
		}
	}
	s.points = append(s.points, s.sum/float64(s.size))
	s.sum, s.count = 0, 0
}

func (s *Series) join() {
	half := len(s.points) / 2
	for i := range half {
		s.points[i] = (s.points[2*i] + s.points[2*i+1]) / 2
	}
	s.points = s.points[:half]
	s.size *= 2
}

// Points returns the means of the complete batches, in order; the caller must not
// change them. Two Series fed equally often have equal batches.
func (s *Series) Points() []float64 { return s.points }

// BatchSize is the number of observations behind each point.
func (s *Series) BatchSize() int { return s.size }
