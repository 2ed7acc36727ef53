package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// contour are the pieces of the line on which the value is so much, between centres of cells; where a value is missing there is no line.
func (m *HeatMap) contour(level float64) (pieces [][2]Point) {
	for row := range len(m.Y) - 1 {
		for column := range len(m.X) - 1 {
			pieces = append(pieces, m.crossing(row, column, level)...)
		}
	}
	return pieces
}

// crossing is the part of a contour within the square of four centres, which is two triangles: on each the surface is a plane.
func (m *HeatMap) crossing(row, column int, level float64) (pieces [][2]Point) {
	corner := func(down, right int) [3]float64 {
		return [3]float64{m.X[column+right], m.Y[row+down], m.Values[row+down][column+right]}
	}
	a, b, c, d := corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)
	for _, triangle := range [][3][3]float64{{a, b, c}, {a, c, d}} {
		var ends []Point
		for k, from := range triangle {
			to := triangle[(k+1)%3]
			if !m.Scale.shows(from[2]) || !m.Scale.shows(to[2]) {
				ends = nil
				break
			}
			if (from[2] < level) != (to[2] < level) {
				part := (level - from[2]) / (to[2] - from[2])
				ends = append(ends, Point{X: from[0] + part*(to[0]-from[0]), Y: from[1] + part*(to[1]-from[1])})
			}
		}
		if len(ends) == 2 {
			pieces = append(pieces, [2]Point{ends[0], ends[1]})
		}
	}
	return pieces
}

// lines draws the contours, each with its label where there is most room.
func (m *HeatMap) lines(canvas draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&canvas)
	place := func(q Point) vg.Point { return vg.Point{X: toX(q.X), Y: toY(q.Y)} }
	tags := m.landmarks(canvas, place)
	for _, level := range m.Levels {
		var lines [][]vg.Point
		for _, piece := range m.contour(level.Value) {
			lines = append(lines, []vg.Point{place(piece[0]), place(piece[1])})
		}
		stroke(canvas, canvas.ClipLinesXY(lines...), draw.LineStyle{Color: color.White, Width: 1})
		if t, ok := roomiest(level.Label, lines, tags, canvas.Rectangle); ok {
			tags = append(tags, t)
		}
	}
	for _, t := range tags {
		t.draw(canvas)
	}
	for _, mark := range m.Marks {
		at := inside(place(Point{X: mark.X, Y: mark.Y}), canvas.Rectangle)
		canvas.DrawGlyph(draw.GlyphStyle{Color: color.White, Radius: 2 * markRadius, Shape: draw.CircleGlyph{}}, at)
		canvas.DrawGlyph(draw.GlyphStyle{Color: vermillion, Radius: 1.4 * markRadius, Shape: draw.CircleGlyph{}}, at)
	}
}
