package roundtrip_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/steelyard-lb/steelyard/balance"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/roundtrip"
)

// A client whose requests are spread over two servers, the first of which is twice as fast.
func Example() {
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello from "+r.Host) })
	one, two := httptest.NewServer(hello), httptest.NewServer(hello)
	defer one.Close()
	defer two.Close()

	spec, err := policy.Parse("wrr")
	if err != nil {
		panic(err)
	}
	wrr, err := spec.New()
	if err != nil {
		panic(err)
	}
	b, err := balance.New(balance.Config{
		Policy: wrr,
		Servers: []balance.Server{
			{Key: one.Listener.Addr().String(), Rate: 2},
			{Key: two.Listener.Addr().String(), Rate: 1},
		},
	})
	if err != nil {
		panic(err)
	}
	client := &http.Client{Transport: &roundtrip.Transport{Balancer: b}}
	for range 3 {
		resp, err := client.Get("http://pool.example/")
		if err != nil {
			panic(err)
		}
		text, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Printf("%s\n", text)
	}
	for _, server := range b.Snapshot() {
		fmt.Println(server.OK, "requests at rate", server.Rate)
	}
	// Output:
	// hello from pool.example
	// hello from pool.example
	// hello from pool.example
	// 2 requests at rate 2
	// 1 requests at rate 1
}
