package policy

import steelyard "github.com/steelyard-lb/steelyard"

var leastconn = Entry{
	Name:     "leastconn",
	Summary:  "fewest in flight, whatever the speed",
	Source:   "least connections of nginx, HAProxy, Envoy without weights",
	Messages: "1",
	Examples: []string{"leastconn"},
	New:      func(Args) (steelyard.Policy, error) { return newBest(byLength{}) },
}

var leastconnW = Entry{
	Name:     "leastconn-w",
	Summary:  "fewest in flight for its weight, which is the server's capacity",
	Source:   "least connections with weights of nginx (q/w) and HAProxy (idle first, else (q+1)/w)",
	Messages: "1",
	Params: []Param{{
		Name: "rule", Doc: "nginx: q/w; haproxy: idle servers first, else (q+1)/w",
		Words: []string{"nginx", "haproxy"}, Default: "nginx",
	}},
	Examples: []string{"leastconn-w", "leastconn-w(rule=haproxy)"},
	New: func(a Args) (steelyard.Policy, error) {
		if a.Is("rule", "haproxy") {
			return newBest(byIdleThenDelay{})
		}
		return newBest(byDrain{})
	},
}
