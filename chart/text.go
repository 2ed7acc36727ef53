package chart

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// Text writes the chart as a plot of text, so many columns wide and lines high, labels included.
func (c Chart) Text(w io.Writer, width, height int) error {
	c = c.fitted()
	s := newSheet(c, width, height)
	if c.Map != nil {
		c.Notes = append([]string{s.shade(c.Map)}, c.Notes...)
	}
	for k, series := range c.Series {
		s.series(k, series)
	}
	_, err := io.WriteString(w, s.print(c))
	return err
}

// letters mark the points of the series.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// sheet is the plotting area as a grid of characters.
type sheet struct {
	chart  Chart
	cells  [][]rune // by line, from the top
	names  []string // what stands right of each line
	left   int      // columns before the area
	labels []string // what stands left of each line
}

// The least size of the plotting area.
const (
	leastWidth  = 20
	leastHeight = 6
)

func newSheet(c Chart, width, height int) *sheet {
	s := &sheet{chart: c}
	height = max(height-3, leastHeight)
	s.labels, s.names = make([]string, height), make([]string, height)
	for _, t := range c.Y.ticks(height / 3) {
		if row := s.row(t.Value); t.Label != "" && row >= 0 && row < height {
			s.labels[row] = t.Label
			s.left = max(s.left, utf8.RuneCountInString(t.Label))
		}
	}
	right := s.placeNames()
	width = max(width-s.left-right-4, leastWidth)
	for range height {
		s.cells = append(s.cells, []rune(strings.Repeat(" ", width)))
	}
	return s
}

// placeNames puts the names of the series right of the area, none over another, and returns their width.
func (s *sheet) placeNames() int {
	var at []float64
	var which []int
	for k, series := range s.chart.Series {
		if len(series.Points) > 0 {
			at = append(at, float64(s.row(rightmost(series.Points).Y)))
			which = append(which, k)
		}
	}
	widest := 0
	for j, y := range spread(at, 1, 0, float64(len(s.names)-1)) {
		k := which[j]
		row := min(max(int(math.Round(y)), 0), len(s.names)-1)
		for s.names[row] != "" && row+1 < len(s.names) { // more names than lines share the last
			row++
		}
		s.names[row] = strings.TrimSpace(fmt.Sprintf("%s %c %s", s.names[row], letter(k), s.chart.Series[k].Name))
		widest = max(widest, utf8.RuneCountInString(s.names[row]))
	}
	return widest
}

func letter(k int) rune { return rune(letters[k%len(letters)]) }

// row is the line on which y stands; the top is 0.
func (s *sheet) row(y float64) int {
	last := float64(len(s.labels) - 1)
	return int(math.Round((1 - s.chart.Y.at(y)) * last))
}

func (s *sheet) column(x float64) int {
	return int(math.Round(s.chart.X.at(x) * float64(len(s.cells[0])-1)))
}

// series draws the line of one series in dots and its points as letters.
func (s *sheet) series(k int, series Series) {
	for j := range series.Points {
		if j > 0 && series.Kind != Marks {
			s.line(series.Points[j-1], series.Points[j], series.Kind == Steps)
		}
	}
	s.settle(k, series.Kind == Line || series.Kind == Steps)
	for _, p := range series.Points {
		if series.Kind == LineAndMarks || series.Kind == Marks || p == rightmost(series.Points) {
			s.put(s.column(p.X), s.row(p.Y), letter(k), true)
		}
	}
}

func (s *sheet) line(a, b Point, step bool) {
	ya, yb := s.chart.Y.at(a.Y), s.chart.Y.at(b.Y)
	from, to := s.column(a.X), s.column(b.X)
	last := float64(len(s.cells) - 1)
	for x := from; x <= to; x++ {
		part := 0.0
		if to > from && !step {
			part = float64(x-from) / float64(to-from)
		}
		y := ya + part*(yb-ya)
		s.put(x, int(math.Round((1-y)*last)), ownDot, false)
	}
}

// ownDot stands for the dots of the series that is being drawn.
const ownDot = '\x00'

// every is how many columns apart a line without marks shows its letter.
const every = 12

// settle makes dots of the series' own dots and, of a line without marks, some into its letter, not in the columns of the others.
func (s *sheet) settle(k int, lettered bool) {
	for y, cells := range s.cells {
		for x, r := range cells {
			switch {
			case r != ownDot:
			case lettered && (x+5*k)%every == 0:
				s.cells[y][x] = letter(k)
			default:
				s.cells[y][x] = '·'
			}
		}
	}
}

func (s *sheet) put(x, y int, r rune, over bool) {
	if y < 0 || y >= len(s.cells) || x < 0 || x >= len(s.cells[y]) {
		return
	}
	if over || s.cells[y][x] == ' ' {
		s.cells[y][x] = r
	}
}

func (s *sheet) print(c Chart) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", strings.TrimSpace(c.Y.title()+"    "+c.Title))
	for row, cells := range s.cells {
		line := fmt.Sprintf("%*s |%s  %s", s.left, s.labels[row], string(cells), s.names[row])
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	fmt.Fprintf(&b, "%*s +%s\n", s.left, "", strings.Repeat("-", len(s.cells[0])))
	fmt.Fprintf(&b, "%*s  %s\n", s.left, "", s.xLabels())
	fmt.Fprintf(&b, "%*s  %*s\n", s.left, "", (len(s.cells[0])+len(c.X.title()))/2, c.X.title())
	for _, note := range c.Notes {
		fmt.Fprintf(&b, "%s\n", note)
	}
	return b.String()
}

// xLabels is the line of labels below the area.
func (s *sheet) xLabels() string {
	width := len(s.cells[0])
	line := []rune(strings.Repeat(" ", width+6))
	free := 0
	for _, t := range s.chart.X.ticks(width / 8) {
		at := s.column(t.Value) - len(t.Label)/2
		if at = max(at, 0); at < free || t.Label == "" || at+len(t.Label) > len(line) {
			continue
		}
		copy(line[at:], []rune(t.Label))
		free = at + len(t.Label) + 2
	}
	return strings.TrimRight(string(line), " ")
}
