package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/steelyard-lb/steelyard/fleet"
)

// source is the scenario of a plan, independent of the machine it came from.
type source struct {
	text  string            // canonical YAML
	files map[string][]byte // that it names, by the name it gives them
}

// canonical makes the same text of all files that say the same of the runs: without comments, styles and order of fields, and without what the
// plan itself says or no run depends on. Files of values get names by their content. Relative names begin at dir.
func canonical(data []byte, dir string) (*source, error) {
	root, err := rootOf(data)
	if err != nil {
		return nil, err
	}
	root = plainNode(root)
	for _, field := range []string{"policy", "expect", "pending"} {
		drop(root, field)
	}
	for _, field := range []string{"jobs", "replications", "seed"} {
		drop(child(root, "run"), field)
	}
	s := &source{files: make(map[string][]byte)}
	for _, name := range fileNames(root) {
		if err := s.adopt(name, dir); err != nil {
			return nil, err
		}
	}
	root.Style = yaml.FlowStyle // short: a file that may be read must not become one that is too long
	var text bytes.Buffer
	if err := yaml.NewEncoder(&text).Encode(root); err != nil {
		return nil, err
	}
	s.text = text.String()
	if _, err := fleet.Parse("its canonical text", text.Bytes()); err != nil {
		return nil, err
	}
	return s, nil
}

// rootOf is the top of a YAML document.
func rootOf(data []byte) (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, errors.New("got an empty scenario")
	}
	return document.Content[0], nil
}

// plainNode is a copy of a node without comments, styles and order of fields.
func plainNode(n *yaml.Node) *yaml.Node {
	p := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value}
	for _, c := range n.Content {
		p.Content = append(p.Content, plainNode(c))
	}
	if n.Kind == yaml.MappingNode {
		sortFields(p)
	}
	return p
}

func sortFields(n *yaml.Node) {
	pairs := slices.Collect(slices.Chunk(n.Content, 2))
	slices.SortStableFunc(pairs, func(a, b []*yaml.Node) int { return strings.Compare(a[0].Value, b[0].Value) })
	n.Content = slices.Concat(pairs...)
}

// child is the value of a field; nil if there is none.
func child(n *yaml.Node, field string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for k := 0; k+1 < len(n.Content); k += 2 {
		if n.Content[k].Value == field {
			return n.Content[k+1]
		}
	}
	return nil
}

func drop(n *yaml.Node, field string) {
	if n == nil || n.Kind != yaml.MappingNode {
		return
	}
	for k := 0; k+1 < len(n.Content); k += 2 {
		if n.Content[k].Value == field {
			n.Content = slices.Delete(n.Content, k, k+2)
			return
		}
	}
}

// fileNames are the values of the fields that name files.
func fileNames(root *yaml.Node) []*yaml.Node {
	var names []*yaml.Node
	for _, field := range []string{"job", "arrivals"} {
		if name := child(child(root, field), "file"); name != nil {
			names = append(names, name)
		}
	}
	return names
}

// adopt takes in the file that a field names.
func (s *source) adopt(name *yaml.Node, dir string) error {
	file := name.Value
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("file of values: %w", err)
	}
	name.Value = valuesPrefix + nameOf(data) + ".txt"
	s.files[name.Value] = data
	return nil
}

// valuesPrefix begins the names of files of values; what follows is a hash of the content.
const valuesPrefix = "values-"

// readValues reads the files that a canonical scenario names.
func readValues(text string, f folder) (map[string][]byte, error) {
	root, err := rootOf([]byte(text))
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for _, name := range fileNames(root) {
		data, err := f.load(name.Value)
		if err != nil {
			return nil, err
		}
		if want := valuesPrefix + nameOf(data) + ".txt"; want != name.Value {
			return nil, fmt.Errorf("%s: got content of the name %s", f.path(name.Value), want)
		}
		files[name.Value] = data
	}
	return files, nil
}
