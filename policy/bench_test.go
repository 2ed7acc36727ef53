package policy_test

import (
	"fmt"
	"testing"

	steelyard "github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/policy"
)

// BenchmarkPick is one pick with the arrival and a departure it goes with, at a load of about two jobs per server.
func BenchmarkPick(b *testing.B) {
	for _, spec := range examples(b) {
		for _, n := range []int{10, 100, 1000, 10000} {
			for _, classes := range []int{4, n} {
				d := benchDispatcher(b, spec, n, classes)
				if d == nil {
					continue // it suits a given number of classes only
				}
				b.Run(fmt.Sprintf("%s/n=%d/classes=%d", spec, n, d.classes), d.run)
			}
		}
	}
}

type benchmark struct {
	*steelyard.Dispatcher
	classes int
	running []int
}

// benchDispatcher binds to the given number of classes or the nearest smaller number that suits; all distinct or nothing.
func benchDispatcher(b *testing.B, spec policy.Spec, n, classes int) *benchmark {
	for k := classes; k > 0 && (k == classes || classes == 4); k-- {
		p, err := spec.New()
		if err != nil {
			b.Fatal(err)
		}
		kinds := make([]steelyard.Kind, n)
		for i := range kinds {
			kinds[i].Rate = 1 + float64(i%k)
		}
		l, err := steelyard.NewLayout(kinds)
		if err != nil {
			b.Fatal(err)
		}
		d, err := steelyard.NewDispatcher(p, steelyard.NewBoard(l), steelyard.NewRand(1, "bench"))
		if err == nil {
			return &benchmark{Dispatcher: d, classes: k}
		}
	}
	return nil
}

func (d *benchmark) send() int {
	i := d.Pick(steelyard.Job{})
	d.Board().Add(i, 1)
	d.Sent(i)
	return i
}

func (d *benchmark) run(b *testing.B) {
	d.running = d.running[:0]
	for i := range d.Board().Lens() {
		d.Board().Set(i, 0)
	}
	for range 2 * d.Board().Layout().Len() {
		d.running = append(d.running, d.send())
	}
	k := 0
	b.ReportAllocs()
	for b.Loop() {
		i := d.running[k]
		d.Board().Add(i, -1)
		d.Done(i, .1)
		if d.Board().Len(i) == 0 {
			d.Idle(i)
		}
		d.running[k] = d.send()
		if k++; k == len(d.running) {
			k = 0
		}
	}
}

// BenchmarkBatch is one decision of paper 1's rounds: one of ten dispatchers places its share of the jobs on a fresh snapshot at load .9.
func BenchmarkBatch(b *testing.B) {
	for _, text := range []string{"scd", "twf", "jsq", "sed(rank=q)", "hjsq(d=2, sample=round)", "hjiq", "hlsq(d=2)"} {
		for _, n := range []int{100, 200, 300, 400, 1000, 10000} {
			b.Run(fmt.Sprintf("%s/n=%d", text, n), func(b *testing.B) { benchBatch(b, parse(b, text), n) })
		}
	}
}

func benchBatch(b *testing.B, spec policy.Spec, n int) {
	r := steelyard.NewRand(1, "bench")
	kinds := make([]steelyard.Kind, n)
	for i := range kinds {
		kinds[i].Rate = 1 + 9*r.Float64()
	}
	l, err := steelyard.NewLayout(kinds)
	if err != nil {
		b.Fatal(err)
	}
	p, err := spec.New()
	if err != nil {
		b.Fatal(err)
	}
	d, err := steelyard.NewDispatcher(p, steelyard.NewBoard(l), steelyard.NewRand(1, "policy"))
	if err != nil {
		b.Fatal(err)
	}
	d.Share(10)
	jobs := int(.9 * l.Capacity() / 10)
	dst := make([]int, 0, jobs)
	lens := make([]int32, n)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for i := range lens {
			lens[i] = int32(r.IntN(2 * int(kinds[i].Rate)))
		}
		d.Board().Load(lens)
		for range n / 20 {
			d.Idle(r.IntN(n))
		}
		d.Round()
		b.StartTimer()
		dst = d.PickBatch(jobs, dst[:0])
	}
	b.ReportMetric(float64(jobs), "jobs/op")
}

// BenchmarkPeers is a single job of a dispatcher that does not see the jobs of nine others, on few classes and where all speeds differ.
func BenchmarkPeers(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10000} {
		for _, classes := range []int{4, n} {
			b.Run(fmt.Sprintf("n=%d/classes=%d", n, classes), func(b *testing.B) {
				d := benchDispatcher(b, parse(b, "scd"), n, classes)
				d.Share(10)
				d.run(b)
			})
		}
	}
}

// BenchmarkForecast is a single job on a snapshot that is taken anew every 100 of a dispatcher's jobs, while its peers send as many each.
func BenchmarkForecast(b *testing.B) {
	for _, peers := range []int{0, 1, 9, 99} {
		for _, n := range []int{10, 100, 1000, 10000} {
			b.Run(fmt.Sprintf("peers=%d/n=%d", peers, n), func(b *testing.B) {
				d := benchDispatcher(b, parse(b, "scd"), n, 4)
				now, gap := 0., float64(peers+1)/(.9*d.Board().Layout().Capacity())
				d.Clock(func() float64 { return now })
				d.Share(peers + 1)
				k := 0
				b.ReportAllocs()
				for b.Loop() {
					if k%100 == 0 {
						d.Round()
					}
					k++
					now += gap
					d.Dispatcher.Sent(d.Pick(steelyard.Job{}))
				}
			})
		}
	}
}
