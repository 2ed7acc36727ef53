package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// sharedBy are the runs of a way of sharing.
func sharedBy(all []sharedRuns, name string) []sharedRuns {
	return slices.DeleteFunc(slices.Clone(all), func(s sharedRuns) bool { return s.name != name })
}

// growths are the runs without their names.
func growths(all []sharedRuns) []growing {
	var list []growing
	for _, s := range all {
		list = append(list, s.growing)
	}
	return list
}

// staysVerdicts judge what unequal shares do: waiting that stays, and how much.
func staysVerdicts(all []sharedRuns) (stays, fixed Verdict) {
	least, where, known := math.Inf(1), "", true
	far, apart, checked := 0.0, "", 0
	var text []string
	for _, g := range sharedBy(all, ways()[1].name) {
		limit := g.limit
		e, _, ok := limitOf(g.points(either))
		if !ok {
			known = false
			continue
		}
		text = append(text, fmt.Sprintf("%s, %s buffers: %s (fixed point %.4g)", g.growing[0].stale, g.growing[0].buffers(), brief(e), limit.Wait+limit.Block))
		if low := e.Mean - doubled(e); low < least {
			least, where = low, g.String()
		}
		for k, m := range []int{waiting, blocking, messages} {
			want := [3]float64{limit.Wait, limit.Block, limit.Messages}[k]
			e, _, ok := limitOf(g.points(m))
			if !ok {
				continue // nothing is blocked by infinite buffers
			}
			checked++
			if off := math.Abs(e.Mean-want) / doubled(e); off > far {
				far, apart = off, fmt.Sprintf("%v: %s has the limit %s, the fixed point %.4g", g, measureNames()[m], brief(e), want)
			}
		}
	}
	stays = statement("unequal shares: waiting does not vanish: the extrapolated limit of P(wait or block) is above 0 by more than twice its interval",
		"Stolyar assumes equal shares; unequal ones leave waiting (cf. van der Boor, Borst, van Leeuwaarden 2017)", strings.Join(text, "; "), least > 0, "not so: "+where)
	fixed = statement("unequal shares: what stays of waiting, blocking and messages is what the fixed point of one server says, within twice the interval of the limit",
		"messages pile up at the router of least share, the others send blindly what they lack", fmt.Sprintf("%d limits, the farthest off by %.2g times that", checked, far),
		checked > 0 && far <= 1, apart)
	if !known {
		stays.Judgement, stays.Why = Open, "too few sizes"
	}
	return stays, fixed
}

// restored judges the remedy.
func restored(all []sharedRuns) Verdict {
	list := growths(sharedBy(all, ways()[2].name))
	v := vanishing("unequal shares, messages sent in proportion to them: waiting or blocking", "P(wait or block)", list, either)
	equal, remedied := sharedBy(all, ways()[0].name)[0].last(), list[0].last()
	v.Ours += fmt.Sprintf("; finite buffers, revoke: %s, with equal shares %s", brief(remedied.of[either]), brief(equal.of[either]))
	return v
}

// overloaded tells what still more unequal shares do.
func overloaded() string {
	c := pullCase{servers: 1000, routers: 4, stale: "revoke", endless: true, shares: chosenTooUnequal()}
	_, err := c.limit()
	if err == nil {
		return fmt.Sprintf("With infinite buffers the shares %v leave the fleet stable too.", c.shares)
	}
	return fmt.Sprintf("With infinite buffers more unequal shares overload the slow pool, which gets its part of what is sent blindly: %v.", err)
}
