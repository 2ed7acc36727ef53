package paper

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/steelyard-lb/steelyard/stats"
)

// cell writes a number for a table; one that there is not is empty.
func cell(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 7, 64)
}

// orEmpty writes a number that there may not be.
func orEmpty(x *float64) string {
	if x == nil {
		return ""
	}
	return cell(*x)
}

// interval writes a number with the half-width of its interval, if it has one.
func interval(x, width float64) string {
	if width == 0 {
		return cell(x)
	}
	return fmt.Sprintf("%s ± %.2g", cell(x), width)
}

// brief writes an estimate with its interval to few digits.
func brief(e stats.Estimate) string { return fmt.Sprintf("%.3g ± %.1g", e.Mean, e.HalfWidth()) }

// about writes a simulated number with half its interval's width, to the digits that this leaves.
func about(x, width float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0) || math.IsNaN(width) || math.IsInf(width, 0):
		return "not resolved"
	case width == 0:
		return fmt.Sprintf("%.4g", x)
	}
	digits := max(0, min(5, 1-int(math.Floor(math.Log10(width)))))
	return fmt.Sprintf("%.*f ± %.*f", digits, x, digits, width)
}

// percent writes a share as a percentage. What is rounding is none.
func percent(share float64) string {
	if math.Abs(share) < 1e-12 {
		return "0 %"
	}
	return fmt.Sprintf("%.3g %%", 100*share)
}

// firstFew lists as many as a sentence bears.
func firstFew(list []string) string {
	const few = 6
	if len(list) > few {
		return strings.Join(list[:few], ", ") + ", …"
	}
	return strings.Join(list, ", ")
}

// orNone lists what there may be nothing of.
func orNone(text []string) string {
	if len(text) == 0 {
		return "none"
	}
	return strings.Join(text, ", ")
}

// enumerated lists numbers as a sentence does.
func enumerated(list []float64) string {
	text := ""
	for k, x := range list {
		switch {
		case k == 0:
		case k == len(list)-1:
			text += " and "
		default:
			text += ", "
		}
		text += cell(x)
	}
	return text
}

// orAny writes a number that may be irrelevant.
func orAny(p *float64) string {
	if p == nil {
		return "any"
	}
	return cell(*p)
}
