package meanfield

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// lyapunov solves A W + W A^T + diag(q) = 0 for a stable A of order n, given row
// after row, by the squared Smith iteration: with P = (pI-A)^(-1) and
// S = P (pI+A), W is the sum over k of S^k (2p P diag(q) P^T) S^k^T, whose number
// of terms doubles in every round. It returns false if A is not stable.
func lyapunov(a, q []float64, n int) (w []float64, ok bool) {
	p := shift(a, n)
	inverse := make([]float64, n*n)
	for i, x := range a {
		inverse[i] = -x
	}
	for i := range n {
		inverse[i*n+i] += p
	}
	pivots := make([]int, n)
	if !lapack64.Getrf(general(inverse, n), pivots) || !lapack64.Getri(general(inverse, n), pivots, make([]float64, n*n), n*n) {
		return nil, false
	}
	// S = P (pI+A) = 2p P - I.
	s, t, next := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	for i, x := range inverse {
		s[i] = 2 * p * x
		t[i] = x * 2 * p * q[i%n]
	}
	for i := range n {
		s[i*n+i]--
	}
	w = make([]float64, n*n)
	multiply(blas.Trans, 1, t, inverse, 0, w, n)
	for range 60 {
		multiply(blas.NoTrans, 1, s, w, 0, t, n)
		before := trace(w, n)
		multiply(blas.Trans, 1, t, s, 1, w, n)
		if added := trace(w, n) - before; added <= 1e-15*before {
			return w, true
		}
		multiply(blas.NoTrans, 1, s, s, 0, next, n)
		s, next = next, s
	}
	return nil, false
}

// shift is of the size of A's eigenvalues: the mean of the diagonal.
func shift(a []float64, n int) float64 { return math.Abs(trace(a, n)) / float64(n) }

func trace(a []float64, n int) float64 {
	sum := 0.0
	for i := range n {
		sum += a[i*n+i]
	}
	return sum
}

func general(a []float64, n int) blas64.General {
	return blas64.General{Rows: n, Cols: n, Stride: n, Data: a}
}

// multiply is c = alpha a op(b) + beta c.
func multiply(op blas.Transpose, alpha float64, a, b []float64, beta float64, c []float64, n int) {
	blas64.Gemm(blas.NoTrans, op, alpha, general(a, n), general(b, n), beta, general(c, n))
}

// factors writes a symmetric non-negative definite matrix as the sum over k of
// d_k v_k v_k^T, v_k being column k of a unit lower triangular matrix. The tails of
// queues make its entries span hundreds of orders of magnitude, which elimination
// without pivoting does not mind.
func factors(w []float64, n int, visit func(d float64, v []float64)) {
	rest := append([]float64{}, w...)
	v := make([]float64, n)
	for k := range n {
		d := rest[k*n+k]
		if !(d > 1e-300) {
			continue
		}
		clear(v[:k])
		for i := k; i < n; i++ {
			v[i] = rest[i*n+k] / d
		}
		for i := k + 1; i < n; i++ {
			if v[i] != 0 {
				for j := k + 1; j <= i; j++ {
					rest[i*n+j] -= d * v[i] * v[j]
				}
			}
		}
		visit(d, v)
	}
}
