package conform

import (
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
)

// Fleet is a set of servers that policies are tried on.
type Fleet struct {
	Name  string
	Kinds []steelyard.Kind
}

// Fleets are of one, two, three and many classes, with one and with several workers. Not every policy suits every one.
func Fleets() []Fleet {
	fast, slow := steelyard.Kind{Rate: 5, Workers: 1}, steelyard.Kind{Rate: 1, Workers: 1}
	middle, wide := steelyard.Kind{Rate: 2, Workers: 1}, steelyard.Kind{Rate: .5, Workers: 4}
	return []Fleet{
		{"one server", []steelyard.Kind{fast}},
		{"one class", []steelyard.Kind{slow, slow, slow}},
		{"two classes", []steelyard.Kind{slow, fast, slow, slow, fast, slow}},
		{"three classes", []steelyard.Kind{middle, slow, fast, slow, middle, fast, slow}},
		{"several workers", []steelyard.Kind{wide, slow, wide, slow, wide}},
		{"all distinct", distinct(40)},
	}
}

func distinct(n int) []steelyard.Kind {
	kinds := make([]steelyard.Kind, n)
	for i := range kinds {
		kinds[i] = steelyard.Kind{Rate: 1 + float64(i)/7, Workers: 1 + i%3}
	}
	return kinds
}

func layout(t testing.TB, kinds []steelyard.Kind) *steelyard.Layout {
	t.Helper()
	l, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
