package paper

import (
	"context"
	"fmt"

	"github.com/steelyard-lb/steelyard/chart"
	"github.com/steelyard-lb/steelyard/meanfield"
	"github.com/steelyard-lb/steelyard/stats"
)

// uneven is what two routers lose by unequal shares (1/2+d, 1/2-d).
type uneven struct {
	servers int
	off     []float64 // d
	runs    []pullRun
	fine    []float64
	limits  []meanfield.PullPrediction
}

// twoRouters runs two routers with finite buffers and revocation.
func twoRouters(ctx context.Context, servers int, o Options) (uneven, error) {
	u := uneven{servers: servers, off: pick(o, even(0, .45, 10), even(0, .45, 6), []float64{0, .2}), fine: even(0, .45, 46)}
	var cases []pullCase
	for _, d := range u.off {
		cases = append(cases, unevenCase(servers, d))
	}
	var err error
	quiet := o
	quiet.Progress = nil
	if u.runs, err = runPull(ctx, cases, func(c pullCase) runLength { return routersLength(c, o) }, quiet); err != nil {
		return u, err
	}
	for _, d := range u.fine {
		limit, err := unevenCase(servers, d).limit()
		if err != nil {
			return u, err
		}
		u.limits = append(u.limits, limit)
	}
	return u, nil
}

func unevenCase(servers int, d float64) pullCase {
	c := pullCase{servers: servers, routers: 2, stale: "revoke"}
	if d > 0 {
		c.shares = []float64{.5 + d, .5 - d}
	}
	return c
}

func (u uneven) chart() chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("two routers, finite buffers, revoke; points: n = %d, lines: fixed point", u.servers),
		X:     chart.Axis{Label: "δ: the routers have the shares 1/2 + δ and 1/2 − δ of the jobs"}, Y: chart.Axis{Label: "probability"},
	}
	for k, m := range []int{waiting, blocking} {
		style := chart.Graded(k, 2)
		line := chart.Series{Kind: chart.Line, Name: [2]string{"P(wait)", "P(block)"}[k], Style: &style}
		for i, d := range u.fine {
			line.Points = append(line.Points, chart.Point{X: d, Y: [2]float64{u.limits[i].Wait, u.limits[i].Block}[k]})
		}
		points := chart.Series{Kind: chart.Marks, Style: &style}
		for i, d := range u.off {
			e := u.runs[i].of[m]
			points.Points = append(points.Points, chart.Point{X: d, Y: e.Mean, Error: e.HalfWidth()})
		}
		c.Series = append(c.Series, line, points)
	}
	return c
}

func (u uneven) table() Table {
	t := Table{Name: "p2-routers-two", Header: []string{"measure", "difference_of_share", "servers", "value", "ci95"}}
	names := measureNames()
	for k, d := range u.off {
		for _, m := range []int{waiting, blocking, messages} {
			e := u.runs[k].of[m]
			t.add([]string{names[m]}, d, float64(u.servers), e.Mean, e.HalfWidth())
		}
	}
	for k, d := range u.fine {
		limit := u.limits[k]
		for j, m := range []int{waiting, blocking, messages} {
			t.Rows = append(t.Rows, []string{names[m], cell(d), "limit", cell([]float64{limit.Wait, limit.Block, limit.Messages}[j]), ""})
		}
	}
	return t
}

// pile is the share of all messages that one router holds.
type pile struct {
	servers int
	share   []stats.Estimate // per router
}

type heap []pile

// piles measures where the messages lie with the chosen unequal shares.
func piles(ctx context.Context, servers []int, o Options) (heap, error) {
	replications := pick(o, 10, 6, 2)
	shares := chosenShares()
	values := make([][]float64, len(servers)*replications)
	err := eachOf(ctx, len(values), func(k int) (err error) {
		c := pullCase{servers: servers[k/replications], routers: len(shares), shares: shares, stale: "revoke"}
		l := routersLength(c, o)
		values[k], err = kept(o, key{"piles", c, l, k % replications}, func() (held []float64, err error) {
			s, err := c.watch(ctx, l, o.Seed+uint64(k%replications))
			if err != nil {
				return nil, err
			}
			for _, w := range s.routers {
				held = append(held, w.share.Mean)
			}
			return held, nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	list := make(heap, len(servers))
	for k, n := range servers {
		list[k].servers = n
		for r := range shares {
			own := column(values[k*replications:(k+1)*replications], func(v []float64) float64 { return v[r] })
			list[k].share = append(list[k].share, stats.FromReplications(own))
		}
	}
	return list, nil
}

func (h heap) table() Table {
	t := Table{Name: "p2-routers-messages", Header: []string{"share_of_jobs", "servers", "share_of_messages", "ci95"}}
	for _, p := range h {
		for r, share := range chosenShares() {
			t.add(nil, share, float64(p.servers), p.share[r].Mean, p.share[r].HalfWidth())
		}
	}
	return t
}

// verdict judges where messages pile up: what the other routers hold must fall as 1/n, so that nearly all lie at the router of least share.
func (h heap) verdict() Verdict {
	var others []sized
	for _, p := range h {
		least := p.share[len(p.share)-1]
		others = append(others, sized{float64(p.servers), stats.Estimate{Mean: 1 - least.Mean, StdErr: least.StdErr, Degrees: least.Degrees}})
	}
	end := others[len(others)-1]
	ours := fmt.Sprintf("it holds %s of them at n = %d", brief(h[len(h)-1].share[len(chosenShares())-1]), h[len(h)-1].servers)
	v := statement("with unequal shares the messages pile up at the router of least share: what the others hold falls faster than n^-0.5", "nearly all lie there", ours, true, "")
	slope, ok := slopeOf(others)
	if !ok {
		v.Judgement, v.Why = Open, "too few sizes"
		return v
	}
	v.Ours += fmt.Sprintf("; what the others hold falls like n^(%s) to %s", brief(slope), brief(end.Estimate))
	v.Judgement = atMost(slope.Mean, slope.HalfWidth(), leastSlope)
	v.Why = because(v.Judgement, "the slope says otherwise")
	return v
}
