package chart

import (
	"fmt"
	"math"
)

// Chart is one picture.
type Chart struct {
	Title  string
	X, Y   Axis
	Series []Series
	Map    *HeatMap // below the series, or nil
	Notes  []string // lines below the picture, such as what is missing and why
}

// Axis is one axis. With Min and Max both 0 it fits the data.
type Axis struct {
	Label    string
	Unit     string // "" if the numbers have none
	Log      bool   // points that are not above 0 are left out
	Min, Max float64
}

// Series is one line.
type Series struct {
	Name   string // what stands at its end; a policy's text form decides its style
	Kind   Kind
	Points []Point
	Style  *Style // nil is the name's own, see StyleOf; for names that are no policies, and for what belongs together
}

// Kind is how a series is drawn.
type Kind int

// The kinds of series.
const (
	LineAndMarks Kind = iota
	Line              // without marks: for curves of many points, such as theory
	Marks             // without a line: for measured points
	Steps             // from each point to the right: for empirical laws
	Bars              // beside those of the chart's other series of bars, around whole numbers: for discrete laws
)

// Point is one observation. Error is half its interval's width, 0 if there is none.
type Point struct{ X, Y, Error float64 }

// title is the axis' label with its unit.
func (a Axis) title() string {
	if a.Unit == "" {
		return a.Label
	}
	return fmt.Sprintf("%s (%s)", a.Label, a.Unit)
}

// shows says whether x can stand on the axis.
func (a Axis) shows(x float64) bool {
	return !math.IsNaN(x) && !math.IsInf(x, 0) && (!a.Log || x > 0)
}

// at maps x to its place on the axis, 0 to 1 within the range.
func (a Axis) at(x float64) float64 {
	if a.Log {
		return math.Log(x/a.Min) / math.Log(a.Max/a.Min)
	}
	return (x - a.Min) / (a.Max - a.Min)
}

// visible leaves out what an axis cannot show; series without points stay, so that styles do not depend on the data.
func (c Chart) visible() []Series {
	list := make([]Series, len(c.Series))
	for k, s := range c.Series {
		list[k] = s
		list[k].Points = nil
		for _, p := range s.Points {
			if c.X.shows(p.X) && c.Y.shows(p.Y) {
				if math.IsNaN(p.Error) || math.IsInf(p.Error, 0) {
					p.Error = 0
				}
				list[k].Points = append(list[k].Points, p)
			}
		}
	}
	return list
}

// fitted is the chart with what can be shown and with ranges.
func (c Chart) fitted() Chart {
	c.Series, c.Map = c.visible(), c.Map.fitted()
	if c.Map != nil {
		c.X, c.Y = c.X.exactly(borders(c.Map.X)), c.Y.exactly(borders(c.Map.Y))
		return c
	}
	var xs, ys []float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			xs = append(xs, p.X)
			if s.Kind == Bars {
				xs, ys = append(xs, p.X-barShare/2, p.X+barShare/2), append(ys, 0)
			}
			ys = append(ys, p.Y-p.Error, p.Y+p.Error)
		}
	}
	c.X, c.Y = c.X.fit(xs), c.Y.fit(ys)
	return c
}

// bounds are the least and the greatest of the values that the axis can show; the first is above the second if there are none.
func (a Axis) bounds(values []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range values {
		if a.shows(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}

// exactly gives the axis a range from the least to the greatest of the values.
func (a Axis) exactly(values []float64) Axis {
	low, high := a.bounds(values)
	if a.Min != 0 || a.Max != 0 || low >= high {
		return a.fit(values)
	}
	a.Min, a.Max = low, high
	return a
}

// fit gives the axis a range that holds the values, with a little room.
func (a Axis) fit(values []float64) Axis {
	if a.Min != 0 || a.Max != 0 {
		return a
	}
	low, high := a.bounds(values)
	const room = .04
	switch {
	case low > high:
		low, high = 1, 10
	case a.Log:
		stretch := math.Pow(max(high/low, 1.1), room)
		low, high = low/stretch, high*stretch
	default:
		pad := max(high-low, 1e-3*math.Abs(high), 1e-12) * room
		if low >= 0 && low < .4*high {
			low = pad // so that the axis begins at 0
		}
		low, high = low-pad, high+pad
	}
	a.Min, a.Max = low, high
	return a
}
