package paper

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
)

// cell writes a number for a table; one that there is not is empty.
func cell(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 7, 64)
}

// known writes a number that there may not be.
func known(x *float64) string {
	if x == nil {
		return ""
	}
	return cell(*x)
}

// add appends a row of numbers behind some words.
func (t *Table) add(words []string, numbers ...float64) {
	row := append([]string{}, words...)
	for _, x := range numbers {
		row = append(row, cell(x))
	}
	t.Rows = append(t.Rows, row)
}

// CSV writes the table with its header.
func (t Table) CSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(t.Header); err != nil {
		return err
	}
	return c.WriteAll(t.Rows)
}
