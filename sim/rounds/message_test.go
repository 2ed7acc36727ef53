package rounds

import (
	"math"
	"slices"
	"testing"

	"github.com/steelyard-lb/steelyard"
)

// scripted places jobs by a list of its own and notes the messages that it gets.
type scripted struct {
	round int
	place func(round, jobs int) int
	got   [][2]int // round, server
	taken [][2]int // withdrawn
}

func (s *scripted) Pick(*steelyard.View, steelyard.Job) int { return 0 }

func (s *scripted) Round(*steelyard.View) { s.round++ }

func (s *scripted) Idle(i int) { s.got = append(s.got, [2]int{s.round, i}) }

func (s *scripted) PickBatch(_ *steelyard.View, jobs int, dst []int) []int {
	for range jobs {
		dst = append(dst, s.place(s.round, jobs))
	}
	return dst
}

// withdrawing takes revocations as well.
type withdrawing struct{ scripted }

func (s *withdrawing) Revoke(i int) { s.taken = append(s.taken, [2]int{s.round, i}) }

// tokenSystem has one slow server, which keeps its jobs, and fast ones, which serve them at once. Its dispatchers place by the script.
func tokenSystem(t *testing.T, policies ...steelyard.Policy) *system {
	t.Helper()
	c := Config{
		Classes:     []Class{{"fast", 3, 1e6}, {"slow", 1, 1e-6}},
		Rate:        4,
		Dispatchers: len(policies),
		Policy: func() (steelyard.Policy, error) {
			p := policies[0]
			policies = policies[1:]
			return p, nil
		},
		Seed: 1,
	}
	s := mustStart(t, c)
	return s
}

// TestIdleMessages follows the rules of the paper: everybody who is idle at the end of round 1 tells once; then whoever is idle again
// after a job, from whichever dispatcher.
func TestIdleMessages(t *testing.T) {
	onlySlow := &scripted{place: func(int, int) int { return 3 }}
	s := tokenSystem(t, onlySlow)
	if err := s.run(20); err != nil {
		t.Fatal(err)
	}
	if want := [][2]int{{1, 0}, {1, 1}, {1, 2}}; !slices.Equal(onlySlow.got, want) {
		t.Errorf("messages (round, server) %v, want %v", onlySlow.got, want)
	}
	turns := &scripted{place: func(round, _ int) int { return round % 2 }}
	s = tokenSystem(t, turns)
	s.inflow = []*poisson{{least: 1, cumulative: []float64{1}, guide: []int32{0}}} // one job in every round
	if err := s.run(6); err != nil {
		t.Fatal(err)
	}
	want := [][2]int{{1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 0}, {3, 1}, {4, 0}, {5, 1}, {6, 0}}
	if !slices.Equal(turns.got, want) {
		t.Errorf("messages (round, server) %v, want %v", turns.got, want)
	}
	if sums := s.close(); sums.unasked != int64(len(want)) || sums.revoked != 0 {
		t.Errorf("%d messages, %d withdrawn, want %d and none", sums.unasked, sums.revoked, len(want))
	}
}

// TestRevocations: a message that another dispatcher holds is withdrawn, one's own is used.
func TestRevocations(t *testing.T) {
	one := &withdrawing{scripted{place: func(int, int) int { return 0 }}}
	two := &withdrawing{scripted{place: func(int, int) int { return 0 }}}
	s := tokenSystem(t, one, two)
	s.inflow = []*poisson{{least: 1, cumulative: []float64{1}, guide: []int32{0}}, {guide: []int32{0}, cumulative: []float64{1}}}
	if err := s.run(200); err != nil {
		t.Fatal(err)
	}
	if len(one.taken) != 0 || len(two.taken) == 0 {
		t.Errorf("%d messages withdrawn from the sender, %d from the other, want none and some", len(one.taken), len(two.taken))
	}
	told := 0 // by server 0, to the other
	for _, m := range two.got {
		if m[1] == 0 && m[0] < 200 { // that of the last round stays
			told++
		}
	}
	if sums := s.close(); sums.revoked != int64(told) || len(two.taken) != told {
		t.Errorf("%d messages withdrawn, %d heard of it, want %d", sums.revoked, len(two.taken), told)
	}
}

// TestMessages checks messages per job that can be worked out by hand.
func TestMessages(t *testing.T) {
	const rounds, servers, dispatchers = 1000, 50, 5
	departures := func(_ *testing.T, r *Result) float64 { return r.Law.Weight() }
	constant := func(perJob float64) func(*testing.T, *Result) float64 {
		return func(_ *testing.T, r *Result) float64 { return perJob * float64(r.Jobs) }
	}
	for _, x := range []struct {
		policy  string
		want    func(*testing.T, *Result) float64 // messages in all
		largest float64                           // relative deviation
	}{
		{"scd", departures, 0},
		{"twf", departures, 0},
		{"jsq", departures, 0},
		{"sed(rank=q)", departures, 0},
		{"weighted", constant(0), 0},
		{"random", constant(0), 0},
		{"jsq(d=2)", constant(2), 0},
		{"hjsq(d=3)", constant(3), 0},
		{"led(p=0.25)", constant(.25), .01},
		{"led(p=1)", constant(1), 0},
		{"hjsq(d=2, sample=round)", constant(2. / 22), .02}, // 22 jobs per dispatcher and round, one sample of two
	} {
		c := drawn(t, x.policy, servers, dispatchers, .4, 1)
		c.Rounds = rounds
		c.Rate = 22 * dispatchers
		r := mustRun(t, c)
		got, want := r.MessagesPerJob*float64(r.Jobs), x.want(t, r)
		if math.Abs(got-want) > x.largest*want+1e-6 {
			t.Errorf("%s: %g messages, want %g", x.policy, got, want)
		}
	}
}

// TestMessagesOfLocalQueues: LSQ asks d servers in a round, whether jobs come or not, and each destination once.
func TestMessagesOfLocalQueues(t *testing.T) {
	for _, text := range []string{"lsq(d=2)", "hlsq(d=2)"} {
		c := threeSpeeds(t, text)
		s := mustStart(t, c)
		want := uint64(0)
		for range 200 {
			s.board.Load(s.length)
			for d, dispatcher := range s.dispatchers {
				dispatcher.Round()
				s.batch = dispatcher.PickBatch(d*3, s.batch[:0])
				slices.Sort(s.batch)
				want += 2 + uint64(len(slices.Compact(s.batch)))
			}
		}
		if got := s.dispatchers[0].Asked() + s.dispatchers[1].Asked(); got != want {
			t.Errorf("%s: %d messages, want %d", text, got, want)
		}
	}
}

// TestMessagesOfTokens: idle messages are at most one per job besides the first round's, since a job must come before the next.
func TestMessagesOfTokens(t *testing.T) {
	for _, text := range []string{"jiq", "jiq(unused=keep)", "hjiq", "pull", "pull(stale=keep)"} {
		c := drawn(t, text, 50, 5, .5, 1)
		r := mustRun(t, c)
		if most := 1 + 50/float64(r.Jobs); r.MessagesPerJob > most || r.MessagesPerJob == 0 {
			t.Errorf("%s: %g messages per job, want at most %g", text, r.MessagesPerJob, most)
		}
		if revokes := text == "pull"; (r.RevokedPerJob > 0) != revokes {
			t.Errorf("%s: %g messages withdrawn per job", text, r.RevokedPerJob)
		}
	}
}
