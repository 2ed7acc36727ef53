package chart

import "math"

// Tail is a law by P(X > x): what [TailOf] needs of it.
type Tail interface {
	Tail(x float64) float64
	Quantile(p float64) (x float64, resolved bool)
}

// tailPoints is how many points a tail is drawn with.
const tailPoints = 160

// TailOf draws P(X > x) of a law as far as it is resolved, at most down to the probability least. It suits a logarithmic Y axis.
func TailOf(name string, law Tail, least float64) Series {
	s := Series{Name: name, Kind: Line}
	for _, x := range support(law, least) {
		s.Points = append(s.Points, Point{X: x, Y: law.Tail(x)})
	}
	return s
}

// CDFOf draws P(X <= x) of a law as far as it is resolved.
func CDFOf(name string, law Tail) Series {
	s := Series{Name: name, Kind: Line}
	for _, x := range support(law, 1e-3) {
		s.Points = append(s.Points, Point{X: x, Y: 1 - law.Tail(x)})
	}
	return s
}

// support are points at which the tail falls from 1 to least in equal ratios.
func support(law Tail, least float64) []float64 {
	list := []float64{0}
	for k := 1; k <= tailPoints; k++ {
		p := math.Pow(least, float64(k)/tailPoints)
		x, resolved := law.Quantile(1 - p)
		if !resolved && p < .5 {
			break
		}
		if x > list[len(list)-1] {
			list = append(list, x)
		}
	}
	return list
}
