package meanfield

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// linear is a square system that is refilled, factorised and solved repeatedly
// without allocating.
type linear struct {
	matrix blas64.General
	pivots []int
}

func newLinear(n int) *linear {
	return &linear{blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}, make([]int, n)}
}

// factorise replaces the matrix by its LU factors; false if it is singular.
func (l *linear) factorise() bool { return lapack64.Getrf(l.matrix, l.pivots) }

// solve overwrites b with the solution of A x = b, or of A^T x = b.
func (l *linear) solve(trans blas.Transpose, b []float64) {
	lapack64.Getrs(trans, l.matrix, blas64.General{Rows: len(b), Cols: 1, Stride: 1, Data: b}, l.pivots)
}
