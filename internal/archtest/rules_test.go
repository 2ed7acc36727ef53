package archtest

import (
	"slices"
	"strings"
)

// module is the import path of the root.
const module = "github.com/steelyard-lb/steelyard"

// A rule holds for one directory and those below it that have no rule of their own.
type rule struct {
	dir    string   // "" is the root, "." alone
	level  int      // imports go to lower levels only, and within the directory
	limits          // what else it may not use
	never  []string // directories it must not import although they lie lower
	extern []string // modules it may use beside the standard library; nil: any
}

// limits is what a package must do without.
type limits int

const (
	// noWorld: no network, files, processes, log.
	noWorld limits = 1 << iota
	// noHTTP: none of net/http.
	noHTTP
	// noClock: time is injected.
	noClock
	// noLuck: randomness is injected.
	noLuck
	// noThreads: no goroutine, channel or lock.
	noThreads
)

const (
	pure   = noWorld | noHTTP | noClock | noLuck | noThreads
	engine = noWorld | noHTTP | noClock | noLuck
)

var (
	std   = []string{}
	gonum = []string{"gonum.org/v1/gonum"}
)

// rules is the table of the tree, from the bottom up.
var rules = []rule{
	{dir: "internal/rng", level: 0, limits: pure, extern: std},
	{dir: "internal/closest", level: 0, limits: pure, extern: std},
	{dir: "internal/excerpt", level: 0, limits: pure, extern: std},
	{dir: "internal/archtest", level: 0, extern: std},
	{dir: "", level: 1, limits: pure, extern: std},
	{dir: "dist", level: 2, limits: engine, extern: std},
	{dir: "stats", level: 2, limits: pure, extern: std},
	{dir: "internal/waterfill", level: 2, limits: pure, extern: std},
	{dir: "internal/conform", level: 2, extern: std},
	{dir: "policy", level: 3, limits: pure, never: []string{"belief", "fleet"}, extern: std},
	{dir: "belief", level: 3, limits: pure, never: []string{"policy", "fleet"}, extern: std},
	{dir: "fleet", level: 3, never: []string{"policy", "belief"}},
	{dir: "meanfield", level: 4, limits: engine, extern: gonum},
	{dir: "diffusion", level: 4, limits: engine, extern: gonum},
	{dir: "sim", level: 5, limits: engine, never: []string{"meanfield", "diffusion", "fleet"}, extern: std},
	{dir: "optimal", level: 5, limits: engine, extern: gonum},
	{dir: "tune", level: 5, limits: engine, extern: gonum},
	{dir: "internal/decide", level: 6},
	{dir: "balance", level: 6, limits: noWorld | noHTTP | noLuck, never: []string{"sim", "meanfield", "diffusion", "optimal", "tune"}, extern: std},
	{dir: "chart", level: 6},
	{dir: "scenario", level: 6},
	{dir: "proxy", level: 7},
	{dir: "roundtrip", level: 7},
	{dir: "backend", level: 7},
	{dir: "paper", level: 7},
	{dir: "sweep", level: 7},
	{dir: "internal/demo", level: 8},
	{dir: "internal/predictions", level: 8},
	{dir: "cmd", level: 9},
	{dir: "bench", level: 9},
	{dir: "web", level: 9},
	{dir: "caddy", level: 9},
	{dir: "grpclb", level: 9},
	{dir: "epp", level: 9},
}

// testExtern is what the tests of such packages may use besides: properties, leaks, and laws to compare with.
var testExtern = []string{"pgregory.net/rapid", "go.uber.org/goleak", "gonum.org/v1/gonum"}

// banned lists, for each limit, the imports and the calls it forbids. An import stands for those below it too.
var banned = []struct {
	limit   limits
	imports []string
	calls   []string
}{
	{noWorld, []string{"net", "os", "log", "syscall", "io/fs", "embed", "plugin"}, nil},
	{noHTTP, []string{"net/http"}, nil},
	{noClock, []string{"runtime/metrics"}, []string{
		"time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "time.AfterFunc", "time.Tick", "time.NewTimer", "time.NewTicker",
	}},
	{noLuck, []string{"math/rand", "crypto/rand", "hash/maphash"}, nil},
	{noThreads, []string{"sync", "runtime"}, nil},
}

// forbidden words do not belong in a tree that stands alone and has no plans in comments.
var forbidden = []string{"TO" + "DO", "FIX" + "ME", "/wo" + "rk/", "shared/" + "design", "shared/" + "reference"}

// maxLines is the greatest length of a file that is not a test.
const maxLines = 400

// ruleOf returns the rule for a directory, nil if the table has none. The root's rule does not hold below it.
func ruleOf(dir string) *rule {
	best := -1
	for i := range rules {
		if within(dir, rules[i].dir) && (best < 0 || len(rules[i].dir) > len(rules[best].dir)) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return &rules[best]
}

// within says whether path is root or below it; only "" is within "".
func within(path, root string) bool {
	return path == root || root != "" && strings.HasPrefix(path, root+"/")
}

func withinAny(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return within(path, root) })
}

// mayImport says why a package under r must not import another directory of the module; "" if it may.
func (r *rule) mayImport(dir string) string {
	other := ruleOf(dir)
	switch {
	case other == nil:
		return "no rule names that directory"
	case other == r:
		return ""
	case withinAny(dir, r.never):
		return "these must not know each other"
	case other.level >= r.level:
		return "imports go downwards only"
	}
	return ""
}

// mayUse says why a package under r must not import a path outside the module; "" if it may.
func (r *rule) mayUse(path string) string {
	if isStandard(path) {
		for _, b := range banned {
			if r.limits&b.limit != 0 && withinAny(path, b.imports) {
				return "its rule forbids it"
			}
		}
		return ""
	}
	if r.extern != nil && !withinAny(path, r.extern) {
		return "it may not use that module"
	}
	return ""
}

// isStandard tells the standard library by the first element, which has no dot.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
