package steelyard

import (
	"fmt"
	"slices"
)

// Dispatcher ties one policy to one view. Like a policy it belongs to one goroutine at a time. It picks; reserving the pick, that is
// changing the board, is the owner's.
type Dispatcher struct {
	view   View
	policy Policy
	hooks  hooks
	hidden []int // servers hidden for the pick under way
	before []int // lengths that the jobs of a batch under way found
}

// hooks are the optional methods of a policy, found once.
type hooks struct {
	binder    Binder
	batcher   Batcher
	sender    Sender
	completer Completer
	idler     Idler
	revoker   Revoker
	reporter  Reporter
	rounder   Rounder
}

// NewDispatcher binds p to the servers of b. It fails if p cannot work on b's classes.
func NewDispatcher(p Policy, b *Board, r Rand) (*Dispatcher, error) {
	if p == nil {
		return nil, fmt.Errorf("policy: got nil, want a Policy")
	}
	d := &Dispatcher{policy: p, view: View{board: b, rand: r, peers: 1}}
	d.hooks.binder, _ = p.(Binder)
	d.hooks.batcher, _ = p.(Batcher)
	d.hooks.sender, _ = p.(Sender)
	d.hooks.completer, _ = p.(Completer)
	d.hooks.idler, _ = p.(Idler)
	d.hooks.revoker, _ = p.(Revoker)
	d.hooks.reporter, _ = p.(Reporter)
	d.hooks.rounder, _ = p.(Rounder)
	if err := d.Rebind(); err != nil {
		return nil, err
	}
	return d, nil
}

// Rebind binds the policy anew after the board's layout has changed. Indexes that were private to it are no longer kept.
func (d *Dispatcher) Rebind() error {
	d.view.need = Needs{
		Done:   d.hooks.completer != nil,
		Idle:   d.hooks.idler != nil || d.hooks.revoker != nil,
		Report: d.hooks.reporter != nil,
	}
	d.view.board.drop(d.view.private)
	d.view.private = nil
	if d.hooks.binder == nil {
		return nil
	}
	return d.hooks.binder.Bind(&d.view)
}

// Share tells the policy how many dispatchers, this one included, place jobs that the board does not show, as a snapshot or own counts do
// not; 1 unless said. A policy that asks for it in Bind needs a Rebind after.
func (d *Dispatcher) Share(dispatchers int) { d.view.peers = max(dispatchers, 1) }

// Clock gives View.Now the time, in seconds that never fall. Nobody asks for it unless the policy does.
func (d *Dispatcher) Clock(now func() float64) { d.view.clock = now }

// Ask makes View.Len ask src instead of the board.
func (d *Dispatcher) Ask(src Lengths) { d.view.asks = src }

// Needs says what the bound policy uses.
func (d *Dispatcher) Needs() Needs { return d.view.need }

// Policy is the policy as it was given.
func (d *Dispatcher) Policy() Policy { return d.policy }

// Board is the board that the policy sees.
func (d *Dispatcher) Board() *Board { return d.view.board }

// View is what the policy sees, for owners that run a policy's parts themselves.
func (d *Dispatcher) View() *View { return &d.view }

// Asked is the number of lengths asked of single servers so far.
func (d *Dispatcher) Asked() uint64 { return d.view.asked }

// Pick returns the server for j, or None if no server may take it.
func (d *Dispatcher) Pick(j Job) int {
	if len(j.Skip) > 0 {
		return d.pickSkipping(j)
	}
	b := d.view.board
	if len(b.roster.all.list) == 0 {
		return None
	}
	i := d.policy.Pick(&d.view, j)
	if uint(i) >= uint(len(b.eligible)) || !b.eligible[i] {
		return None
	}
	return i
}

// pickSkipping hides the servers to skip while the policy picks.
func (d *Dispatcher) pickSkipping(j Job) int {
	b := d.view.board
	d.hidden = d.hidden[:0]
	for _, i := range j.Skip {
		if uint(i) < uint(len(b.eligible)) && b.eligible[i] {
			b.SetEligible(i, false)
			d.hidden = append(d.hidden, i)
		}
	}
	pick := d.Pick(Job{Size: j.Size})
	for _, i := range slices.Backward(d.hidden) {
		b.SetEligible(i, true)
	}
	return pick
}

// PickBatch appends to dst a server for each of a number of jobs that are placed at once on what the board shows. A policy that is not a
// Batcher places them one by one, each seeing those before it. The board is left as it was.
func (d *Dispatcher) PickBatch(jobs int, dst []int) []int {
	if d.hooks.batcher != nil && d.view.Eligibles() > 0 {
		return d.hooks.batcher.PickBatch(&d.view, jobs, dst)
	}
	from := len(dst)
	d.before = d.before[:0]
	for range jobs {
		i, found := d.Pick(Job{}), 0
		if i != None {
			found = d.view.board.Len(i)
			d.view.board.Set(i, found+1)
		}
		dst, d.before = append(dst, i), append(d.before, found)
	}
	d.restore(dst[from:])
	return dst
}

// restore gives the servers of a batch the lengths that their first jobs found, in one step each.
func (d *Dispatcher) restore(batch []int) {
	b := d.view.board
	for k, i := range batch {
		if i != None && b.Len(i) > d.before[k] {
			b.Set(i, d.before[k])
		}
	}
}

// Sent tells the policy that a job of its own went to server i.
func (d *Dispatcher) Sent(i int) {
	if d.hooks.sender != nil {
		d.hooks.sender.Sent(i)
	}
}

// Done tells the policy that a job of its own at server i has ended, took seconds after it was sent.
func (d *Dispatcher) Done(i int, took float64) {
	if d.hooks.completer != nil {
		d.hooks.completer.Done(i, took)
	}
}

// Idle hands the policy an idle message of server i.
func (d *Dispatcher) Idle(i int) {
	if d.hooks.idler != nil {
		d.hooks.idler.Idle(i)
	}
}

// Revoke tells the policy that server i withdraws its idle message.
func (d *Dispatcher) Revoke(i int) {
	if d.hooks.revoker != nil {
		d.hooks.revoker.Revoke(i)
	}
}

// Report hands the policy the length n that server i reports.
func (d *Dispatcher) Report(i, n int) {
	if d.hooks.reporter != nil {
		d.hooks.reporter.Report(i, n)
	}
}

// Round tells the policy that the board holds a new snapshot.
func (d *Dispatcher) Round() {
	if d.hooks.rounder != nil {
		d.hooks.rounder.Round(&d.view)
	}
}
