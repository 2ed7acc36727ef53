package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"sync"
)

// task is a cell and a policy; its samples are those of the replications.
type task struct {
	cell cell
	spec string
}

// simulate runs every policy in every cell on all cores.
func simulate(jobs, replications int) (map[task][]sample, error) {
	found := map[task][]sample{}
	var list []task
	for _, c := range cells() {
		for _, spec := range append([]string{ours}, others...) {
			t := task{c.same(spec), spec}
			if found[t] == nil {
				found[t] = make([]sample, replications)
				list = append(list, t)
			}
		}
	}
	next, errs := make(chan task), make(chan error, len(list)*replications)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for t := range next {
				for k := range found[t] {
					s, err := t.cell.simulate(t.spec, jobs, k)
					found[t][k] = s
					if err != nil {
						errs <- err
					}
				}
			}
		})
	}
	for _, t := range list {
		next <- t
	}
	close(next)
	wait.Wait()
	close(errs)
	return found, <-errs
}

// write writes what was found, a line for each cell, policy and replication.
func write(w io.Writer, found map[task][]sample) error {
	out := csv.NewWriter(w)
	out.Write([]string{"fleet", "view", "dispatchers", "load", "policy", "replication", "mean", "p99"})
	for _, c := range cells() {
		for _, spec := range append([]string{ours}, others...) {
			for k, s := range found[task{c.same(spec), spec}] {
				out.Write([]string{c.fleet, c.view, strconv.Itoa(c.dispatchers), fmt.Sprint(c.load), spec, strconv.Itoa(k),
					fmt.Sprintf("%.4g", s.mean), fmt.Sprintf("%.4g", s.p99)})
			}
		}
	}
	out.Flush()
	return out.Error()
}

// read reads what write wrote.
func read(r io.Reader) (map[task][]sample, error) {
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	found := map[task][]sample{}
	for n, f := range lines[min(1, len(lines)):] {
		t := task{cell{fleet: f[0], view: f[1]}, f[4]}
		var s sample
		for _, err := range []error{
			scan(f[2], &t.cell.dispatchers), scan(f[3], &t.cell.load), scan(f[6], &s.mean), scan(f[7], &s.p99),
		} {
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+2, err)
			}
		}
		found[t] = append(found[t], s)
	}
	return found, nil
}

func scan(text string, to any) error {
	_, err := fmt.Sscan(text, to)
	return err
}
