package paper

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// shelf is a folder of results, one folder for each figure.
type shelf struct {
	dir   string
	write func(name string, data []byte) error
}

func openShelf(dir string) (shelf, error) {
	s := shelf{dir, writeFile}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return s, fmt.Errorf("out: %w, want a folder that can be written", err)
	}
	// The first figure may take long: better to know now.
	probe, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return s, fmt.Errorf("out: %w, want a folder that can be written", err)
	}
	probe.Close()
	tidy(dir)
	return s, os.Remove(probe.Name())
}

// file puts a result in its place: written beside it first, and renamed when all of it is there.
func (s shelf) file(f Figure, o Options, r *Result) (Record, error) {
	record := Record{
		ID: f.ID, Title: f.Title, Chosen: append([]string{}, f.Chosen...), Effort: o.Effort, Seed: o.Seed, Question: question(f, o), Build: o.Build,
		Pictures: []Drawing{}, Tables: []string{}, Verdicts: r.Verdicts, Notes: append([]string{}, r.Notes...), Files: map[string]string{},
	}
	finished := filepath.Join(s.dir, f.ID)
	unfinished := beside(finished)
	err := os.Mkdir(unfinished, 0o777)
	if err == nil {
		err = s.fill(unfinished, &record, r)
	}
	if err == nil {
		err = replace(finished, unfinished)
	}
	if err != nil {
		os.RemoveAll(unfinished)
		return record, fmt.Errorf("%s: cannot keep the result: %w", f.ID, err)
	}
	return record, nil
}

// fill writes all files of a figure, the record last.
func (s shelf) fill(dir string, record *Record, r *Result) error {
	put := func(name string, make func(io.Writer) error) error {
		var b bytes.Buffer
		if err := make(&b); err != nil {
			return err
		}
		record.Files[name] = hashOf(b.Bytes())
		return s.write(filepath.Join(dir, name), b.Bytes())
	}
	for _, p := range r.Pictures {
		name := orID(p.Name, record.ID)
		record.Pictures = append(record.Pictures, Drawing{name, p.size().Width, p.size().Height})
		if err := put(name+".svg", func(w io.Writer) error { return p.Panels.SVG(w, p.size()) }); err != nil {
			return err
		}
		if err := put(name+".png", func(w io.Writer) error { return p.Panels.PNG(w, p.size()) }); err != nil {
			return err
		}
	}
	for _, t := range r.Tables {
		name := orID(t.Name, record.ID)
		record.Tables = append(record.Tables, name)
		if err := put(name+".csv", t.CSV); err != nil {
			return err
		}
	}
	data, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return err
	}
	return s.write(filepath.Join(dir, verdictFile), append(data, '\n'))
}

func orID(name, id string) string {
	if name == "" {
		return id
	}
	return name
}

// publish writes a file of the shelf itself, which is there as a whole or as it was.
func (s shelf) publish(name string, data []byte) error {
	if err := place(filepath.Join(s.dir, name), data, s.write); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
