package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/policy"
)

// contender is a way of sending jobs that Mukhopadhyay et al. 2015 compare: a policy that is the same at every load, or a split of the jobs
// over the types.
type contender struct {
	name  string // begins like the policy, whose style it gets
	text  string // of a policy that is the same at every load
	split func(f meanfield.Fleet, load float64) (meanfield.Split, error)
	d     int // how many servers are asked: of the type, of a split; 0 for the schemes
}

// schemes are the two of the paper.
func (t serverTypes) schemes() []contender {
	return []contender{{name: "scheme1", text: t.scheme(1)}, {name: "scheme2", text: t.scheme(2)}}
}

// queries is how many servers the schemes ask for a job.
func (t serverTypes) queries() int {
	n := 0
	for _, d := range t.asked {
		n += d
	}
	return n
}

// overAll is SQ(d) over all servers.
func overAll(d int) contender {
	name := fmt.Sprintf("jsq(d=%d)", d)
	return contender{name: name, text: name, d: d}
}

// bestSplit is the static split (d = 1) or hybrid SQ(d) with the best probabilities for the load, which it has to know.
func bestSplit(d int) contender {
	return contender{name: splitName(d, "best p"), d: d, split: func(f meanfield.Fleet, load float64) (meanfield.Split, error) {
		return meanfield.OptimalHybrid(f, load, d)
	}}
}

// byCapacity splits in proportion to gamma_j C_j (Remark 3.1) and need not know the load.
func byCapacity(d int) contender {
	return contender{name: splitName(d, "p by capacity"), d: d, split: func(f meanfield.Fleet, _ float64) (meanfield.Split, error) {
		p := make(meanfield.Split, len(f))
		for j, c := range f {
			p[j] = c.Share * c.Rate / f.Capacity()
		}
		return p, nil
	}}
}

// bestFor is hybrid SQ(d) with the best probabilities for another load than there may be.
func bestFor(supposed float64, d int) contender {
	return contender{name: splitName(d, fmt.Sprintf("p for λ = %g", supposed)),
		d: d, split: func(f meanfield.Fleet, _ float64) (meanfield.Split, error) {
			return meanfield.OptimalHybrid(f, supposed, d)
		}}
}

func splitName(d int, what string) string {
	if d == 1 {
		return fmt.Sprintf("static (%s)", what)
	}
	return fmt.Sprintf("hybrid (d = %d, %s)", d, what)
}

// policy is the text form at a load.
func (c contender) policy(t serverTypes, load float64) (string, error) {
	if c.split == nil {
		return c.text, nil
	}
	p, err := c.split(t.limit(), load)
	if err != nil {
		return "", err
	}
	var list []string
	for _, x := range p {
		list = append(list, fmt.Sprintf("%.9f", x))
	}
	if c.d == 1 {
		return fmt.Sprintf("static(p=[%s])", strings.Join(list, ",")), nil
	}
	return fmt.Sprintf("hybrid(p=[%s], d=%d)", strings.Join(list, ","), c.d), nil
}

// predict solves a contender's fixed point; ok is false where it is not stable.
func (c contender) predict(t serverTypes, load float64) (p meanfield.Prediction, ok bool, err error) {
	most, err := c.stableLoad(t, load)
	if err != nil || load >= most {
		return p, false, err
	}
	if c.split == nil {
		e, err := t.equilibrium(c.text, load)
		if err != nil {
			return p, false, err
		}
		return e.Prediction, true, nil
	}
	split, err := c.split(t.limit(), load)
	if err != nil {
		return p, false, err
	}
	p, err = meanfield.Hybrid(t.limit(), load, split, c.d)
	return p, err == nil, err
}

// mean is the mean sojourn time at a load in the limit of many servers; NaN where it is not stable.
func (c contender) mean(t serverTypes, load float64) (float64, error) {
	p, ok, err := c.predict(t, load)
	if err != nil || !ok {
		return math.NaN(), err
	}
	return p.MeanResponse, nil
}

// slowest is the share of the jobs that the slowest type gets.
func (c contender) slowest(t serverTypes, load float64) (float64, error) {
	p, ok, err := c.predict(t, load)
	if err != nil || !ok {
		return math.NaN(), err
	}
	return p.Classes[len(p.Classes)-1].Share, nil
}

// fastestAsked is how many servers of the fastest type a job's way asks on average.
func (c contender) fastestAsked(t serverTypes, load float64) (float64, error) {
	if c.split == nil {
		return float64(c.d) * t.shares[0], nil
	}
	p, err := c.split(t.limit(), load)
	if err != nil {
		return 0, err
	}
	return float64(c.d) * p[0], nil
}

// many servers are as good as infinitely many where servers are counted.
const many = 1e9

// stableLoad is the largest load that a contender bears in the limit, with the split that it has at a load.
func (c contender) stableLoad(t serverTypes, load float64) (float64, error) {
	text, err := c.policy(t, load)
	if err != nil {
		return 0, err
	}
	spec, err := policy.Parse(text)
	if err != nil {
		return 0, err
	}
	p, err := spec.New()
	if err != nil {
		return 0, err
	}
	s, err := meanfield.StableLoad(p, t.groups(many))
	return s.Load, err
}
