package meanfield

import "github.com/steelyard-lb/steelyard"

// idleness is a rule that chooses the class by idleness alone, for servers of one
// worker (see ClassIdle, whose equations these are in terms of queue lengths).
type idleness struct {
	sampled
	assign Assignment
}

// idlenessJoiner is such a rule with its tables.
type idlenessJoiner struct {
	*idleness
	beyond [][][]float64 // [class][asked][n]: all asked have at least n jobs
	toBusy [][]float64   // [class][asked]: jobs to busy servers, by how many were asked
}

// Joiner implements Dispatch.
func (d *idleness) Joiner(lengths []int) (Joiner, error) {
	return &idlenessJoiner{d, d.query.beyondTables(lengths), table(len(lengths), d.query.most()+1)}, nil
}

// Join implements Joiner.
func (d *idlenessJoiner) Join(u, p [][]float64) {
	for c, tables := range d.beyond {
		for asked, table := range tables {
			if table != nil {
				allAmong(u[c], asked, d.servers(c), table)
			}
		}
		clear(p[c])
		clear(d.toBusy[c])
	}
	for m, mix := range d.query {
		for i, asked := range mix.Ask {
			if asked == 0 {
				continue
			}
			p[i][0] += mix.Prob * d.assign[m][i][i] * d.chance(mix.Ask, i, -1)
			for j := i + 1; j <= len(mix.Ask); j++ {
				if a := d.assign[m][j][i]; a > 0 {
					d.toBusy[i][asked] += mix.Prob * a * d.chance(mix.Ask, j, i)
				}
			}
		}
	}
	for c := range p {
		d.joinBusy(u[c], p[c], c)
	}
}

// chance is the probability that class j is the fastest with an idle asked server,
// leaving out the factor of one class.
func (d *idlenessJoiner) chance(ask []int, j, without int) float64 {
	chance := 1.0
	for i, asked := range ask {
		if i == without || asked == 0 || i > j {
			continue
		}
		busy := d.beyond[i][asked][1]
		if i == j {
			busy = 1 - busy
		}
		chance *= busy
	}
	if j < len(ask) && ask[j] == 0 {
		return 0
	}
	return chance
}

// joinBusy spreads the jobs that go to busy servers of a class over their lengths.
func (d *idlenessJoiner) joinBusy(u, p []float64, c int) {
	for asked, flow := range d.toBusy[c] {
		if flow == 0 {
			continue
		}
		each := othersBusy(u[1], asked, d.servers(c))
		for n := 1; n < len(p); n++ {
			if d.rule.Inside == steelyard.Shortest {
				p[n] += flow * (d.beyond[c][asked][n] - d.beyond[c][asked][n+1])
			} else {
				p[n] += flow * each * (u[n] - u[n+1])
			}
		}
	}
}
