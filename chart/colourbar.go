package chart

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The sizes of a colour bar.
const (
	barGap   = vg.Length(12) // from the map
	barWidth = vg.Length(11)
	barTick  = vg.Length(3)
)

// barRoom is the room that the bar and what stands at it take right of the map.
func (m *HeatMap) barRoom() vg.Length {
	if m == nil {
		return 0
	}
	widest := vg.Length(0)
	for _, t := range m.barTicks() {
		widest = max(widest, textWidth(t.Label))
	}
	room := widest + barTick + 2 + 1.6*textSize
	if m.missing() {
		room = max(room, textWidth(m.Missing)+4-barWidth)
	}
	return barGap + barWidth + room + margin
}

// barTicks are those of the scale; an end beyond which there are values has one that says so.
func (m *HeatMap) barTicks() []tick {
	low, high := m.Scale.bounds(flat(m.Values))
	list := m.Scale.ticks(6)
	end := func(x float64, sign string) {
		list = slices.DeleteFunc(list, func(t tick) bool { return math.Abs(m.Scale.at(t.Value)-m.Scale.at(x)) < endRoom })
		list = append(list, tick{x, sign + strconv.FormatFloat(x, 'g', 3, 64)})
	}
	const rounding = 1e-9
	if low < m.Scale.Min && m.Scale.at(low) < -rounding {
		end(m.Scale.Min, "≤ ")
	}
	if high > m.Scale.Max && m.Scale.at(high) > 1+rounding {
		end(m.Scale.Max, "≥ ")
	}
	return list
}

// endRoom is how much of the bar the label of an end takes.
const endRoom = .06

// bar draws the colour bar right of the map, beginning at left, with the values, their name, and what a cell without one is.
func (m *HeatMap) bar(canvas, data draw.Canvas, left vg.Length) {
	foot := data.Min.Y
	if m.missing() && m.Missing != "" {
		foot += 2.6 * textSize
		m.missingKey(canvas, vg.Point{X: left, Y: data.Min.Y})
	}
	height := data.Max.Y - foot
	for k := range shades {
		from, to := foot+height*vg.Length(k)/shades, foot+height*vg.Length(k+1)/shades
		box := vg.Rectangle{Min: vg.Point{X: left, Y: from}, Max: vg.Point{X: left + barWidth, Y: min(to+seam, data.Max.Y)}}
		canvas.SetColor(shadeColour(k))
		canvas.Fill(box.Path())
	}
	level := func(x float64) vg.Length { return foot + height*vg.Length(m.Scale.at(x)) }
	for _, l := range m.Levels {
		if at := m.Scale.at(l.Value); at >= 0 && at <= 1 {
			canvas.StrokeLine2(draw.LineStyle{Color: color.White, Width: 1}, left, level(l.Value), left+barWidth, level(l.Value))
		}
	}
	style, right, widest := textStyle(textSize, color.Black), left+barWidth, vg.Length(0)
	for _, t := range m.barTicks() {
		if t.Label != "" {
			canvas.StrokeLine2(draw.LineStyle{Color: color.Black, Width: .5}, right, level(t.Value), right+barTick, level(t.Value))
			canvas.FillText(style, vg.Point{X: right + barTick + 2, Y: level(t.Value)}, t.Label)
			widest = max(widest, textWidth(t.Label))
		}
	}
	style.XAlign, style.Rotation = draw.XCenter, math.Pi/2
	canvas.FillText(style, vg.Point{X: right + barTick + 2 + widest + textSize, Y: foot + height/2}, m.Scale.title())
}

// missingKey explains the look of a cell without a value.
func (m *HeatMap) missingKey(canvas draw.Canvas, at vg.Point) {
	box := vg.Rectangle{Min: at, Max: vg.Point{X: at.X + barWidth, Y: at.Y + textSize}}
	canvas.SetColor(missingColour)
	canvas.Fill(box.Path())
	canvas.StrokeLine2(draw.LineStyle{Color: hatchColour, Width: .5}, box.Min.X, box.Min.Y, box.Max.X, box.Max.Y)
	canvas.FillText(textStyle(textSize, color.Black), vg.Point{X: box.Max.X + 4, Y: at.Y + textSize/2}, m.Missing)
}
