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
	keyed  bool // a piece of the line stands before each name
}

// keyWidth is the length of a piece of a line before a name.
const keyWidth = vg.Length(20)

func newNames(c Chart, looks []Style) names {
	n := names{}
	for k, s := range c.Series {
		if len(s.Points) > 0 && s.Name != "" {
			n.series, n.looks = append(n.series, s), append(n.looks, looks[k])
		}
	}
	n.keyed = n.ambiguous()
	return n
}

// ambiguous says whether the colour of a name does not tell which of lines that differ otherwise is meant, or whether what is drawn has no end.
func (n names) ambiguous() bool {
	for k, s := range n.series {
		for _, other := range n.looks[:k] {
			if look := n.looks[k]; look.Colour == other.Colour && (look.Mark != other.Mark || dashIndex(look.Dash) != dashIndex(other.Dash)) {
				return true
			}
		}
		if s.Kind == Bars {
			return true
		}
	}
	return false
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
	if n.keyed {
		widest += keyWidth
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
		if s.Kind == Bars {
			heights[k] = float64(data.Max.Y) - float64(k)*nameGap
		}
	}
	for k, y := range spread(heights, nameGap, float64(data.Min.Y), float64(data.Max.Y)) {
		at := vg.Point{X: data.Max.X + labelGap, Y: vg.Length(y)}
		if far := at.X - ends[k].X; n.series[k].Kind != Bars && (far > 1.5*labelGap || abs(at.Y-ends[k].Y) > textSize/2) {
			leader := draw.LineStyle{Color: n.looks[k].Colour, Width: .5, Dashes: []vg.Length{1, 1.5}}
			canvas.StrokeLine2(leader, ends[k].X+markRadius, ends[k].Y, at.X-2, at.Y)
		}
		if n.keyed {
			key(canvas, at, n.series[k].Kind, n.looks[k])
			at.X += keyWidth
		}
		canvas.FillText(textStyle(textSize, n.looks[k].Colour), at, n.series[k].Name)
	}
}

// nameGap is how far apart names stand.
const nameGap = float64(1.25 * textSize)

// key draws a piece of a line, with its mark, or of a bar.
func key(canvas draw.Canvas, at vg.Point, kind Kind, look Style) {
	right := at.X + keyWidth - 4
	if kind == Bars {
		bar(canvas, vg.Rectangle{Min: vg.Point{X: right - textSize, Y: at.Y - textSize/2}, Max: vg.Point{X: right, Y: at.Y + textSize/2}}, look)
		return
	}
	if kind != Marks {
		canvas.StrokeLine2(lineStyle(look), at.X, at.Y, right, at.Y)
	}
	if kind == LineAndMarks || kind == Marks {
		canvas.DrawGlyph(glyphStyle(look), vg.Point{X: (at.X + right) / 2, Y: at.Y})
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
