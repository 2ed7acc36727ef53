package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

func parse(t *testing.T, text string) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return fset, file
}

// The checks find what they are for, and only that.
func TestPackageStateIsFound(t *testing.T) {
	const head = "package p\nimport \"sync\"\nvar table = map[string]int{}\nvar list []int\nvar point struct{ x int }\n"
	tests := []struct {
		name, text string
		found      int
	}{
		{"read only", "func f() int { return table[\"a\"] + len(list) + point.x }", 0},
		{"assigned", "func f() { list = nil }", 1},
		{"appended", "func f() { list = append(list, 1) }", 1},
		{"element", "func f() { table[\"a\"] = 1 }", 1},
		{"counted", "func f() { list[0]++ }", 1},
		{"field", "func f() { point.x += 1 }", 1},
		{"address", "func f() *int { return &point.x }", 1},
		{"emptied", "func f() { clear(table); delete(table, \"a\"); copy(list, list) }", 3},
		{"range", "func f() { for point.x = range list {} }", 1},
		{"local of the same name", "func f() { list := []int{1}; list[0] = 2; var table int; table++ }", 0},
		{"parameter of the same name", "func f(list []int) { list[0] = 2 }", 0},
		{"field of the same name", "type t struct{ list int }\nfunc f(x *t) { x.list = 1 }", 0},
		{"lock", "var mu sync.Mutex", 1},
		{"pool", "var pool = sync.Pool{}", 1},
		{"computed once by a function", "var once = f()\nfunc f() int { return 1 }", 0},
	}
	for _, test := range tests {
		fset, file := parse(t, head+test.text)
		if got := packageState(fset, []*ast.File{file}); len(got) != test.found {
			t.Errorf("%s: found %q, want %d", test.name, got, test.found)
		}
	}
}

func TestLimitsAreFound(t *testing.T) {
	tests := []struct {
		text  string
		found bool
	}{
		{"func f() { go f() }", true},
		{"func f(c chan int) {}", true},
		{"func f() { select {} }", true},
		{"var t = time.Now()", true},
		{"var now = time.Now", true},
		{"var d time.Duration", false},
		{"func f() { for {} }", false},
	}
	for _, test := range tests {
		_, file := parse(t, "package p\n"+test.text)
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			found = found || ruleOf("").forbids(n) != ""
			return true
		})
		if found != test.found {
			t.Errorf("%s: found %v, want %v", test.text, found, test.found)
		}
	}
}

func TestPackageCommentsAreFound(t *testing.T) {
	tests := []struct {
		text string
		ok   bool
	}{
		{"// Package p is one.\npackage p", true},
		{"// p is none.\npackage p", false},
		{"// Command p is one.\npackage main", true},
		{"// Package main is none.\npackage main", false},
	}
	for _, test := range tests {
		_, file := parse(t, test.text)
		if isPackageComment(file) != test.ok {
			t.Errorf("%q: want %v", test.text, test.ok)
		}
	}
}
