package fleet

import (
	"bytes"
	"errors"
	"io"
	"os"

	"go.yaml.in/yaml/v3"
)

// maxBytes bounds a file: some 50,000 servers of one line each.
const maxBytes = 4 << 20

// Document is one YAML document that is being read. It keeps the first mistake
// that its values meet, so that a reader may ask for every field it knows and
// look at [Document.Err] once, at the end.
type Document struct {
	file string
	root *yaml.Node
	err  *Error
}

// Load parses the named file.
func Load(file string) (*Document, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return nil, err
	}
	return Parse(file, data)
}

// Parse reads data, which must hold exactly one YAML document in UTF-8 of at
// most 4 MiB. The name of the file serves in messages only.
func Parse(file string, data []byte) (*Document, error) {
	top := Place{File: file, Line: 1}
	if len(data) > maxBytes {
		return nil, top.Errorf("got more than %d bytes, want at most that", maxBytes)
	}
	if line, found := unreadable(data); found {
		top.Line = line
		return nil, top.Errorf("got bytes that are not text, want UTF-8 without control characters")
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document, second yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil, top.Errorf("got an empty file, want one YAML document")
	} else if err != nil {
		return nil, syntaxError(top, data, err)
	}
	if err := decoder.Decode(&second); err == nil {
		top.Line = second.Line
		return nil, top.Errorf("got a second YAML document, want one per file")
	} else if !errors.Is(err, io.EOF) {
		return nil, syntaxError(top, data, err)
	}
	return &Document{file: file, root: document.Content[0]}, nil
}

// Err returns the first mistake met so far, an [*Error], or nil.
func (d *Document) Err() error {
	if d.err == nil {
		return nil
	}
	return d.err
}

// Root returns the whole document.
func (d *Document) Root() Value {
	return d.value(d.root, Place{File: d.file, Line: max(d.root.Line, 1)})
}

func (d *Document) fail(p Place, format string, args ...any) {
	if d.err == nil {
		d.err = p.Errorf(format, args...)
	}
}

// value wraps a node, and refuses what would let a short file stand for a long
// one or a plain value for something else.
func (d *Document) value(n *yaml.Node, p Place) Value {
	switch {
	case n.Kind == yaml.AliasNode:
		d.fail(p, "got the alias *%s, want the value written out", brief(n.Value))
	case n.Anchor != "":
		d.fail(p, "got the anchor &%s, want the value alone", brief(n.Anchor))
	case n.Style&yaml.TaggedStyle != 0:
		d.fail(p, "got the tag %s, want the value alone", brief(n.Tag))
	}
	return Value{doc: d, node: n, place: p}
}
