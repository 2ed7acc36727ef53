package steelyard_test

import (
	"fmt"

	"github.com/steelyard-lb/steelyard"
)

// delay ranks servers by the time a job that joins has to expect, (q+1)/rate.
type delay struct{}

func (delay) Rank(k steelyard.Kind, queueLen int) float64 { return float64(queueLen+1) / k.Rate }

// shortestDelay sends each job where it will be done first: the policy SED.
type shortestDelay struct{ index *steelyard.Index }

func (p *shortestDelay) Bind(v *steelyard.View) error {
	p.index = v.Index(delay{})
	return nil
}

func (p *shortestDelay) Pick(v *steelyard.View, _ steelyard.Job) int {
	i, _ := v.Best(p.index)
	return i
}

// twoServers is one server that does 5 jobs per second and one that does 1.
func twoServers() *steelyard.Board {
	layout, err := steelyard.NewLayout([]steelyard.Kind{{Rate: 5}, {Rate: 1}})
	if err != nil {
		panic(err)
	}
	return steelyard.NewBoard(layout)
}

// The owner of the queues picks, then reserves the pick on the board, and takes it back when the job has ended.
func ExampleNewDispatcher() {
	board := twoServers()
	d, err := steelyard.NewDispatcher(&shortestDelay{}, board, steelyard.NewRand(1, "policy"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 7 {
		i := d.Pick(steelyard.Job{})
		board.Add(i, 1)
	}
	fmt.Println("queues:", board.Lens())
	board.Add(1, -1)
	fmt.Println("retry elsewhere:", d.Pick(steelyard.Job{Skip: []int{0}}))
	// Output:
	// queues: [6 1]
	// retry elsewhere: 1
}

// A script plays every outcome of a random computation with its probability.
func ExampleScript() {
	s := steelyard.NewScript()
	r := s.Rand()
	for {
		coin, die := r.Chance(.25), 0
		if coin {
			die = r.IntN(2)
		}
		fmt.Println(coin, die, s.Prob())
		if !s.Next() {
			break
		}
	}
	// Output:
	// false 0 0.75
	// true 0 0.125
	// true 1 0.125
}

// With four jobs at the fast server and none at the slow one both promise one second: each is picked half of the time.
func ExamplePickLaw() {
	board := twoServers()
	board.Set(0, 4)
	s := steelyard.NewScript()
	d, err := steelyard.NewDispatcher(&shortestDelay{}, board, s.Rand())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(steelyard.PickLaw(d, s, steelyard.Job{}))
	// Output: [0.5 0.5]
}

// onePerClass asks one server of each class.
type onePerClass struct{}

func (onePerClass) Mixes(g []steelyard.Group) ([]steelyard.Mix, error) {
	ask := make([]int, len(g))
	for c := range ask {
		ask[c] = 1
	}
	return []steelyard.Mix{{Prob: 1, Ask: ask}}, nil
}

func (q onePerClass) Limit(g []steelyard.Group) ([]steelyard.Mix, error) { return q.Mixes(g) }

// fastestIdle is the fastest class that has shown an idle server, or else any by its speed.
type fastestIdle struct{}

func (fastestIdle) Choose(g []steelyard.Group, seen []steelyard.Seen, law []float64) {
	for c, s := range seen {
		if s.Asked > 0 && s.Len == 0 {
			clear(law)
			law[c] = 1
			return
		}
		if s.Asked > 0 {
			law[c] = g[c].Kind.Rate
		}
	}
}

// A policy is given as a rule: who is asked, who stands for a class, and which class is chosen.
func ExampleNewRulePolicy() {
	policy := steelyard.NewRulePolicy(func([]steelyard.Group) (steelyard.Rule, error) {
		return steelyard.Rule{Query: onePerClass{}, Inside: steelyard.IdleElseUniform, Choose: fastestIdle{}}, nil
	})
	board := twoServers()
	s := steelyard.NewScript()
	d, err := steelyard.NewDispatcher(policy, board, s.Rand())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, lens := range [][]int32{{0, 0}, {1, 0}, {1, 1}} {
		board.Load(lens)
		fmt.Printf("%v: %.3f\n", lens, steelyard.PickLaw(d, s, steelyard.Job{}))
	}
	// Output:
	// [0 0]: [1.000 0.000]
	// [1 0]: [0.000 1.000]
	// [1 1]: [0.833 0.167]
}

// A server that leaves vacates its index; those that stay keep their queues. Dispatchers on the board are bound anew.
func ExampleBoard_Relayout() {
	board := twoServers()
	board.Set(1, 3)
	layout, err := steelyard.NewLayout([]steelyard.Kind{{}, {Rate: 1}, {Rate: 5}})
	if err != nil {
		fmt.Println(err)
		return
	}
	board.Relayout(layout)
	for i := range layout.Len() {
		fmt.Println(i, board.Len(i), board.Eligible(i))
	}
	// Output:
	// 0 0 false
	// 1 3 true
	// 2 0 true
}
