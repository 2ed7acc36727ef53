package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// tag is a text on a map, on a ground of its own.
type tag struct {
	middle vg.Point
	text   string
}

func textWidth(text string) vg.Length { return textStyle(textSize, color.Black).Width(text) }

// box is what the tag covers.
func (t tag) box() vg.Rectangle {
	half := vg.Point{X: textWidth(t.text)/2 + 2, Y: .6 * textSize}
	return vg.Rectangle{Min: t.middle.Sub(half), Max: t.middle.Add(half)}
}

func (t tag) draw(canvas draw.Canvas) {
	if t.text == "" {
		return
	}
	canvas.SetColor(color.White)
	canvas.Fill(t.box().Path())
	style := textStyle(textSize, color.Black)
	style.XAlign = draw.XCenter
	canvas.FillText(style, t.middle, t.text)
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

func contains(outer, inner vg.Rectangle) bool {
	return outer.Min.X <= inner.Min.X && outer.Min.Y <= inner.Min.Y && inner.Max.X <= outer.Max.X && inner.Max.Y <= outer.Max.Y
}

// inside moves a point in from the rim so far that a mark shows as a whole.
func inside(at vg.Point, r vg.Rectangle) vg.Point {
	const rim = 2 * markRadius
	return vg.Point{X: min(max(at.X, r.Min.X+rim), r.Max.X-rim), Y: min(max(at.Y, r.Min.Y+rim), r.Max.Y-rim)}
}

// landmarks are the labels of the landmarks, each beside its point on the side that has room.
func (m *HeatMap) landmarks(canvas draw.Canvas, place func(Point) vg.Point) []tag {
	var tags []tag
	for _, mark := range m.Marks {
		at := inside(place(Point{X: mark.X, Y: mark.Y}), canvas.Rectangle)
		aside := textWidth(mark.Label)/2 + 3*markRadius
		t := tag{vg.Point{X: at.X + aside, Y: min(max(at.Y, canvas.Min.Y+textSize), canvas.Max.Y-textSize)}, mark.Label}
		if t.box().Max.X > canvas.Max.X {
			t.middle.X = at.X - aside
		}
		tags = append(tags, t)
	}
	return tags
}

// roomiest puts a label on a line where it is farthest from all other tags; there may be no such place.
func roomiest(label string, line [][]vg.Point, tags []tag, within vg.Rectangle) (best tag, ok bool) {
	most := math.Inf(-1)
	for _, piece := range line {
		t := tag{vg.Point{X: (piece[0].X + piece[1].X) / 2, Y: (piece[0].Y + piece[1].Y) / 2}, label}
		if room := t.room(tags); room > most && contains(within, t.box()) {
			best, most, ok = t, room, true
		}
	}
	return best, ok
}

// room is the distance to the nearest other tag; infinitely little if the two overlap.
func (t tag) room(tags []tag) float64 {
	room := math.Inf(1)
	for _, other := range tags {
		if overlap(t.box(), other.box()) {
			return math.Inf(-1)
		}
		room = min(room, math.Hypot(float64(t.middle.X-other.middle.X), float64(t.middle.Y-other.middle.Y)))
	}
	return room
}
