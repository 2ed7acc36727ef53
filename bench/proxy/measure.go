package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ticks per second of the times in /proc/pid/stat: fixed at 100 on Linux.
const ticks = 100

// sample is one measurement of one proxy.
type sample struct {
	rate   float64       // requests per second
	cpu    time.Duration // per request
	errors int
}

// process is a child bound to one core.
type process struct {
	cmd *exec.Cmd
	dir string // its files, "" for none
}

func start(core int, env string, name string, args ...string) (*process, error) {
	cmd := exec.Command("taskset", append([]string{"-c", strconv.Itoa(core), name}, args...)...)
	cmd.Env = os.Environ()
	if env != "" {
		cmd.Env = append(cmd.Env, env)
	}
	cmd.Stderr = os.Stderr
	return &process{cmd: cmd}, cmd.Start()
}

func startSelf(core int, env string, args ...string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return start(core, env, self, args...)
}

func (p *process) stop() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
	if p.dir != "" {
		os.RemoveAll(p.dir)
	}
}

// cpu returns the user and system time the process has used. taskset replaces itself, so that its pid is the proxy's.
func (p *process) cpu() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		return 0, err
	}
	system, err := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticks, err
}

func measure(name string, o options, upstream []string) (sample, error) {
	front, err := freeAddresses(1)
	if err != nil {
		return sample{}, err
	}
	proxy, err := startProxy(name, front[0], upstream)
	if err != nil {
		return sample{}, err
	}
	defer proxy.stop()
	if err := waitFor(front[0]); err != nil {
		return sample{}, err
	}
	if _, _, err := load(front[0], o.clients, 1); err != nil {
		return sample{}, err
	}
	before, err := proxy.cpu()
	if err != nil {
		return sample{}, err
	}
	requests, failed, err := load(front[0], o.clients, o.seconds)
	if err != nil {
		return sample{}, err
	}
	after, err := proxy.cpu()
	if err != nil {
		return sample{}, err
	}
	return sample{
		rate:   float64(requests) / float64(o.seconds),
		cpu:    (after - before) / time.Duration(requests),
		errors: failed,
	}, nil
}

var (
	requestsLine = regexp.MustCompile(`(\d+) requests in`)
	statusLine   = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
	socketLine   = regexp.MustCompile(`Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)`)
)

// load runs wrk and returns the numbers of requests and of errors.
func load(address string, clients, seconds int) (requests, failed int, err error) {
	out, err := exec.Command("taskset", "-c", "1", "wrk", "-t1", fmt.Sprintf("-c%d", clients), fmt.Sprintf("-d%ds", seconds),
		"-H", "User-Agent: bench", "-H", "Accept: */*", "http://"+address+"/some/path?x=1").CombinedOutput()
	if err != nil {
		return 0, 0, fmt.Errorf("wrk: %w: %s", err, out)
	}
	m := requestsLine.FindSubmatch(out)
	if m == nil {
		return 0, 0, fmt.Errorf("wrk said %s", out)
	}
	requests, _ = strconv.Atoi(string(m[1]))
	for _, line := range []*regexp.Regexp{statusLine, socketLine} {
		if m := line.FindSubmatch(out); m != nil {
			for _, count := range m[1:] {
				n, _ := strconv.Atoi(string(count))
				failed += n
			}
		}
	}
	return max(requests, 1), failed, nil
}

// freeAddresses returns loopback addresses nobody listens on.
func freeAddresses(n int) ([]string, error) {
	addresses := make([]string, n)
	for i := range addresses {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		addresses[i] = l.Addr().String()
	}
	return addresses, nil
}

func waitFor(address string) error {
	deadline := time.Now().Add(5 * time.Second)
	for {
		c, err := net.Dial("tcp", address)
		if err == nil {
			return c.Close()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("nothing listens on %s: %w", address, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
