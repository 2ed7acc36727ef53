package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// shade fills the area with a digit for each value, 0 to 9 from the least to the greatest, and returns what explains them.
func (s *sheet) shade(m *HeatMap) string {
	for line := range s.cells {
		y := inverse(s.chart.Y, 1-float64(line)/float64(len(s.cells)-1))
		for column := range s.cells[line] {
			x := inverse(s.chart.X, float64(column)/float64(len(s.cells[line])-1))
			if shade := m.shadeOf(m.Values[nearest(m.Y, y)][nearest(m.X, x)]); shade >= 0 {
				s.cells[line][column] = rune('0' + 10*shade/shades)
			}
		}
	}
	text := fmt.Sprintf("0 to 9: %s from %.4g to %.4g", m.Scale.title(), m.Scale.Min, m.Scale.Max)
	if m.missing() {
		text += strings.TrimRight("; blank: "+m.Missing, " ")
	}
	for _, mark := range m.Marks {
		s.put(s.column(mark.X), s.row(mark.Y), '*', true)
		text += fmt.Sprintf("; *: %s", mark.Label)
	}
	return text
}

// inverse is the coordinate at a place of the axis, 0 to 1.
func inverse(a Axis, at float64) float64 {
	if a.Log {
		return a.Min * math.Pow(a.Max/a.Min, at)
	}
	return a.Min + at*(a.Max-a.Min)
}

// nearest is the index of the sorted number that is nearest to x.
func nearest(sorted []float64, x float64) int {
	k, _ := slices.BinarySearch(sorted, x)
	if k == len(sorted) || k > 0 && x-sorted[k-1] < sorted[k]-x {
		k--
	}
	return k
}
