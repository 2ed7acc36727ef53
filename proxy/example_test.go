package proxy_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/steelyard-lb/steelyard/balance"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/proxy"
	"github.com/steelyard-lb/steelyard/proxy/h1"
	"github.com/steelyard-lb/steelyard/roundtrip"
)

// A proxy before two servers, one of which is down. The request that is sent there first goes to the other.
func Example() {
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s for %s", r.URL, r.Header.Get("X-Forwarded-For"))
	}))
	defer up.Close()
	down := httptest.NewServer(nil)
	down.Close()

	spec, err := policy.Parse("sed")
	if err != nil {
		panic(err)
	}
	sed, err := spec.New()
	if err != nil {
		panic(err)
	}
	b, err := balance.New(balance.Config{
		Policy: sed,
		Servers: []balance.Server{
			{Key: down.Listener.Addr().String(), Rate: 5},
			{Key: up.Listener.Addr().String(), Rate: 1},
		},
	})
	if err != nil {
		panic(err)
	}
	next := &h1.Transport{}
	defer next.CloseIdleConnections()
	front := httptest.NewServer(&proxy.Proxy{Upstream: &roundtrip.Transport{Balancer: b, Next: next}})
	defer front.Close()

	resp, err := http.Get(front.URL + "/hello")
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	fmt.Printf("%d: %s\n", resp.StatusCode, text)
	for _, server := range b.Snapshot() {
		fmt.Println("rate", server.Rate, "is", server.State)
	}
	// Output:
	// 200: /hello for 127.0.0.1
	// rate 5 is out
	// rate 1 is up
}
