package conform

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// addition is what a page of the documentation adds to a package's table.
type addition struct {
	page, dir, file string
	after, line     string   // of the package's all.go: an entry, and what comes after it
	test            []string // arguments of go test
}

// TestAddAPolicy follows docs/add-a-policy.md: its file and its line, laid over the sources, add the policy to the program.
func TestAddAPolicy(t *testing.T) {
	addition{
		"add-a-policy.md", "policy", "fewest.go", "whittle,", "fewest,",
		[]string{"-run", "Parse|Table|^TestPolicies$", "./policy", "./internal/conform"},
	}.check(t)
}

// TestAddAFigure follows docs/reproduce.md in the same way.
func TestAddAFigure(t *testing.T) {
	addition{
		"reproduce.md", "paper", "p0slow.go", "p0Theorems,", "p0Slow,",
		[]string{"-run", "^TestTable$|^TestEveryFigure$/^p0-slow$", "./paper"},
	}.check(t)
}

// check lays the page's file and line over the sources and runs the tests.
func (a addition) check(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, filepath.Join(root, "docs", a.page))
	code := regexp.MustCompile("(?s)```go\n(package " + a.dir + "\n.*?)```").FindStringSubmatch(page)
	if code == nil || !strings.Contains(page, "`"+a.dir+"/"+a.file+"`") || !strings.Contains(page, "`"+a.line+"`") {
		t.Fatalf("docs/%s: want a Go block of package %s, the name of its file and the line", a.page, a.dir)
	}
	all := filepath.Join(root, a.dir, "all.go")
	table := read(t, all)
	with := strings.Replace(table, a.after, a.after+" "+a.line, 1)
	if with == table {
		t.Fatalf("%s: no place for %s", all, a.line)
	}
	dir := t.TempDir()
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(root, a.dir, a.file): write(t, dir, a.file, code[1]),
		all:                                write(t, dir, "all.go", with),
	}})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"test", "-overlay", write(t, dir, "overlay.json", string(overlay))}, a.test...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "no tests to run") {
		t.Errorf("what docs/%s adds does not pass the package's tests: %v\n%s", a.page, err, out)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
