package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/steelyard-lb/steelyard/internal/closest"
	"github.com/steelyard-lb/steelyard/sim"
)

// Metric is a number that a run yields. Its text form is QUANTITY, QUANTITY.CLASS or either followed by @WINDOW: p99, share.fast,
// mean@before. Besides the [Quantities], pN is the N-th percentile of the response time.
type Metric struct {
	Quantity string
	Class    string // empty for those of the fleet
	Window   string // empty for the whole run
}

// Quantity is a row of the table of what may be expected of a run.
type Quantity struct {
	Name     string
	Doc      string
	PerClass bool
	Windowed bool // also known per window
	value    func(r *sim.Result, class, window int) (float64, error)
}

// Quantities is the table of what may be expected, percentiles apart.
func Quantities() []Quantity {
	return []Quantity{
		{Name: "mean", Doc: "mean response time, seconds", Windowed: true, value: meanOf},
		{Name: "share", Doc: "of the jobs, those that the class got", PerClass: true, Windowed: true, value: shareOf},
		{Name: "max_share", Doc: "share of the class that got most", Windowed: true, value: maxShare},
		{Name: "busy", Doc: "busy fraction of the class's workers", PerClass: true, value: busyOf},
		{Name: "length", Doc: "mean number of jobs in the class", PerClass: true, value: lengthOf},
		{Name: "peak", Doc: "greatest length of one queue of the class", PerClass: true, value: peakOf},
		{Name: "makespan", Doc: "mean duration of a replication, seconds: of a run without arrivals, when the last job ends", value: makespan},
		{Name: "utilisation", Doc: "busy fraction of all workers", value: utilisation},
		{Name: "messages", Doc: "messages per job", value: messages},
		{Name: "blocked", Doc: "share of the jobs that found a full buffer", value: blocked},
	}
}

// percentile is the quantity pN.
func percentile(name string) (Quantity, bool) {
	digits, ok := strings.CutPrefix(name, "p")
	percent, err := strconv.ParseFloat(digits, 64)
	if !ok || err != nil || !(percent > 0 && percent < 100) || strings.Trim(digits, "0123456789.") != "" {
		return Quantity{}, false
	}
	return Quantity{Name: name, Windowed: true, value: func(r *sim.Result, _, window int) (float64, error) {
		x, resolved := lawOfJobs(r, window).Quantile(percent / 100)
		if !resolved {
			return 0, fmt.Errorf("too few jobs to resolve it")
		}
		return x, nil
	}}, true
}

func findQuantity(name string) (Quantity, error) {
	if q, ok := percentile(name); ok {
		return q, nil
	}
	names := []string{"p99"}
	for _, q := range Quantities() {
		if q.Name == name {
			return q, nil
		}
		names = append(names, q.Name)
	}
	return Quantity{}, fmt.Errorf("unknown quantity %s, %s", name, closest.Advice(name, names))
}

// parseMetric reads a metric of s.
func (s *Scenario) parseMetric(text string) (Metric, error) {
	text, window, inWindow := strings.Cut(text, "@")
	m := Metric{Quantity: text, Window: window}
	if q, ok := percentile(text); !ok || q.Name == "" {
		m.Quantity, m.Class, _ = strings.Cut(text, ".")
	}
	q, err := findQuantity(m.Quantity)
	switch {
	case err != nil:
		return m, err
	case q.PerClass && m.Class == "":
		return m, fmt.Errorf("%s without a class, want %s.CLASS", m.Quantity, m.Quantity)
	case !q.PerClass && m.Class != "":
		return m, fmt.Errorf("%s of a class, want it of the fleet", m.Quantity)
	case inWindow && !q.Windowed:
		return m, fmt.Errorf("%s in a window, want it of the whole run", m.Quantity)
	case q.PerClass && s.classIndex(m.Class) < 0:
		return m, fmt.Errorf("unknown class %s, %s", m.Class, closest.Advice(m.Class, s.classNames()))
	case inWindow && s.windowIndex(window) < 0:
		return m, fmt.Errorf("unknown window %s, %s", window, closest.Advice(window, s.windowNames()))
	}
	return m, nil
}

// String is the text form.
func (m Metric) String() string {
	text := m.Quantity
	if m.Class != "" {
		text += "." + m.Class
	}
	if m.Window != "" {
		text += "@" + m.Window
	}
	return text
}

// measure is the value of m in a result of s.
func (s *Scenario) measure(m Metric, r *sim.Result) (float64, error) {
	q, err := findQuantity(m.Quantity)
	if err != nil {
		return 0, err
	}
	x, err := q.value(r, s.classIndex(m.Class), s.windowIndex(m.Window))
	if err != nil {
		return 0, fmt.Errorf("%v: %w", m, err)
	}
	return x, nil
}

func (s *Scenario) classIndex(name string) int { return slices.Index(s.classNames(), name) }

func (s *Scenario) classNames() []string {
	var names []string
	for _, c := range s.classes() {
		names = append(names, c.Name)
	}
	return names
}

func (s *Scenario) windowIndex(name string) int { return slices.Index(s.windowNames(), name) }

func (s *Scenario) windowNames() []string {
	var names []string
	for _, w := range s.Windows {
		names = append(names, w.Name)
	}
	return names
}
