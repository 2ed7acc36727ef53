package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// HeatMap is a surface seen from above: a colour for the value of each cell of a grid.
type HeatMap struct {
	X, Y    []float64   // centres of the columns and of the rows, ascending, two or more of each
	Values  [][]float64 // by row, then column; infinite or NaN where there is none
	Scale   Axis        // of the values; what lies above or below its range has the colour of the end
	Missing string      // what a cell without a value is, such as "unstable"
	Levels  []Level     // contour lines
	Marks   []Landmark  // points of the plane that are pointed out
}

// Level is a contour line: where the value is so much.
type Level struct {
	Value float64
	Label string // what stands on the line
}

// Landmark is a named point of a map, such as an optimum.
type Landmark struct {
	X, Y  float64
	Label string
}

// fitted is the map with a range for its values.
func (m *HeatMap) fitted() *HeatMap {
	if m == nil {
		return nil
	}
	f := *m
	f.Scale = m.Scale.exactly(flat(m.Values))
	return &f
}

// borders are the edges of cells with the given centres: halfway between them, and as far out at the ends.
func borders(centres []float64) []float64 {
	n := len(centres)
	edges := make([]float64, n+1)
	for k := 1; k < n; k++ {
		edges[k] = (centres[k-1] + centres[k]) / 2
	}
	edges[0], edges[n] = 2*centres[0]-edges[1], 2*centres[n-1]-edges[n-1]
	return edges
}

// missing says whether some cell has no value.
func (m *HeatMap) missing() bool {
	return slices.ContainsFunc(flat(m.Values), func(x float64) bool { return !m.Scale.shows(x) })
}

func flat(rows [][]float64) []float64 { return slices.Concat(rows...) }

// shadeOf is the number of the shade of a value; -1 where there is none.
func (m *HeatMap) shadeOf(x float64) int {
	if !m.Scale.shows(x) {
		return -1
	}
	at := min(max(m.Scale.at(x), 0), 1)
	return int(math.Round(at * (shades - 1)))
}

// Plot implements plot.Plotter.
func (m *HeatMap) Plot(canvas draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&canvas)
	xs, ys := places(borders(m.X), toX), places(borders(m.Y), toY)
	var hatch [][]vg.Point
	for row, values := range m.Values {
		for from := 0; from < len(values); {
			end, shade := from+1, m.shadeOf(values[from])
			for end < len(values) && m.shadeOf(values[end]) == shade {
				end++
			}
			cells := vg.Rectangle{Min: vg.Point{X: xs[from], Y: ys[row]}, Max: vg.Point{X: xs[end], Y: ys[row+1]}}
			paint(canvas, cells, shadeColour(shade))
			for k := from; shade < 0 && k < end; k++ {
				if (k-row)%hatchEvery == 0 {
					hatch = append(hatch, []vg.Point{{X: xs[k], Y: ys[row]}, {X: xs[k+1], Y: ys[row+1]}})
				}
			}
			from = end
		}
	}
	stroke(canvas, canvas.ClipLinesXY(hatch...), draw.LineStyle{Color: hatchColour, Width: .5})
	m.lines(canvas, p)
}

func places(values []float64, to func(float64) vg.Length) []vg.Length {
	list := make([]vg.Length, len(values))
	for k, x := range values {
		list[k] = to(x)
	}
	return list
}

// seam is how far cells reach below their neighbours, so that no light shows between them.
const seam = vg.Length(.4)

// paint fills what the canvas shows of a rectangle. Its neighbours right and above are painted over what is too much.
func paint(canvas draw.Canvas, box vg.Rectangle, c color.Color) {
	box.Min.X, box.Min.Y = max(box.Min.X, canvas.Min.X), max(box.Min.Y, canvas.Min.Y)
	box.Max.X, box.Max.Y = min(box.Max.X+seam, canvas.Max.X), min(box.Max.Y+seam, canvas.Max.Y)
	if box.Min.X < box.Max.X && box.Min.Y < box.Max.Y {
		canvas.SetColor(c)
		canvas.Fill(box.Path())
	}
}

// stroke draws lines of many pieces as one path.
func stroke(canvas draw.Canvas, lines [][]vg.Point, style draw.LineStyle) {
	var path vg.Path
	for _, line := range lines {
		path.Move(line[0])
		for _, at := range line[1:] {
			path.Line(at)
		}
	}
	if len(path) > 0 {
		canvas.SetLineStyle(style)
		canvas.Stroke(path)
	}
}
