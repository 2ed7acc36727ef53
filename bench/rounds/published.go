package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
)

type key struct {
	policy string
	load   float64
}

// published is a row of published numbers.
type published struct {
	mean      float64
	quantiles []float64 // at levels
}

// readRows reads a table whose comments begin with #.
func readRows(file string) ([][]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	return r.ReadAll()
}

// readPublished reads policy, load, mean and the quantiles at levels.
func readPublished(file string) (map[key]published, error) {
	rows, err := readRows(file)
	if err != nil {
		return nil, err
	}
	table := make(map[key]published)
	for _, row := range rows[1:] {
		numbers := make([]float64, len(row)-1)
		for k := range numbers {
			if numbers[k], err = strconv.ParseFloat(row[k+1], 64); err != nil {
				return nil, fmt.Errorf("%s: %q: %w", file, row, err)
			}
		}
		if len(numbers) != 2+len(levels) {
			return nil, fmt.Errorf("%s: %q: want %d columns", file, row, 3+len(levels))
		}
		table[key{row[0], numbers[0]}] = published{numbers[1], numbers[2:]}
	}
	return table, nil
}
