package paper

import (
	"encoding/csv"
	"io"
)

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
