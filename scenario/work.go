package scenario

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/steelyard-lb/steelyard/dist"
	"github.com/steelyard-lb/steelyard/fleet"
)

// work reads the jobs: how many come, when, and how much work they bring.
func (r *reader) work() {
	r.s.Size = r.size(r.root.Get("job"))
	r.s.Gap = r.gap(r.root.Get("arrivals"))
	load, rate := r.root.Get("load"), r.root.Get("arrival_rate")
	switch {
	case load.Present() && rate.Present():
		rate.Fail("given beside load, want one of the two")
	case load.Present():
		r.s.setLoad(load.Number(MinLoad, MaxLoad))
	case rate.Present():
		r.s.setRate(rate.Number(fleet.MinSpeed, maxRate))
	case !r.root.Get("start").Present():
		load.Want("a load, or an arrival_rate, or jobs at the start")
	case r.root.Get("arrivals").Present():
		load.Want("a load or an arrival_rate with arrivals")
	}
}

// The bounds of the load. A load of 1 or more is a question that has an answer.
const (
	MinLoad = 1e-6
	MaxLoad = 1e6
)

const maxRate = 1e15

// size reads the law of job sizes, by default exponential with mean 1.
func (r *reader) size(v fleet.Value) dist.Law {
	if !v.Present() {
		return lawOf("exponential")
	}
	return r.law(v, "mean")
}

// gap reads the law of the times between arrivals, whose mean the load decides.
func (r *reader) gap(v fleet.Value) dist.Law {
	if !v.Present() {
		return nil
	}
	return r.law(v)
}

// lawOf is a law that needs no parameters.
func lawOf(name string) dist.Law {
	law, err := dist.New(name, nil)
	if err != nil {
		panic(err) // the name is ours
	}
	return law
}

// law reads a law with its parameters and the general ones given.
func (r *reader) law(v fleet.Value, general ...string) dist.Law {
	kind, ok := lawKind(v)
	if !ok {
		return lawOf("exponential")
	}
	fields := append([]string{"law"}, general...)
	for _, p := range kind.Params {
		fields = append(fields, p.Name)
	}
	if kind.Name == empirical {
		fields = append(fields, "file")
	}
	o := v.Object(fields...)
	params := make(map[string]float64)
	for _, p := range kind.Params {
		if x := o.Get(p.Name); x.Present() {
			params[p.Name] = x.Number(p.Low, p.High)
		}
	}
	for _, name := range general {
		if x := o.Get(name); x.Present() {
			params[name] = x.Number(fleet.MinSpeed, fleet.MaxSpeed)
		}
	}
	if kind.Name == empirical {
		return r.observed(o, params)
	}
	law, err := dist.New(kind.Name, params)
	if err != nil {
		blame(o, err)
		return lawOf("exponential")
	}
	return law
}

// lawKind finds the law that a mapping names. The mapping's other fields depend on it.
func lawKind(v fleet.Value) (dist.Kind, bool) {
	var names []string
	for _, k := range dist.All() {
		names = append(names, k.Name)
	}
	if !v.IsObject() {
		v.Want("a mapping with the field law, one of %s", strings.Join(names, ", "))
		return dist.Kind{}, false
	}
	for _, e := range v.Entries() {
		if e.Key != "law" {
			continue
		}
		name := e.Value.Choice(names...)
		for _, k := range dist.All() {
			if k.Name == name {
				return k, true
			}
		}
		return dist.Kind{}, false
	}
	v.Fail("without the field law, want one of %s", strings.Join(names, ", "))
	return dist.Kind{}, false
}

// blame records an error of a law at the parameter it is about.
func blame(o fleet.Object, err error) {
	var e *dist.Error
	if !errors.As(err, &e) || !o.Get(e.Param).Present() {
		o.Fail("%v", err)
		return
	}
	if _, want, ok := strings.Cut(e.Problem, ", want "); ok {
		o.Get(e.Param).Want("%s", want)
		return
	}
	o.Get(e.Param).Fail("%s", e.Problem)
}

// empirical is the law that draws from the values of a file.
const empirical = "empirical"

func (r *reader) observed(o fleet.Object, params map[string]float64) dist.Law {
	v := o.Get("file")
	name := v.Text("the path of a file of values, one per line")
	if name == "" {
		return lawOf("exponential")
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(r.s.File), name)
	}
	law, err := readValues(name)
	if err != nil {
		v.Fail("%v", err)
		return lawOf("exponential")
	}
	if mean, ok := params["mean"]; ok && mean > 0 && !math.IsInf(mean, 1) {
		law = law.Scaled(mean)
	}
	return law
}

func readValues(name string) (dist.Law, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return dist.ReadEmpirical(f)
}
