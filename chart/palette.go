package chart

import (
	"hash/fnv"
	"image/color"
	"strings"
)

// Style is how a series looks in every chart.
type Style struct {
	Colour color.RGBA
	Dash   []float64 // lengths of strokes and gaps, points; nil is a full line
	Mark   Mark
}

// Mark is the shape of a series' points.
type Mark int

// The shapes of points.
const (
	Disc Mark = iota
	Square
	Triangle
	Ring
	Box
	Cross
	Plus
)

// The colours of Okabe and Ito (2008), which colour-blind readers can tell apart; their yellow is left out because it is too faint for a line.
var (
	black      = color.RGBA{0, 0, 0, 255}
	orange     = color.RGBA{230, 159, 0, 255}
	sky        = color.RGBA{86, 180, 233, 255}
	green      = color.RGBA{0, 158, 115, 255}
	blue       = color.RGBA{0, 114, 178, 255}
	vermillion = color.RGBA{213, 94, 0, 255}
	purple     = color.RGBA{204, 121, 167, 255}
)

var palette = []color.RGBA{blue, vermillion, green, purple, orange, sky, black}

// The dashes; the first is a full line.
var (
	full    []float64
	dashed  = []float64{6, 3}
	dotted  = []float64{1.5, 2.5}
	dotDash = []float64{6, 2.5, 1.5, 2.5}
)

var dashes = [][]float64{full, dashed, dotted, dotDash}

// styles is the table of what a name looks like: policies by the name before their parameters, and other lines that recur.
func styles() map[string]Style {
	return map[string]Style{
		"random":      {black, dotted, Cross},
		"weighted":    {black, full, Cross},
		"roundrobin":  {black, dashed, Plus},
		"wrr":         {black, dotDash, Plus},
		"static":      {blue, dotDash, Box},
		"hybrid":      {purple, dotDash, Box},
		"jsq":         {blue, full, Disc},
		"wjsq":        {blue, dashed, Ring},
		"hjsq":        {purple, full, Square},
		"sed":         {green, full, Triangle},
		"sajsq":       {green, dashed, Triangle},
		"scd":         {vermillion, full, Disc},
		"twf":         {vermillion, dashed, Ring},
		"jsq-fs":      {sky, full, Square},
		"jiq-fs":      {orange, full, Box},
		"scheme1":     {sky, dashed, Triangle},
		"scheme2":     {vermillion, dotted, Box},
		"leastconn":   {blue, dotted, Plus},
		"leastconn-w": {green, dotDash, Plus},
		"jiq":         {orange, dashed, Disc},
		"hjiq":        {orange, dotDash, Disc},
		"pull":        {orange, dotted, Ring},
		"lsq":         {purple, dashed, Disc},
		"hlsq":        {purple, dotted, Ring},
		"led":         {sky, dotted, Cross},
		"classes":     {green, dotted, Box},
		"whittle":     {sky, dotDash, Square},
		"optimum":     {vermillion, dotDash, Disc},
	}
}

// StyleOf is the style of a series of this name, the same wherever it is drawn. A name that is not in the table gets one by its hash.
func StyleOf(name string) Style {
	base, _, _ := strings.Cut(name, "(")
	base = strings.TrimSpace(base)
	if s, ok := styles()[base]; ok {
		return s
	}
	h := fnv.New32a()
	h.Write([]byte(base))
	n := int(h.Sum32() % 1e6)
	return Style{palette[n%len(palette)], dashes[n/7%len(dashes)], Mark(n / 28 % 7)}
}

// stylesOf are the styles of the series of one chart: a look that is taken already, by the same policy with other parameters, gets the
// next dashes and mark. A series' own style stays as it is.
func stylesOf(series []Series) []Style {
	list := make([]Style, len(series))
	for k, s := range series {
		if s.Style != nil {
			list[k] = *s.Style
			continue
		}
		list[k] = StyleOf(s.Name)
		for tries := 0; tries < len(dashes) && taken(list[:k], list[k]); tries++ {
			list[k].Dash = nextDash(list[k].Dash)
			list[k].Mark = (list[k].Mark + 1) % 7
		}
	}
	return list
}

func taken(list []Style, s Style) bool {
	for _, t := range list {
		if t.Colour == s.Colour && dashIndex(t.Dash) == dashIndex(s.Dash) {
			return true
		}
	}
	return false
}

func nextDash(d []float64) []float64 { return dashes[(dashIndex(d)+1)%len(dashes)] }

// dashIndex finds dashes by their first and number of lengths, which tell them apart.
func dashIndex(d []float64) int {
	for k, x := range dashes {
		if len(x) == len(d) && (len(x) == 0 || x[0] == d[0]) {
			return k
		}
	}
	return 0
}
