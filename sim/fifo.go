package sim

// fifo is a queue that grows.
type fifo[T any] struct {
	entries []T // a power of two long
	head, n int
}

func (f *fifo[T]) push(x T) {
	if f.n == len(f.entries) {
		grown := make([]T, max(8, 2*f.n))
		for k := range f.n {
			grown[k] = *f.at(k)
		}
		f.entries, f.head = grown, 0
	}
	f.n++
	*f.at(f.n - 1) = x
}

func (f *fifo[T]) pop() T {
	x := *f.at(0)
	f.head++
	f.n--
	return x
}

// at is the k-th entry, which must be there.
func (f *fifo[T]) at(k int) *T { return &f.entries[(f.head+k)&(len(f.entries)-1)] }
