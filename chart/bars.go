package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// barShare is how much of the distance between whole numbers the bars of all series fill.
const barShare = .75

// bars is a plotter of one series of bars.
type bars struct {
	points []Point
	look   Style
	shift  float64 // of their middles from the points
	half   float64 // of their width
}

// bars gives the k-th series its share of the room at each point.
func (c Chart) bars(k int, look Style) bars {
	before, all := 0, 0
	for j, s := range c.Series {
		if s.Kind == Bars && len(s.Points) > 0 {
			all++
			if j < k {
				before++
			}
		}
	}
	width := barShare / float64(all)
	return bars{c.Series[k].Points, look, width*(float64(before)+.5) - barShare/2, width / 2}
}

// Plot implements plot.Plotter.
func (b bars) Plot(canvas draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&canvas)
	foot := canvas.Min.Y
	if p.Y.Min < 0 {
		foot = min(toY(0), canvas.Max.Y)
	}
	for _, at := range b.points {
		top := min(max(toY(at.Y), canvas.Min.Y), canvas.Max.Y)
		left, right := toX(at.X+b.shift-b.half), toX(at.X+b.shift+b.half)
		bar(canvas, vg.Rectangle{Min: vg.Point{X: left, Y: min(foot, top)}, Max: vg.Point{X: right, Y: max(foot, top)}}, b.look)
		if at.Error > 0 {
			middle := (left + right) / 2
			canvas.StrokeLine2(draw.LineStyle{Color: black, Width: lineWidth / 2}, middle, toY(max(at.Y-at.Error, p.Y.Min)), middle, toY(at.Y+at.Error))
		}
	}
}

// bar draws one bar: full where the style's line is, else an outline.
func bar(canvas draw.Canvas, box vg.Rectangle, look Style) {
	const pen = lineWidth / 2
	canvas.SetColor(look.Colour)
	canvas.Fill(box.Path())
	if inner := (vg.Rectangle{Min: box.Min.Add(vg.Point{X: pen, Y: pen}), Max: box.Max.Sub(vg.Point{X: pen, Y: pen})}); dashIndex(look.Dash) > 0 && inner.Min.Y < inner.Max.Y {
		canvas.SetColor(color.White)
		canvas.Fill(inner.Path())
	}
}
