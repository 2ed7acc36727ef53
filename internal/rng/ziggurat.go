package rng

import "math"

// A ziggurat covers the density exp(-x) or exp(-x*x/2), x >= 0, with layers of
// equal area (Marsaglia and Tsang, "The ziggurat method for generating random
// variables", J. Stat. Software 5(8), 2000): layer i is the rectangle of width
// edge[i] between the heights density[i] and density[i+1]; layer 0 is the base,
// whose part beyond edge[1] stands for the tail.
type ziggurat struct {
	edge    [layers + 1]float64
	density [layers + 1]float64
}

const (
	layers  = 256
	expTail = 7.69711747013104972  // where the tail of exp(-x) begins
	norTail = 3.654152885361008796 // where the tail of exp(-x*x/2) begins
)

var (
	expLayers = newZiggurat(expTail, (expTail+1)*math.Exp(-expTail),
		func(x float64) float64 { return math.Exp(-x) },
		func(y float64) float64 { return -math.Log(y) })
	norLayers = newZiggurat(norTail, norArea(),
		func(x float64) float64 { return math.Exp(-x * x / 2) },
		func(y float64) float64 { return math.Sqrt(-2 * math.Log(y)) })
)

// norArea is the area of one layer of the normal ziggurat.
func norArea() float64 {
	return norTail*math.Exp(-norTail*norTail/2) + math.Sqrt(math.Pi/2)*math.Erfc(norTail/math.Sqrt2)
}

// newZiggurat stacks layers of the given area from the tail up to the mode.
func newZiggurat(tail, area float64, density, inverse func(float64) float64) *ziggurat {
	z := new(ziggurat)
	z.edge[0], z.edge[1] = area/density(tail), tail
	z.density[1] = density(tail)
	for i := 2; i < layers; i++ {
		z.density[i] = area/z.edge[i-1] + z.density[i-1]
		z.edge[i] = inverse(z.density[i])
	}
	z.density[layers] = 1
	return z
}

// Exp returns a draw of the exponential law of mean 1.
func (r *Rand) Exp() float64 {
	beyond := 0.0
	for {
		u := r.Uint64()
		i := u % layers
		x := float64(u>>11) * 0x1p-53 * expLayers.edge[i]
		switch {
		case x < expLayers.edge[i+1]:
			return beyond + x
		case i == 0: // the tail of the law is the law itself, shifted
			beyond += expTail
		case r.under(expLayers, i, math.Exp(-x)):
			return beyond + x
		}
	}
}

// Norm returns a draw of the normal law of mean 0 and variance 1.
func (r *Rand) Norm() float64 {
	for {
		u := r.Uint64()
		i := u % layers
		x := float64(u>>11) * 0x1p-53 * norLayers.edge[i]
		switch {
		case x < norLayers.edge[i+1]:
		case i == 0:
			x = r.norTail()
		case !r.under(norLayers, i, math.Exp(-x*x/2)):
			continue
		}
		return math.Copysign(x, float64(int64(u<<55))) // bit 8, used for nothing else
	}
}

// under tells whether a uniform height of layer i lies under the density.
func (r *Rand) under(z *ziggurat, i uint64, density float64) bool {
	return z.density[i]+r.Float64()*(z.density[i+1]-z.density[i]) < density
}

// norTail draws from the normal law conditioned to exceed norTail (Marsaglia
// 1964): a shifted exponential of rate norTail, thinned.
func (r *Rand) norTail() float64 {
	for {
		x := r.Exp() / norTail
		if 2*r.Exp() > x*x {
			return norTail + x
		}
	}
}
