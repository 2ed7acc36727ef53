package paper

import (
	"math"
	"testing"
)

func TestTailJudges(t *testing.T) {
	rivals := []string{roundSED, roundHLSQ}
	tails := func(sed, hlsq []float64) map[string][]float64 {
		return map[string][]float64{roundSCD: {10, 11, 10}, roundSED: sed, roundHLSQ: hlsq}
	}
	short, long, wild := []float64{25, 28, 25}, []float64{40, 44, 41}, []float64{15, 60, 30}
	lost := []float64{25, math.NaN(), 25}
	checkJudged(t,
		judged{nextTail("", rivals, tails(long, short), 2.1), Agrees}, judged{nextTail("", rivals, tails(long, short), 3), Differs},
		judged{nextTail("", rivals, tails(long, wild), 3), Open}, judged{nextTail("", rivals, tails(lost, lost), 2), Open},
		judged{secondTail("", rivals, tails(long, short)), Agrees}, judged{secondTail("", rivals, tails(short, long)), Differs},
		judged{secondTail("", rivals, tails(short, wild)), Open}, judged{secondTail("", rivals, tails(lost, short)), Open},
	)
}

func TestTenfoldJudges(t *testing.T) {
	s := &roundStudy{plan: roundPlan{most: 100, drawn: []float64{.7}}}
	judge := func(twf ...float64) Verdict {
		return s.tenfold("claim", func(text string, _ float64) []float64 {
			if text == roundTWF {
				return twf
			}
			return []float64{40, 50, 40}
		}, "why")
	}
	// That the ratios vary by much does not matter if all are far above ten.
	checkJudged(t, judged{judge(300, 1500, 250), Agrees}, judged{judge(5, 6, 5), Differs},
		judged{judge(5, 80, 12), Open}, judged{judge(50, math.NaN(), 50), Open})
}
