package meanfield

import (
	"fmt"
	"math"

	"github.com/steelyard-lb/steelyard"
)

// ClassIdle is a policy of the general framework of Abdul Jaleel, Wickeham,
// Doroudi and Gardner 2022 (arXiv 2112.05823): a query, then an assignment by
// class and idleness. With Inside = Shortest a busy server is the shortest of
// the queried ones of its class.
type ClassIdle struct {
	Fleet    Fleet
	Arrivals float64 // jobs per second per server
	Query    Query
	Assign   Assignment
	Inside   steelyard.Inside
}

// Assignment is the law over classes: Assignment[m][j][i] is the probability that
// a job goes to class i when the query's mix is m and class j is the fastest with
// an idle queried server (j = number of classes if there is none). It is 0 unless
// mix m asks class i and i <= j.
type Assignment [][][]float64

// FastSlowAssignment is the assignment of JIQ-(d_F,d_S) and JSQ-(d_F,d_S) for a
// query of one mix that asks both classes.
func FastSlowAssignment(fastIfBusy, slowIfIdle float64) Assignment {
	return Assignment{{{1, 0}, {1 - slowIfIdle, slowIfIdle}, {fastIfBusy, 1 - fastIfBusy}}}
}

// Check reports a query or an assignment that does not fit the fleet.
func (m ClassIdle) Check() error {
	if err := m.Fleet.CheckArrivals(m.Arrivals); err != nil {
		return err
	}
	if err := m.Query.Check(m.Fleet); err != nil {
		return err
	}
	if len(m.Assign) != len(m.Query) {
		return &FieldError{"length of the assignment", len(m.Assign), fmt.Sprintf("%d, one per mix", len(m.Query))}
	}
	for k, rows := range m.Assign {
		if len(rows) != len(m.Fleet)+1 {
			return &FieldError{fmt.Sprintf("length of assignment[%d]", k), len(rows), fmt.Sprintf("%d, the classes and none", len(m.Fleet)+1)}
		}
		for j, row := range rows {
			if err := checkRow(m.Query[k].Ask, j, row, fmt.Sprintf("assignment[%d][%d]", k, j)); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkRow checks the law over classes for one mix and one fastest idle class.
func checkRow(asked []int, j int, row []float64, name string) error {
	if len(row) != len(asked) {
		return &FieldError{"length of " + name, len(row), fmt.Sprintf("%d, one per class", len(asked))}
	}
	if j < len(asked) && asked[j] == 0 {
		return nil // never happens
	}
	total := 0.0
	for i, p := range row {
		if err := CheckProbability(fmt.Sprintf("%s[%d]", name, i), p); err != nil {
			return err
		}
		if p > 0 && (asked[i] == 0 || i > j) {
			return &FieldError{fmt.Sprintf("%s[%d]", name, i), p, "0 for a class that is not asked or slower than an idle one"}
		}
		total += p
	}
	if math.Abs(total-1) > 1e-9 {
		return &FieldError{"sum of " + name, total, "1"}
	}
	return nil
}

// Predict solves the fixed point. It returns an error that wraps ErrUnstable if
// there is none that is stable or an overloaded class would stay so, ErrAmbiguous if an empty and a busy fleet
// settle at different ones, and ErrNoModel if queues are too long to be summed.
func (m ClassIdle) Predict() (Prediction, error) {
	if err := m.Check(); err != nil {
		return Prediction{}, err
	}
	mixes := make([][]int, len(m.Query))
	for k, mix := range m.Query {
		mixes[k] = mix.Ask
	}
	s := NewClassIdleSolver(m.Fleet, m.Arrivals, mixes, m.Inside)
	flow := make([]float64, s.Flows())
	for k, mix := range m.Query {
		for j, row := range m.Assign[k] {
			for i, p := range row {
				flow[s.Flow(k, j, i)] = mix.Prob * p
			}
		}
	}
	if !s.settlesFrom(0, flow) && !s.settlesFrom(1, flow) {
		return Prediction{}, unstable("the assignment has no stable fixed point at load %.6g", m.Arrivals/m.Fleet.Capacity())
	}
	mean := s.settled()
	if math.IsInf(mean, 1) {
		return Prediction{}, fmt.Errorf("queues are too long to be summed at load %.9g: %w", m.Arrivals/m.Fleet.Capacity(), ErrNoModel)
	}
	p := s.prediction()
	for i := range m.Fleet {
		if p.Classes[i].Busy > 0 && !s.drains(flow, i) {
			return Prediction{}, unstable("class %d, once overloaded, stays so at load %.6g", i, m.Arrivals/m.Fleet.Capacity())
		}
	}
	if s.settlesFrom(1, flow) && math.Abs(s.settled()/mean-1) > 1e-6 {
		return Prediction{}, fmt.Errorf("the assignment at load %.6g: %w", m.Arrivals/m.Fleet.Capacity(), ErrAmbiguous)
	}
	return p, nil
}
