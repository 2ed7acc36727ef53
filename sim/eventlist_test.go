package sim

import (
	"os"
	"syscall"
	"testing"

	"github.com/steelyard-lb/steelyard"
)

type jsq2 struct{}

func (jsq2) Pick(v *steelyard.View, _ steelyard.Job) int {
	s := v.Sample(2)
	i, j := int(s[0]), int(s[1])
	a, b := v.Len(i), v.Len(j)
	if b < a {
		i = j
	}
	return i
}

func BenchmarkEngines(b *testing.B) {
	for _, e := range []Engine{CTMC, Lazy, Events} {
		for _, servers := range []int{100, 10_000} {
			b.Run(string(e)+"/"+sizeName(servers), func(b *testing.B) { benchmark(b, e, servers) })
		}
	}
}

func benchmark(b *testing.B, e Engine, servers int) {
	c := Config{
		Classes: []Class{{Servers: servers, Speed: 1}},
		Rate:    .9 * float64(servers),
		Policy:  benchPolicy(b),
		Length:  Length{Jobs: 1},
	}
	engine, err := c.start(e, 0)
	if err != nil {
		b.Fatal(err)
	}
	engine.run(servers * 20)
	engine.clear()
	b.ResetTimer()
	from := cpuSeconds()
	engine.run(b.N)
	b.ReportMetric(float64(b.N)/(cpuSeconds()-from)/1e6, "Mjobs/s")
	m := engine.mark()
	b.ReportMetric(m.response/m.ended, "E[T]")
}

// cpuSeconds is the time this process has computed: on a busy machine it says more than the time that has passed.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()) / 1e9
}

func benchPolicy(b *testing.B) func() (steelyard.Policy, error) {
	if text := os.Getenv("BENCHPOLICY"); text != "" {
		return named(b, text)
	}
	return func() (steelyard.Policy, error) { return jsq2{}, nil }
}
