package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The sizes of things in a picture.
const (
	textSize   = vg.Length(9)
	titleSize  = vg.Length(11)
	lineWidth  = vg.Length(1.6)
	markRadius = vg.Length(2.4)
	labelGap   = vg.Length(8) // from a line's end to its name
	margin     = vg.Length(5)
)

// draw puts the chart on a canvas.
func (c Chart) draw(canvas draw.Canvas) error {
	c = c.fitted()
	looks := stylesOf(c.Series)
	p := plot.New()
	c.frame(p)
	for k, s := range c.Series {
		if len(s.Points) == 0 {
			continue
		}
		if s.Kind == Bars {
			p.Add(c.bars(k, looks[k]))
			continue
		}
		if err := c.addSeries(p, s, looks[k]); err != nil {
			return err
		}
	}
	// What is added widens the axes; the chart's own ranges count.
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = c.X.Min, c.X.Max, c.Y.Min, c.Y.Max
	names := newNames(c, looks)
	notes := vg.Length(len(c.Notes)) * 1.3 * textSize
	inner := draw.Crop(canvas, margin+1.6*textSize, -names.width()-c.Map.barRoom(), notes+margin, -margin)
	p.Draw(inner)
	data := p.DataCanvas(inner)
	names.draw(canvas, data, p)
	if c.Map != nil {
		c.Map.bar(canvas, data, data.Max.X+names.width()+barGap)
	}
	c.nameY(canvas, data)
	drawNotes(canvas, c.Notes)
	return nil
}

// frame sets up the title and the axes.
func (c Chart) frame(p *plot.Plot) {
	p.Title.Text = c.Title
	p.Title.TextStyle = textStyle(titleSize, color.Black)
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	p.Title.Padding = 6
	setAxis(&p.X, c.X, 8)
	p.X.Label.Text = c.X.title()
	setAxis(&p.Y, c.Y, 8)
	if c.Map != nil {
		p.Add(c.Map) // which covers what a grid would be for
		return
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{230}, color.Gray{230}
	p.Add(grid)
}

// nameY writes the label of the Y axis, for which the library would leave room above a logarithmic axis.
func (c Chart) nameY(canvas, data draw.Canvas) {
	style := textStyle(textSize, color.Black)
	style.XAlign, style.Rotation = draw.XCenter, math.Pi/2
	canvas.FillText(style, vg.Point{X: canvas.Min.X + margin + textSize/2, Y: data.Center().Y}, c.Y.title())
}

func setAxis(to *plot.Axis, a Axis, labels int) {
	to.Label.TextStyle.Font = sans(textSize)
	to.Tick.Label.Font = sans(textSize)
	to.Padding = 0
	to.Tick.Marker = axisTicks{a, labels}
	if a.Log {
		to.Scale = plot.LogScale{}
	}
}

// axisTicks is a plot.Ticker that marks as the text plots do.
type axisTicks struct {
	axis   Axis
	labels int
}

// Ticks implements plot.Ticker.
func (t axisTicks) Ticks(float64, float64) []plot.Tick {
	var list []plot.Tick
	for _, x := range t.axis.ticks(t.labels) {
		list = append(list, plot.Tick{Value: x.Value, Label: x.Label})
	}
	return list
}

// coordinates are points as the plotting library takes them.
type coordinates []Point

func (c coordinates) Len() int                { return len(c) }
func (c coordinates) XY(i int) (x, y float64) { return c[i].X, c[i].Y }

// intervals are points whose intervals end at the foot of the picture: what is below 0 has no place on a logarithmic axis.
type intervals struct {
	coordinates
	foot float64
}

func (v intervals) YError(i int) (low, high float64) {
	p := v.coordinates[i]
	return max(0, min(p.Error, p.Y-v.foot)), p.Error
}

func (c Chart) addSeries(p *plot.Plot, s Series, look Style) error {
	if s.Kind != Marks {
		line, err := plotter.NewLine(coordinates(s.Points))
		if err != nil {
			return err
		}
		line.LineStyle = lineStyle(look)
		if s.Kind == Steps {
			line.StepStyle = plotter.PostStep
		}
		p.Add(line)
	}
	if hasErrors(s.Points) {
		bars, err := plotter.NewYErrorBars(intervals{s.Points, c.Y.Min})
		if err != nil {
			return err
		}
		bars.LineStyle = draw.LineStyle{Color: look.Colour, Width: lineWidth / 2}
		bars.CapWidth = 2 * markRadius
		p.Add(bars)
	}
	if s.Kind == LineAndMarks || s.Kind == Marks {
		marks, err := plotter.NewScatter(coordinates(s.Points))
		if err != nil {
			return err
		}
		marks.GlyphStyle = glyphStyle(look)
		p.Add(marks)
	}
	return nil
}

func hasErrors(points []Point) bool {
	for _, p := range points {
		if p.Error > 0 {
			return true
		}
	}
	return false
}

func lineStyle(look Style) draw.LineStyle {
	style := draw.LineStyle{Color: look.Colour, Width: lineWidth}
	for _, d := range look.Dash {
		style.Dashes = append(style.Dashes, vg.Length(d))
	}
	return style
}

func glyphStyle(look Style) draw.GlyphStyle {
	return draw.GlyphStyle{Color: look.Colour, Radius: markRadius, Shape: glyph(look.Mark)}
}

func glyph(m Mark) draw.GlyphDrawer {
	return []draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{},
	}[m]
}

func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

func textStyle(size vg.Length, c color.Color) text.Style {
	return text.Style{Color: c, Font: sans(size), XAlign: draw.XLeft, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler}
}

func drawNotes(canvas draw.Canvas, notes []string) {
	style := textStyle(textSize, color.Gray{80})
	for k, line := range notes {
		y := canvas.Min.Y + (vg.Length(len(notes)-k)-.5)*1.3*textSize
		canvas.FillText(style, vg.Point{X: canvas.Min.X + 4, Y: y}, line)
	}
}
