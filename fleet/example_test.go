package fleet_test

import (
	"fmt"

	"github.com/steelyard-lb/steelyard/fleet"
)

// A mistake in a file is told in one line.
func ExampleParseConfig() {
	_, err := fleet.ParseConfig("steelyard.yaml", []byte(`
listen: 127.0.0.1:8080
pools:
  - name: web
    policy: scd
    servers:
      - {address: 10.0.0.1:80, class: fast, speed: 5}
      - {address: 10.0.0.2:80, class: slow, speed: 0}
`))
	fmt.Println(err)
	// Output:
	// steelyard.yaml:8: pools[0].servers[1].speed: got 0, want a number from 1e-09 to 1e+09
}

// Another package reads its own fields beside those of the fleet, and reports
// mistakes in the same way.
func ExampleRead() {
	doc, err := fleet.Parse("scenario.yaml", []byte(`
classes:
  - {name: fast, servers: 20, speed: 5}
  - {name: slow, servers: 80, speed: 1}
load: 0.9
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	o := doc.Root().Object(append(fleet.Fields(), "load")...)
	f := fleet.Read(o)
	load := o.Get("load").Positive()
	if load > 2 {
		o.Get("load").Want("a load from 0 to 2")
	}
	if err := doc.Err(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d servers, capacity %g, load %g\n", f.Servers(), f.Capacity(), load)
	// Output:
	// 100 servers, capacity 180, load 0.9
}
