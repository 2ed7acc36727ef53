package sim

import (
	"testing"

	"github.com/steelyard-lb/steelyard"
)

type jsq2 struct{}

func (jsq2) Pick(v *steelyard.View, _ steelyard.Job) int {
	s := v.Sample(2)
	i, j := int(s[0]), int(s[1])
	if v.Len(j) < v.Len(i) {
		return j
	}
	return i
}

func BenchmarkEventList(b *testing.B) {
	for _, servers := range []int{100, 10_000, 1_000_000} {
		b.Run(sizeName(servers), func(b *testing.B) {
			c := Config{
				Classes: []Class{{Servers: servers, Speed: 1}},
				Rate:    .9 * float64(servers),
				Policy:  func() (steelyard.Policy, error) { return jsq2{}, nil },
				Length:  Length{Jobs: 1},
			}
			r, err := newReplica(&c, 0)
			if err != nil {
				b.Fatal(err)
			}
			e, err := newEventList(r)
			if err != nil {
				b.Fatal(err)
			}
			e.run(servers * 20)
			e.clear()
			b.ResetTimer()
			e.run(b.N)
			m := e.mark()
			b.ReportMetric(m.response/m.ended, "E[T]")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mjobs/s")
		})
	}
}
