package paper

import "math"

// last is the last of a list, of sorted numbers the greatest.
func last[T any](x []T) T { return x[len(x)-1] }

// even are n numbers from a to b at equal distances.
func even(a, b float64, n int) []float64 {
	list := make([]float64, n)
	for k := range list {
		list[k] = a + (b-a)*float64(k)/float64(n-1)
	}
	return list
}

// logarithmic are n numbers from a to b in equal ratios.
func logarithmic(a, b float64, n int) []float64 {
	list := even(math.Log(a), math.Log(b), n)
	for k, x := range list {
		list[k] = math.Exp(x)
	}
	return list
}

// doubling are count numbers from first, each so many times the one before.
func doubling(first, times, count int) []int {
	list := []int{first}
	for len(list) < count {
		list = append(list, times*list[len(list)-1])
	}
	return list
}

// filtered are those of a list that are so.
func filtered[T any](list []T, so func(T) bool) []T {
	var some []T
	for _, x := range list {
		if so(x) {
			some = append(some, x)
		}
	}
	return some
}
