package main

import (
	"fmt"
	"net/http"
)

// poolStatus is the document of GET /servers.
type poolStatus struct {
	Pool      string         `json:"pool"`
	Policy    string         `json:"policy"`
	Balancers int            `json:"balancers"`
	Servers   []serverStatus `json:"servers"`
}

// serverStatus is one server. Picked requests are in flight or ended in one of
// the four ways that follow.
type serverStatus struct {
	Address     string  `json:"address"`
	Class       string  `json:"class"`
	Speed       float64 `json:"speed"`
	Workers     int     `json:"workers"`
	State       string  `json:"state"` // up, draining or out
	InFlight    int     `json:"in_flight"`
	Picked      uint64  `json:"picked"`
	OK          uint64  `json:"ok"`
	Failed      uint64  `json:"failed"`
	Cancelled   uint64  `json:"cancelled"`
	Unreachable uint64  `json:"unreachable"`
}

func (s *service) adminHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", s.health)
	mux.HandleFunc("GET /servers", s.status)
	return mux
}

func (s *service) health(w http.ResponseWriter, _ *http.Request) {
	if s.draining.Load() {
		http.Error(w, "draining", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

func (s *service) status(w http.ResponseWriter, _ *http.Request) {
	c := s.settings.Load()
	document := poolStatus{Pool: c.pool.Name, Policy: c.policy.String(), Balancers: c.pool.Balancers}
	for _, m := range s.balancer.Snapshot() {
		document.Servers = append(document.Servers, serverStatus{
			m.Key, m.Class, m.Rate, m.Workers, m.State.String(), m.InFlight,
			m.Picked, m.OK, m.Failed, m.Cancelled, m.Unreachable,
		})
	}
	w.Header().Set("Content-Type", "application/json")
	if err := writeJSON(w, document); err != nil {
		s.log.Debug("admin: client gone", "error", err)
	}
}
