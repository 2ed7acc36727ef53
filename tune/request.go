package tune

import (
	"fmt"
	"slices"
	"strings"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// Request says which family to tune, and what of it is given. Either D or Total
// says how many servers a job may query.
type Request struct {
	Family  string
	D       []int            // per class, fastest first
	Total   int              // in all, to be divided by the tuner
	Query   string           // of family classes: one of QueryFamilies, "" is gen
	Inside  steelyard.Inside // of family classes
	Servers []int            // of the fleet, per class; nil is many
}

// Tune finds the best member of a family for a fleet and an arrival rate in jobs
// per second per server. Errors say what would be right; they wrap
// meanfield.ErrUnstable if no member is stable.
func Tune(f meanfield.Fleet, arrivals float64, r Request) (Choice, error) {
	for _, family := range families {
		if family.name != r.Family {
			continue
		}
		if err := f.CheckArrivals(arrivals); err != nil {
			return Choice{}, err
		}
		if err := r.check(len(f)); err != nil {
			return Choice{}, err
		}
		return family.tune(f, arrivals, r)
	}
	return Choice{}, &meanfield.FieldError{Field: "family", Value: r.Family, Want: "one of " + strings.Join(Families(), ", ")}
}

// check compares the request with the fleet.
func (r Request) check(classes int) error {
	if r.Family != "classes" && r.Query != "" {
		return &meanfield.FieldError{Field: "query", Value: r.Query, Want: "none: it is of the family classes"}
	}
	if r.Servers != nil && len(r.Servers) != classes {
		return &meanfield.FieldError{Field: "length of servers", Value: len(r.Servers), Want: fmt.Sprintf("%d, one per class", classes)}
	}
	if r.Total < 0 {
		return &meanfield.FieldError{Field: "total d", Value: r.Total, Want: "at least 1"}
	}
	for c, d := range r.D {
		if d < 0 {
			return &meanfield.FieldError{Field: fmt.Sprintf("d[%d]", c), Value: d, Want: "a count >= 0"}
		}
		if len(r.D) == classes && r.Servers != nil && d > r.Servers[c] {
			return &meanfield.FieldError{Field: fmt.Sprintf("d[%d]", c), Value: d, Want: fmt.Sprintf("at most %d, the servers of that class", r.Servers[c])}
		}
	}
	return nil
}

// total is how many servers a job may query.
func (r Request) total() int {
	if r.Total > 0 {
		return r.Total
	}
	return total(r.D)
}

func tuneFastSlow(inside steelyard.Inside) func(meanfield.Fleet, float64, Request) (Choice, error) {
	return func(f meanfield.Fleet, arrivals float64, r Request) (Choice, error) {
		if len(f) != 2 {
			return Choice{}, &meanfield.FieldError{Field: "number of classes", Value: len(f), Want: "2 for a two-class family; family classes takes any number"}
		}
		switch {
		case r.Total > 0:
			return fastSlowSplit(f, arrivals, inside, r.Total, r.Servers)
		case len(r.D) == 2:
			return FastSlow(f, arrivals, inside, r.D[0], r.D[1])
		default:
			return Choice{}, &meanfield.FieldError{Field: "d", Value: r.D, Want: "two counts, fast and slow, or a total"}
		}
	}
}

// single is the number of servers asked, of a family that does not take one per class.
func (r Request) single() (int, error) {
	if len(r.D) > 1 {
		return 0, &meanfield.FieldError{Field: "d", Value: r.D, Want: "a single number"}
	}
	return r.total(), nil
}

func tuneStatic(f meanfield.Fleet, arrivals float64, r Request) (Choice, error) {
	if d, err := r.single(); err != nil || d > 1 {
		return Choice{}, &meanfield.FieldError{Field: "d", Value: max(r.Total, total(r.D)), Want: "1 or none: a fixed split asks no servers"}
	}
	return Static(f, arrivals)
}

func tuneHybrid(f meanfield.Fleet, arrivals float64, r Request) (Choice, error) {
	d, err := r.single()
	if err != nil {
		return Choice{}, err
	}
	if err := r.fits(d); err != nil {
		return Choice{}, err
	}
	return Hybrid(f, arrivals, d)
}

// tuneClasses takes a total, or for each class the number asked, which is then the only mix.
func tuneClasses(f meanfield.Fleet, arrivals float64, r Request) (Choice, error) {
	query := r.Query
	if query == "" {
		query = "gen"
	}
	if len(r.D) > 1 {
		if len(r.D) != len(f) || r.Query != "" && r.Query != "det" {
			return Choice{}, &meanfield.FieldError{Field: "d", Value: r.D, Want: fmt.Sprintf("%d counts, one per class, and no query but det; or a total", len(f))}
		}
		return SingleMix(f, arrivals, r.D, r.Inside)
	}
	if err := r.fits(r.total()); err != nil {
		return Choice{}, err
	}
	return General(f, arrivals, query, r.total(), r.Inside)
}

// fits checks that any class can be asked so many servers.
func (r Request) fits(d int) error {
	if r.Servers == nil {
		return nil
	}
	if least := slices.Min(r.Servers); d > least {
		return &meanfield.FieldError{Field: "total d", Value: d, Want: fmt.Sprintf("at most %d, the servers of the smallest class", least)}
	}
	return nil
}
