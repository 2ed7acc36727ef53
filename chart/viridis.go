package chart

import (
	"image/color"
	"math"
)

// viridis are ten equidistant colours of the map of that name by van der Walt and Smith (2015), whose lightness rises evenly: it can be read by
// those who do not see all colours, and printed in grey.
var viridis = []color.RGBA{
	{0x44, 0x01, 0x54, 255}, {0x48, 0x28, 0x78, 255}, {0x3e, 0x49, 0x89, 255}, {0x31, 0x68, 0x8e, 255}, {0x26, 0x82, 0x8e, 255},
	{0x1f, 0x9e, 0x89, 255}, {0x35, 0xb7, 0x79, 255}, {0x6e, 0xce, 0x58, 255}, {0xb5, 0xde, 0x2b, 255}, {0xfd, 0xe7, 0x25, 255},
}

// shades is how many colours a map has.
const shades = 64

// The colours of a cell without a value: paper, hatched every so many cells.
var (
	missingColour = color.RGBA{244, 244, 244, 255}
	hatchColour   = color.RGBA{150, 150, 150, 255}
)

const hatchEvery = 3

// shadeColour is the colour of a shade, 0 to shades-1, or of a cell without a value.
func shadeColour(shade int) color.RGBA {
	if shade < 0 {
		return missingColour
	}
	return gradient(float64(shade) / (shades - 1))
}

// gradient is the colour at a place of the map, 0 to 1.
func gradient(at float64) color.RGBA {
	place := at * float64(len(viridis)-1)
	k := min(int(place), len(viridis)-2)
	part := place - float64(k)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + part*(float64(b)-float64(a)))) }
	a, b := viridis[k], viridis[k+1]
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// faintest is the place in the map beyond which a line on white paper is too faint.
const faintest = .82

// Graded is the style of the k-th of n series that are ordered by a number, such as growing systems, from light to dark: the last, darkest, is
// nearest to a limit drawn in black.
func Graded(k, n int) Style {
	at := 0.0
	if n > 1 {
		at = faintest * float64(n-1-k) / float64(n-1)
	}
	return Style{Colour: gradient(at), Mark: Mark(k % 7)}
}

// Limit is the style of what a graded family of series tends to: a full line in black.
func Limit() Style { return Style{Colour: black} }
