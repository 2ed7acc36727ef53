package paper

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// summarise writes the pages about all figures on the shelf. Another run may put a figure in the place of one that is being read: then it is
// read again.
func (s shelf) summarise() error {
	const tries = 5
	err := s.pages()
	for k := 1; k < tries && errors.Is(err, fs.ErrNotExist); k++ {
		err = s.pages()
	}
	return err
}

func (s shelf) pages() error {
	var list []Record
	for _, f := range All() {
		if r, ok := Load(s.dir, f.ID); ok {
			list = append(list, r)
		}
	}
	c := contentsOf(list)
	page, err := s.page(c)
	if err != nil {
		return err
	}
	if err := s.publish("index.html", page); err != nil {
		return err
	}
	return s.publish("summary.md", c.markdown())
}

// contents are what the pages tell of.
type contents struct {
	chapter
	Papers  []chapter
	Missing []string // IDs of figures that are not there
	Builds  []string // that made them, if there are several
}

// chapter is some figures, such as those of one paper.
type chapter struct {
	source
	Figures []Record
}

// contentsOf groups records by paper.
func contentsOf(list []Record) contents {
	c := contents{chapter: chapter{Figures: list}}
	for k, paper := range sources() {
		part := chapter{source: paper}
		for _, r := range list {
			if strings.HasPrefix(r.ID, fmt.Sprintf("p%d-", k)) {
				part.Figures = append(part.Figures, r)
			}
		}
		if len(part.Figures) > 0 {
			c.Papers = append(c.Papers, part)
		}
	}
	for _, id := range IDs() {
		if !slices.ContainsFunc(list, func(r Record) bool { return r.ID == id }) {
			c.Missing = append(c.Missing, id)
		}
	}
	for _, r := range list {
		if !slices.Contains(c.Builds, r.Build) {
			c.Builds = append(c.Builds, r.Build)
		}
	}
	return c
}

// Count says how many verdicts of all figures came out so.
func (c chapter) Count(j Judgement) int {
	n := 0
	for _, r := range c.Figures {
		n += r.Count(j)
	}
	return n
}

// Others are the verdicts of a figure that do not agree.
func (r Record) Others() []Verdict {
	return slices.DeleteFunc(slices.Clone(r.Verdicts), func(v Verdict) bool { return v.Judgement == Agrees })
}

// Made says how the figure was made.
func (r Record) Made() string {
	text := fmt.Sprintf("Run: %s, seed %d", r.Effort, r.Seed)
	if r.Build != "" {
		text += ", steelyard " + r.Build
	}
	return text
}

//go:embed index.html.tmpl
var pageText string

// page is a page that needs nothing else: pictures are in it.
func (s shelf) page(c contents) ([]byte, error) {
	t, err := template.New("index").Funcs(template.FuncMap{"picture": s.picture}).Parse(pageText)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, c); err != nil {
		return nil, fmt.Errorf("index.html: %w", err)
	}
	return b.Bytes(), nil
}

// picture is an SVG file as an address that holds it.
func (s shelf) picture(id, name string) (template.URL, error) {
	data, err := os.ReadFile(filepath.Join(s.dir, id, name+".svg"))
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(data)), err
}
