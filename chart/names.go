package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// names are the names of series at the right end of their lines.
type names struct {
	series []Series
	looks  []Style
}

func newNames(c Chart, looks []Style) names {
	n := names{}
	for k, s := range c.Series {
		if len(s.Points) > 0 && s.Name != "" {
			n.series, n.looks = append(n.series, s), append(n.looks, looks[k])
		}
	}
	return n
}

// width is the room that the names take.
func (n names) width() vg.Length {
	widest := vg.Length(0)
	for k, s := range n.series {
		widest = max(widest, textStyle(textSize, n.looks[k].Colour).Width(s.Name))
	}
	if widest == 0 {
		return 8
	}
	return widest + 2*labelGap
}

// tilt orders the names of lines that end at one height by where they end, so that the lines to them do not cross.
const tilt = .02

// draw writes each name beside the last point of its line. Names that would overlap move, with a thin line to where they belong.
func (n names) draw(canvas, data draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&data)
	ends := make([]vg.Point, len(n.series))
	heights := make([]float64, len(n.series))
	for k, s := range n.series {
		last := rightmost(s.Points)
		ends[k] = vg.Point{X: toX(last.X), Y: min(max(toY(last.Y), data.Min.Y), data.Max.Y)}
		heights[k] = float64(ends[k].Y + tilt*(data.Max.X-ends[k].X))
	}
	gap := float64(1.25 * textSize)
	for k, y := range spread(heights, gap, float64(data.Min.Y), float64(data.Max.Y)) {
		at := vg.Point{X: data.Max.X + labelGap, Y: vg.Length(y)}
		if far := at.X - ends[k].X; far > 1.5*labelGap || abs(at.Y-ends[k].Y) > textSize/2 {
			leader := draw.LineStyle{Color: n.looks[k].Colour, Width: .5, Dashes: []vg.Length{1, 1.5}}
			canvas.StrokeLine2(leader, ends[k].X+markRadius, ends[k].Y, at.X-2, at.Y)
		}
		canvas.FillText(textStyle(textSize, n.looks[k].Colour), at, n.series[k].Name)
	}
}

func abs(x vg.Length) vg.Length { return max(x, -x) }

// rightmost is the point of greatest x.
func rightmost(points []Point) Point {
	last := points[0]
	for _, p := range points {
		if p.X >= last.X {
			last = p
		}
	}
	return last
}
