package belief

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Kind says where a dispatcher's knowledge of the queues comes from.
type Kind int

const (
	// Fresh is the truth at every moment.
	Fresh Kind = iota
	// Stale is a snapshot of all queues, taken anew every View.Seconds and the same for all dispatchers.
	Stale
	// LocalRaw counts a dispatcher's own jobs: those it sent and has not seen completed.
	LocalRaw
	// LocalScaled is LocalRaw times the number of dispatchers.
	LocalScaled
	// Reported is the length that a server put on its last answer to this dispatcher, which is View.Seconds old when it comes, plus
	// what the dispatcher has sent there since that length was read.
	Reported
)

// View is a Kind with its time. The zero View is fresh.
type View struct {
	Kind    Kind
	Seconds float64 // Stale: the period, above 0; Reported: the delay, at least 0; else 0
}

// ParseView reads a view's text form: fresh, stale(T), local(raw), local(scaled) or reported(delay), with times in seconds.
func ParseView(text string) (View, error) {
	switch text = strings.TrimSpace(text); text {
	case "", "fresh":
		return View{}, nil
	case "local(raw)":
		return View{Kind: LocalRaw}, nil
	case "local(scaled)":
		return View{Kind: LocalScaled}, nil
	}
	name, arg, ok := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	if !ok || !strings.HasSuffix(text, ")") || (name != "stale" && name != "reported") {
		return View{}, fmt.Errorf("view %q: want fresh, stale(T), local(raw), local(scaled) or reported(delay)", text)
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(arg), 64)
	if err != nil {
		return View{}, fmt.Errorf("view %q: %q is not a number of seconds", text, arg)
	}
	v := View{Kind: Reported, Seconds: seconds}
	if name == "stale" {
		v.Kind = Stale
	}
	return v, v.Check()
}

// Check reports a time out of range.
func (v View) Check() error {
	switch {
	case v.Kind < Fresh || v.Kind > Reported:
		return fmt.Errorf("view kind %d: unknown", v.Kind)
	case math.IsNaN(v.Seconds) || math.IsInf(v.Seconds, 0) || v.Seconds < 0:
		return fmt.Errorf("view %v: want a finite number of seconds, at least 0", v)
	case v.Kind == Stale && v.Seconds == 0:
		return fmt.Errorf("view %v: want a period above 0 seconds", v)
	}
	return nil
}

// String is the text form that ParseView reads.
func (v View) String() string {
	switch v.Kind {
	case Stale:
		return fmt.Sprintf("stale(%v)", v.Seconds)
	case LocalRaw:
		return "local(raw)"
	case LocalScaled:
		return "local(scaled)"
	case Reported:
		return fmt.Sprintf("reported(%v)", v.Seconds)
	}
	return "fresh"
}
