package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is where the module's go.mod lies.
const root = "../.."

// source is one Go file of the tree.
type source struct {
	name string // from the root, with slashes
	dir  string // "" for the root
	test bool
	file *ast.File
	text []byte
}

// tree is the Go files of the module, by directory.
type tree struct {
	fset *token.FileSet
	dirs map[string][]source
}

// skipped are directories that hold no sources of ours, and the file .git that stands for one in a linked work tree.
var skipped = []string{".git", "out", "testdata", "node_modules"}

// walk calls visit for every file of the tree, named from the root.
func walk(t *testing.T, visit func(name string, text []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if e.IsDir() && slices.Contains(skipped, e.Name()) {
			return filepath.SkipDir
		}
		if !e.Type().IsRegular() || slices.Contains(skipped, e.Name()) {
			return nil
		}
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		visit(filepath.ToSlash(name), text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// load parses all Go files.
func load(t *testing.T) *tree {
	t.Helper()
	all := &tree{fset: token.NewFileSet(), dirs: map[string][]source{}}
	walk(t, func(name string, text []byte) {
		if !strings.HasSuffix(name, ".go") {
			return
		}
		file, err := parser.ParseFile(all.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		dir, _ := filepath.Split(name)
		dir = strings.TrimSuffix(dir, "/")
		all.dirs[dir] = append(all.dirs[dir], source{name, dir, strings.HasSuffix(name, "_test.go"), file, text})
	})
	if len(all.dirs[""]) == 0 {
		t.Fatalf("no Go file in %s", root)
	}
	return all
}

// sorted lists the directories.
func (a *tree) sorted() []string { return slices.Sorted(maps.Keys(a.dirs)) }

// sources calls visit for every file that is not a test.
func (a *tree) sources(visit func(f source)) {
	for _, dir := range a.sorted() {
		for _, f := range a.dirs[dir] {
			if !f.test {
				visit(f)
			}
		}
	}
}

// at is a position as editors read it.
func (a *tree) at(p token.Pos) string { return a.fset.Position(p).String() }

// lines counts them.
func (f source) lines() int { return bytes.Count(f.text, []byte("\n")) }
