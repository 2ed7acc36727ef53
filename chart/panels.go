package chart

import (
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels are small multiples: charts side by side, in rows of so many columns.
type Panels struct {
	Charts  []Chart
	Columns int // 0 is 2
}

// SVG writes the panels as a picture of lines and text; size is that of the whole.
func (p Panels) SVG(w io.Writer, size Size) error { return writeSVG(w, p, size) }

// PNG writes the panels as a picture of dots; size is that of the whole.
func (p Panels) PNG(w io.Writer, size Size) error { return writePNG(w, p, size) }

// SameAxes gives all charts the same ranges, so that panels compare; those with a map, which fills its panel, stay as they are.
func (p Panels) SameAxes() Panels {
	var all Chart
	charts := make([]Chart, len(p.Charts))
	for _, c := range p.Charts {
		if c.Map == nil {
			all.X, all.Y = c.X, c.Y
			all.Series = append(all.Series, c.Series...)
		}
	}
	all = all.fitted()
	for k, c := range p.Charts {
		if c.Map == nil {
			c.X.Min, c.X.Max, c.Y.Min, c.Y.Max = all.X.Min, all.X.Max, all.Y.Min, all.Y.Max
		}
		charts[k] = c
	}
	return Panels{charts, p.Columns}
}

// rows and columns of the grid.
func (p Panels) grid() (rows, columns int) {
	columns = p.Columns
	if columns == 0 {
		columns = 2
	}
	columns = max(1, min(columns, len(p.Charts)))
	return (len(p.Charts) + columns - 1) / columns, columns
}

func (p Panels) draw(canvas draw.Canvas) error {
	rows, columns := p.grid()
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: vg.Length(8), PadY: vg.Length(8)}
	for k, c := range p.Charts {
		if err := c.draw(tiles.At(canvas, k%columns, k/columns)); err != nil {
			return err
		}
	}
	return nil
}
