package dist

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// empirical draws one of the observed values, each as likely as the others.
type empirical struct {
	values       []float64 // as observed, shared by all scaled copies
	factor       float64
	mean, square float64 // of the values
}

func empiricalKind() Kind {
	return Kind{
		Name: "empirical",
		Doc:  "draws from the values of a file, one per line",
		build: func(a args) (Law, error) {
			return nil, a.errorf("file", "missing, want the path of a file of values, one per line")
		},
	}
}

// Empirical returns the law that draws one of the values, which must not be
// negative nor all zero. The slice belongs to the law from then on.
func Empirical(values []float64) (Law, error) {
	sum, squares := 0.0, 0.0
	for i, x := range values {
		if !(x >= 0) {
			return nil, fmt.Errorf("empirical: value %d: %s, want a number of at least 0", i+1, number(x))
		}
		sum += x
		squares += x * x
	}
	n := float64(len(values))
	if mean := sum / n; !finite(mean) {
		return nil, fmt.Errorf("empirical: %d values of mean %s, want at least one, of a positive finite mean", len(values), number(mean))
	}
	return empirical{values, 1, sum / n, squares / n}, nil
}

// mostValues bounds what a file of values may take of memory.
const mostValues = 10_000_000

// ReadEmpirical reads values, one per line; blank lines and those that begin
// with # are skipped. Errors name the line.
func ReadEmpirical(r io.Reader) (Law, error) {
	var values []float64
	lines := bufio.NewScanner(r)
	n := 1
	for ; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		x, err := strconv.ParseFloat(line, 64)
		switch {
		case err != nil || !(x >= 0):
			return nil, fmt.Errorf("empirical: line %d: %.40q, want a number of at least 0", n, line)
		case len(values) == mostValues:
			return nil, fmt.Errorf("empirical: line %d: more than %d values, want at most as many", n, mostValues)
		}
		values = append(values, x)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("empirical: line %d: longer than %d bytes, want one number per line", n, bufio.MaxScanTokenSize)
	} else if err != nil {
		return nil, fmt.Errorf("empirical: %w", err)
	}
	if len(values) == 0 {
		return nil, errors.New("empirical: no values, want one per line")
	}
	return Empirical(values)
}

func (l empirical) Mean() float64         { return l.mean * l.factor }
func (l empirical) SecondMoment() float64 { return l.square * l.factor * l.factor }

func (l empirical) Sample(r *rng.Rand) float64 { return l.factor * l.values[r.IntN(len(l.values))] }

func (l empirical) Scaled(mean float64) Law {
	l.factor = mean / l.mean
	return l
}

// String names the law; the values are not part of it.
func (l empirical) String() string { return text("empirical", "mean", l.Mean()) }
