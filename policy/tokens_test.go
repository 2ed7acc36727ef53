package policy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	steelyard "github.com/steelyard-lb/steelyard"
)

// probe gives a test the view of a dispatcher.
type probe struct{ view *steelyard.View }

func (p *probe) Bind(v *steelyard.View) error {
	p.view = v
	return nil
}

func (*probe) Pick(v *steelyard.View, _ steelyard.Job) int { return v.Any() }

// TestTokensAreASet compares tokens with a plain set under random operations.
func TestTokensAreASet(t *testing.T) {
	const servers = 6
	rapid.Check(t, func(t *rapid.T) {
		l, err := steelyard.NewLayout(equalKinds(servers))
		if err != nil {
			t.Fatal(err)
		}
		board, view := steelyard.NewBoard(l), &probe{}
		if _, err := steelyard.NewDispatcher(view, board, steelyard.NewRand(rapid.Uint64().Draw(t, "seed"), "test")); err != nil {
			t.Fatal(err)
		}
		var held tokens
		held.bind(l)
		want := map[int]bool{}
		server := rapid.IntRange(0, servers-1)
		usable := func() []int {
			var list []int
			for i := range want {
				if board.Eligible(i) {
					list = append(list, i)
				}
			}
			slices.Sort(list)
			return list
		}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				i := server.Draw(t, "server")
				held.add(i)
				want[i] = true
			},
			"remove": func(t *rapid.T) {
				i := server.Draw(t, "server")
				held.remove(i)
				delete(want, i)
			},
			"eligible": func(t *rapid.T) { board.SetEligible(server.Draw(t, "server"), rapid.Bool().Draw(t, "ok")) },
			"draw": func(t *rapid.T) {
				i, list := held.draw(view.view), usable()
				if len(list) == 0 && i != steelyard.None || len(list) > 0 && !slices.Contains(list, i) {
					t.Fatalf("drew %d, want one of %v", i, list)
				}
			},
			"front": func(t *rapid.T) {
				var got []int
				for _, i := range held.front(view.view) {
					got = append(got, int(i))
				}
				if slices.Sort(got); !slices.Equal(got, usable()) {
					t.Fatalf("usable tokens %v, want %v", got, usable())
				}
			},
			"": func(t *rapid.T) {
				for i := range servers {
					if held.has(i) != want[i] {
						t.Fatalf("token of %d: %v, want %v", i, held.has(i), want[i])
					}
				}
				if len(held.list) != len(want) {
					t.Fatalf("%d tokens, want %d", len(held.list), len(want))
				}
			},
		})
	})
}

func equalKinds(n int) []steelyard.Kind {
	kinds := make([]steelyard.Kind, n)
	for i := range kinds {
		kinds[i].Rate = 1
	}
	return kinds
}
