package archtest

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// imports of a file, unquoted, with the specs they come from.
func imports(t *testing.T, f source, visit func(path string, spec *ast.ImportSpec)) {
	t.Helper()
	for _, spec := range f.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		visit(path, spec)
	}
}

func TestEveryDirectoryHasARule(t *testing.T) {
	for _, dir := range load(t).sorted() {
		if ruleOf(dir) == nil {
			t.Errorf("%s: no rule; add the directory to the table in rules_test.go", dir)
		}
	}
}

func TestImports(t *testing.T) {
	all := load(t)
	all.sources(func(f source) {
		r := ruleOf(f.dir)
		if r == nil {
			return
		}
		imports(t, f, func(path string, spec *ast.ImportSpec) {
			why := ""
			if within(path, module) {
				why = r.mayImport(strings.TrimPrefix(strings.TrimPrefix(path, module), "/"))
			} else {
				why = r.mayUse(path)
			}
			if why != "" {
				t.Errorf("%s: imports %s: %s", all.at(spec.Pos()), path, why)
			}
		})
	})
}

// The tests of a package whose libraries are listed may use a few more.
func TestImportsOfTests(t *testing.T) {
	all := load(t)
	for _, dir := range all.sorted() {
		r := ruleOf(dir)
		if r == nil || r.extern == nil {
			continue
		}
		for _, f := range all.dirs[dir] {
			imports(t, f, func(path string, spec *ast.ImportSpec) {
				if f.test && !within(path, module) && !isStandard(path) && !withinAny(path, slices.Concat(r.extern, testExtern)) {
					t.Errorf("%s: imports %s: tests here may use %v", all.at(spec.Pos()), path, testExtern)
				}
			})
		}
	}
}

// What the limits forbid besides imports: calls, goroutines and channels.
func TestLimits(t *testing.T) {
	all := load(t)
	all.sources(func(f source) {
		r := ruleOf(f.dir)
		if r == nil || r.limits == 0 {
			return
		}
		ast.Inspect(f.file, func(n ast.Node) bool {
			if what := r.forbids(n); what != "" {
				t.Errorf("%s: %s: the rule of %q forbids it", all.at(n.Pos()), what, r.dir)
			}
			return true
		})
	})
}

// forbids names what is wrong with n, "" if nothing.
func (r *rule) forbids(n ast.Node) string {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		pkg, ok := n.X.(*ast.Ident)
		if !ok {
			return ""
		}
		name := pkg.Name + "." + n.Sel.Name
		for _, b := range banned {
			if r.limits&b.limit != 0 && slices.Contains(b.calls, name) {
				return name
			}
		}
	case *ast.GoStmt:
		return r.forbidsThreads("go statement")
	case *ast.ChanType:
		return r.forbidsThreads("channel")
	case *ast.SelectStmt:
		return r.forbidsThreads("select")
	}
	return ""
}

func (r *rule) forbidsThreads(what string) string {
	if r.limits&noThreads == 0 {
		return ""
	}
	return what
}

// The table itself: directories once, the rules' own words, and verdicts that must not change.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules {
		if seen[r.dir] {
			t.Errorf("%q has two rules", r.dir)
		}
		seen[r.dir] = true
	}
	for _, r := range rules {
		for _, dir := range r.never {
			if !seen[dir] {
				t.Errorf("%q must never import %q, which has no rule", r.dir, dir)
			}
		}
	}
	verdicts := []struct {
		from, to string
		ok       bool
	}{
		{"", "internal/rng", true}, {"internal/rng", "", false}, {"policy", "", true}, {"", "policy", false}, {"policy", "fleet", false},
		{"fleet", "policy", false}, {"sim", "policy", true}, {"sim", "meanfield", false}, {"balance", "sim", false}, {"sim", "balance", false},
		{"meanfield", "sim", false}, {"meanfield", "policy", true}, {"tune", "meanfield", true}, {"scenario", "sim", true}, {"proxy", "balance", true},
		{"balance", "proxy", false}, {"cmd/steelyard", "proxy/h1", true}, {"proxy", "proxy/h1", true}, {"proxy/h1", "cmd/steelyard", false},
		{"proxy", "unheard/of", false}, {"paper", "scenario", true}, {"balance", "fleet", true}, {"proxy", "roundtrip", false},
	}
	for _, v := range verdicts {
		if why := ruleOf(v.from).mayImport(v.to); (why == "") != v.ok {
			t.Errorf("%s imports %s: verdict %q, want allowed %v", v.from, v.to, why, v.ok)
		}
	}
	uses := []struct {
		from, path string
		ok         bool
	}{
		{"", "net/http", false}, {"", "net", false}, {"", "os", false}, {"", "math", true}, {"", "log/slog", false}, {"policy", "sync/atomic", false},
		{"policy", "math/rand/v2", false}, {"balance", "net/http", false}, {"balance", "sync", true}, {"proxy", "net/http", true},
		{"sim", "sync", true}, {"sim", "gonum.org/v1/gonum/stat", false}, {"tune", "gonum.org/v1/gonum/optimize", true},
		{"tune", "gonum.org/v1/plot", false}, {"chart", "gonum.org/v1/plot", true}, {"policy", "go.yaml.in/yaml/v3", false},
	}
	for _, v := range uses {
		if why := ruleOf(v.from).mayUse(v.path); (why == "") != v.ok {
			t.Errorf("%s uses %s: verdict %q, want allowed %v", v.from, v.path, why, v.ok)
		}
	}
}
