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

// TestAddAPolicy follows docs/add-a-policy.md: its file and its line, laid over the sources, add the policy to the program.
func TestAddAPolicy(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, filepath.Join(root, "docs", "add-a-policy.md"))
	code := regexp.MustCompile("(?s)```go\n(package policy\n.*?)```").FindStringSubmatch(page)
	if code == nil {
		t.Fatal("docs/add-a-policy.md: no Go block of package policy")
	}
	table := read(t, filepath.Join(root, "policy", "all.go"))
	with := strings.Replace(table, "\n\t}\n}", "\n\t\tfewest,\n\t}\n}", 1)
	if with == table {
		t.Fatal("policy/all.go: no list of entries")
	}
	dir := t.TempDir()
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(root, "policy", "fewest.go"): write(t, dir, "fewest.go", code[1]),
		filepath.Join(root, "policy", "all.go"):    write(t, dir, "all.go", with),
	}})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-overlay", write(t, dir, "overlay.json", string(overlay)), "-run", "Parse|Table|^TestPolicies$", "./policy", "./internal/conform")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the page's policy does not pass the package's tests: %v\n%s", err, out)
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
