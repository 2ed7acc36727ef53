package archtest

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"testing"
)

// Every package says what it is, once.
func TestPackageComments(t *testing.T) {
	all := load(t)
	for _, dir := range all.sorted() {
		var docs []string
		names := map[string]bool{}
		for _, f := range all.dirs[dir] {
			if !f.test {
				names[f.file.Name.Name] = true
			}
			if f.file.Doc != nil && isPackageComment(f.file) {
				docs = append(docs, f.name)
			}
		}
		if len(names) > 0 && len(docs) != 1 {
			t.Errorf("%q: package comments in %v, want one", dir, docs)
		}
	}
}

func isPackageComment(f *ast.File) bool {
	first := "Package " + f.Name.Name + " "
	if f.Name.Name == "main" {
		first = "Command "
	}
	return strings.HasPrefix(f.Doc.Text(), first)
}

func TestNoInit(t *testing.T) {
	all := load(t)
	all.sources(func(f source) {
		for _, d := range f.file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: func init: what is wired, is wired by name", all.at(fn.Pos()))
			}
		}
	})
}

func TestFileLength(t *testing.T) {
	load(t).sources(func(f source) {
		if n := f.lines(); n > maxLines && !ast.IsGenerated(f.file) {
			t.Errorf("%s: %d lines, want at most %d", f.name, n, maxLines)
		}
	})
}

// No package has state that changes: what is declared beside functions is never assigned to, nor can change inside.
func TestNoPackageState(t *testing.T) {
	all := load(t)
	for _, dir := range all.sorted() {
		var files []*ast.File
		for _, f := range all.dirs[dir] {
			if !f.test {
				files = append(files, f.file)
			}
		}
		for _, why := range packageState(all.fset, files) {
			t.Errorf("%s", why)
		}
	}
}

// mutable are types of the standard library whose values change in use.
var mutable = regexp.MustCompile(`\b(sync|atomic)\.[A-Z]`)

// packageState lists the package-level variables of one package that change, and where.
func packageState(fset *token.FileSet, files []*ast.File) (found []string) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	pkg := check(fset, files, info)
	isState := func(e ast.Expr) bool {
		v, ok := info.Uses[base(e)].(*types.Var)
		return ok && v.Parent() == pkg.Scope()
	}
	report := func(n ast.Expr, what string) {
		found = append(found, fset.Position(n.Pos()).String()+": package-level variable "+what+": "+types.ExprString(n))
	}
	for _, f := range files {
		for _, d := range f.Decls {
			eachVar(d, func(name *ast.Ident, spec *ast.ValueSpec) {
				if holdsMutable(spec) {
					report(name, "of a type that changes in use")
				}
			})
		}
		ast.Inspect(f, func(n ast.Node) bool {
			for _, e := range changed(n) {
				if isState(e) {
					report(e, "is changed")
				}
			}
			return true
		})
	}
	return found
}

// check resolves the identifiers of a package as far as that needs no other one.
func check(fset *token.FileSet, files []*ast.File, info *types.Info) *types.Package {
	config := types.Config{Error: func(error) {}, Importer: noImporter{}}
	pkg, _ := config.Check("p", fset, files, info) // imports are missing, so errors are many
	return pkg
}

// noImporter finds nothing.
type noImporter struct{}

func (noImporter) Import(string) (*types.Package, error) { return nil, errors.New("not needed") }

func eachVar(d ast.Decl, visit func(name *ast.Ident, spec *ast.ValueSpec)) {
	decl, ok := d.(*ast.GenDecl)
	if !ok || decl.Tok != token.VAR {
		return
	}
	for _, s := range decl.Specs {
		spec := s.(*ast.ValueSpec)
		for _, name := range spec.Names {
			visit(name, spec)
		}
	}
}

func holdsMutable(spec *ast.ValueSpec) bool {
	if spec.Type != nil && mutable.MatchString(types.ExprString(spec.Type)) {
		return true
	}
	for _, v := range spec.Values {
		if lit, ok := v.(*ast.CompositeLit); ok && mutable.MatchString(types.ExprString(lit.Type)) {
			return true
		}
	}
	return false
}

// changed lists what a node assigns to, empties or copies into, and what it takes the address of.
func changed(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	case *ast.CallExpr:
		name, ok := n.Fun.(*ast.Ident)
		if ok && len(n.Args) > 0 && (name.Name == "clear" || name.Name == "delete" || name.Name == "copy") {
			return n.Args[:1]
		}
	}
	return nil
}

// base is the identifier that an operand starts with, nil if there is none.
func base(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}
