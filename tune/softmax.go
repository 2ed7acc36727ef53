package tune

import "math"

// softmax writes the probability vector of the logits z.
func softmax(z, w []float64) {
	top := math.Inf(-1)
	for _, x := range z {
		top = max(top, x)
	}
	sum := 0.0
	for i, x := range z {
		w[i] = math.Exp(x - top)
		sum += w[i]
	}
	for i := range w {
		w[i] /= sum
	}
}

// softmaxPull turns a gradient in the probabilities into one in the logits.
func softmaxPull(w, dw, dz []float64) {
	mean := 0.0
	for i, p := range w {
		mean += p * dw[i]
	}
	for i, p := range w {
		dz[i] = p * (dw[i] - mean)
	}
}

// logits is an inverse of softmax; probabilities below a floor are raised to it,
// since at 0 the gradient vanishes.
func logits(w, z []float64, floor float64) {
	for i, p := range w {
		z[i] = math.Log(max(p, floor))
	}
}
