package steelyard

// Policy picks a server for each job of one dispatcher.
//
// Pick returns the index of an eligible server, or None if there is none. It is called by one goroutine at a time,
// takes no locks and allocates nothing. A policy draws randomness only through its View, so that a [Script] can
// enumerate every branch of it.
type Policy interface {
	Pick(v *View, j Job) int
}

// Binder is a Policy that prepares for a layout: it asks for indexes and checks that the classes suit it.
// Bind is called before the first Pick and again whenever the layout has changed; a server keeps its index for
// life, so state kept per server stays valid.
type Binder interface {
	Bind(v *View) error
}

// Batcher is a Policy that places several jobs at once on one snapshot of the queues.
// It appends one server per job to dst and returns the extended slice.
type Batcher interface {
	PickBatch(v *View, jobs int, dst []int) []int
}

// Sender is a Policy that is told of each job its dispatcher sent to server i.
type Sender interface{ Sent(i int) }

// Completer is a Policy that is told when a job its dispatcher sent to server i has ended, took seconds after it was sent.
type Completer interface{ Done(i int, took float64) }

// Idler is a Policy that receives the idle messages that servers send to its dispatcher.
type Idler interface{ Idle(i int) }

// Revoker is a Policy that is told when server i withdraws an idle message it had sent to its dispatcher.
type Revoker interface{ Revoke(i int) }

// Reporter is a Policy that receives queue lengths that servers report unasked.
type Reporter interface{ Report(i, n int) }

// Rounder is a Policy that is told when its dispatcher has got a new snapshot of the queues.
type Rounder interface{ Round(v *View) }

// Needs says what a bound policy uses beyond asking single servers for their length. Engines choose their method by it.
type Needs struct {
	Index  bool // ranks all servers: every change of a length must reach the board
	Done   bool // Completer
	Idle   bool // Idler or Revoker
	Report bool // Reporter
}
