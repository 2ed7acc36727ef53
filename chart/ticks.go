package chart

import (
	"math"
	"strconv"
)

// tick is one mark on an axis; a minor one has no label.
type tick struct {
	Value float64
	Label string
}

// ticks are the marks of an axis with about so many labels.
func (a Axis) ticks(labels int) []tick {
	if a.Log {
		if list := a.logTicks(labels); len(list) > 0 {
			return list
		}
	}
	return a.linearTicks(labels)
}

// linearTicks are multiples of 1, 2 or 5 times a power of ten.
func (a Axis) linearTicks(labels int) []tick {
	step := niceStep((a.Max - a.Min) / float64(max(labels, 1)))
	var list []tick
	for k := math.Ceil(a.Min/step - 1e-9); k*step <= a.Max+1e-9*step; k++ {
		list = append(list, tick{k * step, tickLabel(k*step, step)})
	}
	return list
}

func niceStep(rough float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= rough*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// tickLabel writes x with as many digits as steps of that width need.
func tickLabel(x, step float64) string {
	if math.Abs(x) < step/1e6 {
		return "0"
	}
	if math.Abs(x) >= 1e6 || math.Abs(x) < 1e-4 {
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// logTicks are 1, 2, ..., 9 times powers of ten, of which those are labelled for which there is room: all, or all of 1, 2, 5, or the powers of ten.
func (a Axis) logTicks(labels int) []tick {
	decades := math.Log10(a.Max / a.Min)
	every := 1 + int(decades)/max(labels, 1)
	var list []tick
	labelled := 0
	for e := math.Floor(math.Log10(a.Min)); e <= math.Ceil(math.Log10(a.Max)); e++ {
		for m := 1.0; m < 10; m++ {
			x := m * math.Pow(10, e)
			if x < a.Min*(1-1e-9) || x > a.Max*(1+1e-9) {
				continue
			}
			t := tick{Value: x}
			power := m == 1 && int(math.Abs(e))%every == 0
			between := (m == 2 || m == 5) && decades*3 <= float64(labels) || decades*9 <= float64(labels)
			if power || between {
				t.Label = logLabel(x)
				labelled++
			}
			list = append(list, t)
		}
	}
	if labelled < 2 {
		return nil
	}
	return list
}

func logLabel(x float64) string {
	if x >= 1e5 || x < 1e-4 {
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
