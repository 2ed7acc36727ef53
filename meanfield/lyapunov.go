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
// of terms doubles in every round. The shift p > 0 should be of the size of A's
// eigenvalues. It returns false if A is not stable.
func lyapunov(a, q []float64, n int, p float64) (w []float64, ok bool) {
	inverse, ok := shiftedInverse(a, n, p)
	if !ok {
		return nil, false
	}
	s, t, next := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	for i, x := range inverse {
		s[i] = 2 * p * x // S = P (pI+A) = 2p P - I
		t[i] = x * 2 * p * q[i%n]
	}
	for i := range n {
		s[i*n+i]--
	}
	w = make([]float64, n*n)
	addSymmetric(t, inverse, w, n)
	for range 60 {
		multiply(s, w, t, n)
		addSymmetric(t, s, w, n)
		multiply(s, s, next, n)
		s, next = next, s
		switch size := norm(s, n); {
		case size*size < 1e-17:
			return w, true
		case size > 1e6*float64(n) || math.IsNaN(size):
			return nil, false
		}
	}
	return nil, false
}

// shiftedInverse is (pI-A)^(-1); false if that is singular.
func shiftedInverse(a []float64, n int, p float64) (inverse []float64, ok bool) {
	inverse = make([]float64, n*n)
	for i, x := range a {
		inverse[i] = -x
	}
	for i := range n {
		inverse[i*n+i] += p
	}
	pivots := make([]int, n)
	ok = lapack64.Getrf(general(inverse, n), pivots) && lapack64.Getri(general(inverse, n), pivots, make([]float64, n*n), n*n)
	return inverse, ok
}

// geometricShift is the geometric mean of the absolute eigenvalues of A, from its
// LU factors.
func geometricShift(factors []float64, n int) float64 {
	sum := 0.0
	for i := range n {
		sum += math.Log(math.Abs(factors[i*n+i]))
	}
	return math.Exp(sum / float64(n))
}

// norm is the largest sum of absolute values of a row.
func norm(a []float64, n int) float64 {
	worst := 0.0
	for i := range n {
		sum := 0.0
		for _, x := range a[i*n : i*n+n] {
			sum += math.Abs(x)
		}
		worst = max(worst, sum)
	}
	return worst
}

func general(a []float64, n int) blas64.General {
	return blas64.General{Rows: n, Cols: n, Stride: n, Data: a}
}

// multiply is c = a b.
func multiply(a, b, c []float64, n int) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, general(a, n), general(b, n), 0, general(c, n))
}

// addSymmetric is c += a b^T where that product is symmetric.
func addSymmetric(a, b, c []float64, n int) {
	const whole = 64 // above, the blocked product is faster than half of the plain one
	if n > whole {
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, general(a, n), general(b, n), 1, general(c, n))
		return
	}
	for i := range n {
		row := blas64.Vector{N: n, Inc: 1, Data: a[i*n : i*n+n]}
		for j := range i + 1 {
			c[i*n+j] += blas64.Dot(row, blas64.Vector{N: n, Inc: 1, Data: b[j*n : j*n+n]})
			c[j*n+i] = c[i*n+j]
		}
	}
}

// factors writes a symmetric non-negative definite matrix as the sum over k of
// d_k v_k v_k^T, v_k being column k of a unit lower triangular matrix. The tails of
// queues make its entries span hundreds of orders of magnitude, which elimination
// without pivoting does not mind. Terms that do not matter are left out.
func factors(w []float64, n int, visit func(d float64, v []float64)) {
	rest := append([]float64{}, w...)
	v := make([]float64, n)
	largest := 0.0
	for k := range n {
		largest = max(largest, w[k*n+k])
	}
	for k := range n {
		d := rest[k*n+k]
		if !(d > 1e-300) {
			continue
		}
		clear(v[:k])
		size := 0.0
		for i := k; i < n; i++ {
			v[i] = rest[i*n+k] / d
			size = max(size, math.Abs(v[i]))
		}
		if d*size*size < 1e-28*largest {
			continue
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
