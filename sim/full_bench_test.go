package sim

import (
	"fmt"
	"testing"
)

// BenchmarkFullInformation compares policies that rank all servers with one that asks two, within the event list.
func BenchmarkFullInformation(b *testing.B) {
	const servers = 10_000
	for _, classes := range []int{1, 4, 16, servers} {
		for _, text := range []string{"jsq(d=2)", "jsq", "sed", "sajsq"} {
			b.Run(fmt.Sprintf("%s/classes=%d", text, classes), func(b *testing.B) {
				c := Config{Policy: named(b, text), Length: Length{Jobs: 1}, Seed: 1}
				for k := range classes {
					c.Classes = append(c.Classes, Class{Servers: servers / classes, Speed: 1 + .5*float64(k)/float64(classes)})
				}
				c.Rate = .9 * c.capacity()
				bench(b, &c, Events)
			})
		}
	}
}

// bench measures arrivals in user seconds, after a warm-up of ten per server.
func bench(b *testing.B, c *Config, e Engine) {
	engine, err := c.start(e, 0)
	if err != nil {
		b.Fatal(err)
	}
	if err := engine.run(10 * c.servers()); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	from := cpuSeconds()
	if err := engine.run(b.N); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/(cpuSeconds()-from)/1e6, "Mjobs/s")
}
