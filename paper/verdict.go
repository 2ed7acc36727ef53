package paper

import (
	"fmt"
	"math"
)

// Judgement is how a claim fared.
type Judgement string

// The judgements.
const (
	Agrees  Judgement = "agrees"
	Differs Judgement = "differs"
	Open    Judgement = "open" // the run cannot tell, for instance because the interval is too wide
)

// Verdict judges one published number or claim.
type Verdict struct {
	Claim     string    `json:"claim"`     // in our own words
	Published string    `json:"published"` // the number or statement of the paper
	Ours      string    `json:"ours"`      // with its interval, if simulated
	Judgement Judgement `json:"judgement"`
	Why       string    `json:"why,omitempty"` // where it differs or is open, the reason as far as known
}

// holds is the judgement of a claim that the evidence decides.
func holds(yes bool) Judgement {
	if yes {
		return Agrees
	}
	return Differs
}

// because keeps a reason where there is something to explain.
func because(j Judgement, why string) string {
	if j == Agrees {
		return ""
	}
	return why
}

// statement judges a claim in words; why says what stands against it where it does not hold.
func statement(claim, published, ours string, yes bool, why string) Verdict {
	j := holds(yes)
	return Verdict{Claim: claim, Published: published, Ours: ours, Judgement: j, Why: because(j, why)}
}

// number judges a published number by one of ours with the half-width of its interval. It agrees within the tolerance, which is that of the
// published digits, and is open if the interval reaches both inside and outside.
func number(claim string, published, tolerance, ours, width float64) Verdict {
	off := math.Abs(ours - published)
	j := atMost(off, width, tolerance)
	why := fmt.Sprintf("off by %.2g, more than the tolerance %.2g", off, tolerance)
	if j == Open {
		why = fmt.Sprintf("the interval is too wide for the tolerance %.2g", tolerance)
	}
	return Verdict{Claim: claim, Published: cell(published), Ours: interval(ours, width), Judgement: j, Why: because(j, why)}
}

// atMost judges whether x, known to within a width, is at most a limit.
func atMost(x, width, limit float64) Judgement {
	switch {
	case x+width <= limit:
		return Agrees
	case x-width > limit:
		return Differs
	}
	return Open
}

// inAll is the judgement of a claim that rests on several: one that differs counts most, then one that is open.
func inAll(list ...Judgement) Judgement {
	all := Agrees
	for _, j := range list {
		switch j {
		case Differs:
			return Differs
		case Open:
			all = Open
		}
	}
	return all
}

func count(list []Judgement, of Judgement) int {
	n := 0
	for _, j := range list {
		if j == of {
			n++
		}
	}
	return n
}
