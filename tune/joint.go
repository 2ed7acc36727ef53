package tune

import (
	"math"

	"gonum.org/v1/gonum/optimize"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// unstableValue stands for +Inf in the line searches.
const unstableValue = 1e12

// joint is the mean response time as a function of a query law's vectors and of
// an assignment's rows, all of them probability vectors given by logits.
type joint struct {
	family family
	mixes  [][]int
	rows   []row
	solver *meanfield.ClassIdleSolver

	vectors        [][]float64 // all that follows logits: query, then assign
	query          [][]float64 // the law's vectors
	assign         [][]float64 // per row, over its options
	probs, dProbs  []float64   // per mix
	flow, gradient []float64
	dQuery         [][]float64
	dRow           []float64
	at             []float64 // where value and slope were computed last
	value          float64
	slope          []float64
}

// row is one assignment decision: mix m, fastest idle class j.
type row struct {
	mix, idle int
	options   []int // the classes that may get the job
}

func newJoint(f meanfield.Fleet, arrivals float64, law family, mixes [][]int, inside steelyard.Inside) *joint {
	s := meanfield.NewClassIdleSolver(f, arrivals, mixes, inside)
	o := &joint{family: law, mixes: mixes, solver: s, rows: decisions(mixes, len(f))}
	o.probs, o.dProbs = make([]float64, len(mixes)), make([]float64, len(mixes))
	o.flow, o.gradient = make([]float64, s.Flows()), make([]float64, s.Flows())
	size := 0
	for _, n := range law.vectors() {
		o.query = append(o.query, make([]float64, n))
		o.dQuery = append(o.dQuery, make([]float64, n))
		size += n
	}
	for _, r := range o.rows {
		o.assign = append(o.assign, make([]float64, len(r.options)))
		size += len(r.options)
	}
	o.vectors = append(append(o.vectors, o.query...), o.assign...)
	o.dRow = make([]float64, len(f))
	o.slope, o.at = make([]float64, size), make([]float64, size)
	return o
}

// decisions lists the rows that can occur, with what they may choose.
func decisions(mixes [][]int, classes int) []row {
	var rows []row
	for m, mix := range mixes {
		for j := 0; j <= classes; j++ {
			if j < classes && mix[j] == 0 {
				continue
			}
			r := row{mix: m, idle: j}
			for i := 0; i < classes && i <= j; i++ {
				if mix[i] > 0 {
					r.options = append(r.options, i)
				}
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// each visits every probability vector with its part of a logit vector.
func (o *joint) each(z []float64, visit func(w, part []float64)) {
	for _, w := range o.vectors {
		visit(w, z[:len(w)])
		z = z[len(w):]
	}
}

// mean is the objective at the present probabilities.
func (o *joint) mean() float64 {
	o.family.law(o.query, o.probs)
	clear(o.flow)
	for k, r := range o.rows {
		for a, i := range r.options {
			o.flow[o.solver.Flow(r.mix, r.idle, i)] = o.probs[r.mix] * o.assign[k][a]
		}
	}
	if v := o.solver.Mean(o.flow); v < unstableValue {
		return v
	}
	return unstableValue
}

// evaluate computes value and slope at logits z, once.
func (o *joint) evaluate(z []float64) {
	same := o.value != 0
	for i := range z {
		same = same && z[i] == o.at[i]
	}
	if same {
		return
	}
	copy(o.at, z)
	o.each(z, func(w, part []float64) { softmax(part, w) })
	o.value = o.mean()
	clear(o.slope)
	if o.value >= unstableValue {
		return
	}
	o.solver.Gradient(o.flow, o.gradient)
	o.pullSlope()
}

func (o *joint) pullSlope() {
	clear(o.dProbs)
	rest := o.slope
	for _, w := range o.query {
		rest = rest[len(w):]
	}
	for k, r := range o.rows {
		d := o.dRow[:len(r.options)]
		for a, i := range r.options {
			g := o.gradient[o.solver.Flow(r.mix, r.idle, i)]
			o.dProbs[r.mix] += g * o.assign[k][a]
			d[a] = g * o.probs[r.mix]
		}
		softmaxPull(o.assign[k], d, rest[:len(d)])
		rest = rest[len(d):]
	}
	o.family.pull(o.query, o.probs, o.dProbs, o.dQuery)
	rest = o.slope
	for v, w := range o.query {
		softmaxPull(w, o.dQuery[v], rest[:len(w)])
		rest = rest[len(w):]
	}
}

// minimise improves the present probabilities by L-BFGS on the logits and returns
// the mean response time reached.
func (o *joint) minimise() float64 {
	z := make([]float64, len(o.slope))
	if len(z) == 0 {
		return o.mean()
	}
	o.each(z, func(w, part []float64) { logits(w, part, 1e-4) })
	problem := optimize.Problem{
		Func: func(z []float64) float64 { o.evaluate(z); return o.value },
		Grad: func(dst, z []float64) { o.evaluate(z); copy(dst, o.slope) },
	}
	settings := &optimize.Settings{
		GradientThreshold: 1e-11, MajorIterations: 400,
		Converger: &optimize.FunctionConverge{Absolute: 1e-12, Relative: 1e-12, Iterations: 15},
	}
	// The error says only why the search ended; its best point is used anyway.
	result, _ := optimize.Minimize(problem, z, settings, &optimize.LBFGS{})
	if result == nil || math.IsNaN(result.F) {
		return unstableValue
	}
	o.evaluate(result.X)
	return o.snap()
}

// snap sets negligible probabilities to 0, which logits cannot reach, if that does
// no harm.
func (o *joint) snap() float64 {
	const negligible = 1e-4
	before := o.value
	var saved [][]float64
	o.each(o.at, func(w, _ []float64) {
		saved = append(saved, append([]float64{}, w...))
		for i, p := range w {
			if p < negligible {
				w[i] = 0
			}
		}
		normalise(w)
	})
	if after := o.mean(); after <= before*(1+1e-9) {
		return after
	}
	k := 0
	o.each(o.at, func(w, _ []float64) { copy(w, saved[k]); k++ })
	return o.mean()
}
