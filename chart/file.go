package chart

import (
	"bytes"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Size is the size of a picture in points, of which 72 are an inch.
type Size struct{ Width, Height float64 }

// DefaultSize suits a page.
var DefaultSize = Size{Width: 560, Height: 380}

// dotsPerInch is the resolution of a PNG.
const dotsPerInch = 144

// drawer is what fills a canvas: a Chart or Panels.
type drawer interface{ draw(draw.Canvas) error }

// SVG writes the chart as a picture of lines and text.
func (c Chart) SVG(w io.Writer, size Size) error { return writeSVG(w, c, size) }

// PNG writes the chart as a picture of dots.
func (c Chart) PNG(w io.Writer, size Size) error { return writePNG(w, c, size) }

func writeSVG(w io.Writer, d drawer, size Size) error {
	canvas := vgsvg.New(vg.Length(size.Width), vg.Length(size.Height))
	if err := d.draw(draw.New(canvas)); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans"), []byte(fontFamily)))
	return err
}

// fontFamily names other fonts for readers who lack the first, whose widths they share.
const fontFamily = "font-family:Liberation Sans,Arial,Helvetica,sans-serif"

func writePNG(w io.Writer, d drawer, size Size) error {
	canvas := vgimg.NewWith(vgimg.UseWH(vg.Length(size.Width), vg.Length(size.Height)), vgimg.UseDPI(dotsPerInch))
	if err := d.draw(draw.New(canvas)); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}
