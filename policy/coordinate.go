package policy

import steelyard "github.com/steelyard-lb/steelyard"

// totalEstimate is the estimator of the number of jobs that all dispatchers place on the same information.
var totalEstimate = Param{
	Name: "est", Doc: "how many jobs all dispatchers place on the same information: peers: this one's times their number (Eq. 18), or for " +
		"jobs that come one by one a forecast; capacity: what the servers serve in a round; or a number",
	Numbers: Real, Min: 1, Max: 1e15, Words: []string{"peers", "capacity"}, Default: "peers",
}

// coordinated is stochastic coordination (Goren, Vargaftik, Moses 2021). Of the jobs that all dispatchers place on the same information
// without seeing each other's, each goes to server s with the probability p_s = max(0, mu_s h - q_s - 1/2)/(a-1), where a is an estimate
// of their number and h makes the sum 1: this minimises the expected distance from the ideally balanced assignment (Eq. 10).
//
// Jobs placed at once (PickBatch) are a dispatcher's share of a, as in the paper's rounds. A job placed alone follows those that the
// dispatcher itself placed on the same information, which count in q_s; what is unknown, and takes the place of a-1, is the number of its
// peers' jobs. If that is 0, the job goes to the smallest (q+1/2)/mu (Eq. 9). On snapshots the peers' jobs come little by little, while
// the servers work: there a job placed alone follows a forecast, unless the number of jobs is given.
type coordinated struct {
	args    Args
	order   steelyard.Order                     // of a single job
	see     func(steelyard.Kind) steelyard.Kind // what a server counts as
	board   *steelyard.Index
	version version
	expect  *forecast
	under   average // jobs under way for each dispatcher
	shallow *shallow
	pool    *pool
	one     []int
}

func newCoordinated(a Args, order steelyard.Order, see func(steelyard.Kind) steelyard.Kind) (steelyard.Policy, error) {
	p := &coordinated{args: a, order: order, see: see}
	if a.Is("est", "peers") {
		return coordinatedPeers{p}, nil
	}
	return p, nil
}

// coordinatedPeers is coordination that counts on its peers only. Where all see the queues as they are, single jobs go to the smallest rank.
type coordinatedPeers struct{ *coordinated }

// Ranking tells models by what single jobs are placed, the queues being known.
func (p coordinatedPeers) Ranking() (order steelyard.Order, fastestFirst bool) { return p.order, false }

// Bind implements steelyard.Binder.
func (p *coordinated) Bind(v *steelyard.View) error {
	p.board = v.Index(p.order)
	p.version.bind(v, p.order)
	p.expect = newForecast(v.Layout(), p.see)
	p.shallow = newShallow(v.Layout())
	p.pool = sharedPool(v, p.order, p.see)
	return nil
}

// Round implements steelyard.Rounder.
func (p *coordinated) Round(v *steelyard.View) {
	p.version.next()
	p.expect.begin(v)
}

// Sent implements steelyard.Sender.
func (p *coordinated) Sent(i int) {
	if p.forecasts() {
		p.expect.sent(i)
		return
	}
	p.version.sent(i)
}

// forecasts says whether single jobs follow the forecast.
func (p *coordinated) forecasts() bool { return p.version.announced && p.args.Is("est", "peers") }

// Pick implements steelyard.Policy.
func (p *coordinated) Pick(v *steelyard.View, _ steelyard.Job) int {
	lengths, own := p.board, 1.0
	switch {
	case p.forecasts():
		return p.expect.pick(v, float64(v.Dispatchers()-1))
	case p.version.announced:
		lengths, own = p.version.lengths(v), float64(p.version.jobs)
	}
	unseen := p.unseen(v, own)
	if unseen <= 0 {
		i, _ := v.Best(lengths)
		return i
	}
	if lengths.ByClass() {
		return p.shallow.draw(v, lengths, unseen)
	}
	p.pool.load(v, lengths)
	p.one = p.pool.draw(v, 1, unseen, p.one[:0])
	return p.one[0]
}

// unseen estimates the jobs of other dispatchers that a single job does not see. Without snapshots lengths stand for the jobs of all, and
// what is unseen is which servers the peers' jobs are at: of one job for each peer that has any. If peers have as many as this dispatcher
// shows for one, s on average, and their number is geometric, they have any with the probability s/(1+s).
func (p *coordinated) unseen(v *steelyard.View, own float64) float64 {
	sharers := float64(v.Dispatchers())
	switch {
	case !p.args.Is("est", "peers"):
		return p.total(v, own) - own
	case sharers == 1:
		return 0
	}
	p.under.add(float64(v.Total()) / sharers)
	return (sharers - 1) * p.under.mean / (1 + p.under.mean)
}

// PickBatch implements steelyard.Batcher.
func (p *coordinated) PickBatch(v *steelyard.View, jobs int, dst []int) []int {
	volume := p.total(v, float64(jobs)) - 1
	if jobs > 0 && volume > 0 {
		p.pool.loadBoard(v, p.board)
		return p.pool.draw(v, jobs, volume, dst)
	}
	for range jobs {
		i, _ := v.Best(p.board)
		dst = append(dst, i)
	}
	return dst
}

// total estimates how many jobs all dispatchers place, of which own are this one's.
func (p *coordinated) total(v *steelyard.View, own float64) float64 {
	switch p.args.Word("est") {
	case "peers":
		return float64(v.Dispatchers()) * own
	case "capacity":
		return v.Layout().Capacity()
	default:
		return p.args.Float("est")
	}
}
