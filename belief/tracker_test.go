package belief

import (
	"testing"

	"github.com/steelyard-lb/steelyard"
	"pgregory.net/rapid"
)

func board(t testing.TB, servers int) *steelyard.Board {
	t.Helper()
	kinds := make([]steelyard.Kind, servers)
	for i := range kinds {
		kinds[i].Rate = float64(1 + i)
	}
	layout, err := steelyard.NewLayout(kinds)
	if err != nil {
		t.Fatal(err)
	}
	return steelyard.NewBoard(layout)
}

func TestEveryViewHasItsTracker(t *testing.T) {
	for kind, own := range map[Kind]bool{Fresh: false, Stale: false, LocalRaw: true, LocalScaled: true, Reported: true} {
		b := board(t, 2)
		tracker := NewTracker(View{Kind: kind}, b, 5)
		if (tracker != nil) != own {
			t.Errorf("%v: tracker %v", View{Kind: kind}, tracker)
			continue
		}
		if !own {
			continue
		}
		tracker.Sent(1, 1)
		tracker.Sent(1, 2)
		tracker.Done(1, 3)
		want := map[Kind]int{LocalRaw: 1, LocalScaled: 5, Reported: 1}[kind]
		if b.Len(1) != want || b.Len(0) != 0 {
			t.Errorf("%v: shows %v, want 0 and %d", View{Kind: kind}, b.Lens(), want)
		}
	}
}

// operation is something a tracker is told.
type operation struct {
	what   string
	server int
	n      int
	at     float64
}

// expected is what a tracker of reports should show, worked out from all it was told: the last report, the sends after it was read and the
// ends that were told after it came and happened after it was read.
func expected(log []operation, server int) int {
	n, read, from := 0, 0.0, 0
	for k, o := range log {
		if o.what == "report" && o.server == server && o.at >= read {
			n, read, from = max(o.n, 0), o.at, k
		}
	}
	for k, o := range log {
		switch {
		case o.server != server || o.at <= read:
		case o.what == "sent":
			n++
		case o.what == "done" && k >= from:
			n--
		}
	}
	return max(n, 0)
}

// TestReportsFollowTheirDefinition tells a tracker random things and compares with the definition.
func TestReportsFollowTheirDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const servers = 3
		kinds := make([]steelyard.Kind, servers)
		for i := range kinds {
			kinds[i].Rate = 1
		}
		layout, err := steelyard.NewLayout(kinds)
		if err != nil {
			t.Fatal(err)
		}
		b := steelyard.NewBoard(layout)
		r := NewReports(b)
		var log []operation
		now := 1.0
		for range rapid.IntRange(1, 60).Draw(t, "operations") {
			now += float64(rapid.IntRange(1, 3).Draw(t, "later"))
			o := operation{
				what:   rapid.SampledFrom([]string{"sent", "done", "report"}).Draw(t, "what"),
				server: rapid.IntRange(0, servers-1).Draw(t, "server"),
				n:      rapid.IntRange(-1, 5).Draw(t, "n"),
				at:     now,
			}
			if o.what != "sent" { // messages are on their way for a while
				o.at -= float64(rapid.IntRange(0, 4).Draw(t, "age"))
			}
			switch o.what {
			case "sent":
				r.Sent(o.server, o.at)
			case "done":
				r.Done(o.server, o.at)
			default:
				r.Report(o.server, o.n, o.at)
			}
			log = append(log, o)
			for i := range servers {
				if got, want := b.Len(i), expected(log, i); got != want {
					t.Fatalf("after %+v: server %d shows %d, want %d", log, i, got, want)
				}
			}
		}
	})
}

// TestReportsForgetNothingTooSoon checks a send that crosses a report on its way.
func TestReportsForgetNothingTooSoon(t *testing.T) {
	b := board(t, 1)
	r := NewReports(b)
	r.Sent(0, 1)
	r.Sent(0, 3)
	r.Report(0, 4, 2) // read at 2, here after 3: the second job is not in it
	if b.Len(0) != 5 {
		t.Errorf("shows %d, want the 4 reported and the job sent since", b.Len(0))
	}
	r.Report(0, 9, 1)
	if b.Len(0) != 5 {
		t.Errorf("shows %d after an older report, want 5", b.Len(0))
	}
}

func TestRelayoutKeepsWhatIsKnown(t *testing.T) {
	for _, kind := range []Kind{LocalRaw, Reported} {
		b := board(t, 2)
		tracker := NewTracker(View{Kind: kind}, b, 1)
		tracker.Sent(1, 1)
		b.Relayout(board(t, 4).Layout())
		tracker.Relayout()
		tracker.Sent(1, 2)
		tracker.Sent(3, 2)
		if b.Len(1) != 2 || b.Len(3) != 1 {
			t.Errorf("%v: shows %v", View{Kind: kind}, b.Lens())
		}
	}
}

func TestTrackersDoNotAllocate(t *testing.T) {
	for _, kind := range []Kind{LocalRaw, LocalScaled, Reported} {
		b := board(t, 4)
		tracker := NewTracker(View{Kind: kind}, b, 3)
		at := 0.0
		step := func() {
			for i := range 4 {
				at++
				tracker.Sent(i, at)
				tracker.Sent(i, at)
				tracker.Done(i, at+.5)
				tracker.Report(i, 2, at)
			}
		}
		step()
		if n := testing.AllocsPerRun(1000, step); n != 0 {
			t.Errorf("%v: %v allocations", View{Kind: kind}, n)
		}
	}
}
