package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"unicode/utf8"

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

// unreadable finds the line of the first byte that has no place in UTF-8 text.
func unreadable(data []byte) (line int, found bool) {
	line = 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1, r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0x7f:
			return line, true
		case r == '\n':
			line++
		}
		data = data[size:]
	}
	return 0, false
}

// These patterns take apart the messages of the YAML library, which tells no
// line for an alias without an anchor.
var (
	syntaxPattern = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)
	aliasPattern  = regexp.MustCompile(`^yaml: unknown anchor '(.*)' referenced$`)
)

func syntaxError(p Place, data []byte, err error) *Error {
	if parts := aliasPattern.FindStringSubmatch(err.Error()); parts != nil {
		before, _, _ := bytes.Cut(data, []byte("*"+parts[1]))
		p.Line = 1 + bytes.Count(before, []byte("\n"))
		return p.Errorf("got the alias *%s, want the value written out", brief(parts[1]))
	}
	parts := syntaxPattern.FindStringSubmatch(err.Error())
	if parts == nil {
		return p.Errorf("not YAML: %v", err)
	}
	if line, err := strconv.Atoi(parts[1]); err == nil {
		p.Line = line
	}
	return p.Errorf("not YAML: %s", parts[2])
}

// brief cuts text that is long, and quotes what could blur a message.
func brief(text string) string {
	text = cut(text)
	for _, r := range text {
		if !strconv.IsPrint(r) {
			return strconv.Quote(text)
		}
	}
	return text
}

func cut(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	end := most
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// describe tells what stands at a node.
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode && len(n.Content) == 0:
		return "an empty list"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		return fmt.Sprintf("the text %q", cut(n.Value))
	case n.ShortTag() == "!!null":
		return "nothing"
	}
	return brief(n.Value)
}
