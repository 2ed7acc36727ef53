package sweep

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// FuzzRecord wants a reader of results that neither panics nor takes for one what is not written so.
func FuzzRecord(f *testing.F) {
	dir := f.TempDir()
	w := planned(f, short, grid())
	ran(f, w, dir, Shard{0, 12})
	data, err := os.ReadFile(filepath.Join(dir, pointFile(w.Points()[0].Key)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:100])
	f.Add([]byte(`{"sha256":"","result":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := decodeRecord(data); err == nil {
			if again, err := r.encode(); err != nil || !bytes.Equal(again, data) {
				t.Errorf("%q is read, but written as %q (%v)", data, again, err)
			}
		}
		_, inner, _ := bytes.Cut(bytes.TrimSuffix(data, []byte("}\n")), []byte(`"result":`))
		if r, err := decodeRecord([]byte(sealedText(string(inner)))); err == nil { // so that what is inside is read as well
			if _, err := r.encode(); err != nil {
				t.Errorf("%q is read, but cannot be written: %v", inner, err)
			}
		}
	})
}

// FuzzPlan wants the same of plans.
func FuzzPlan(f *testing.F) {
	w := planned(f, short, grid())
	f.Add(w.Plan.encode())
	f.Add([]byte(`{"format":1,"scenario":"{}"}`))
	f.Add([]byte(`{"format":1}`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := decodePlan(data, nameOf(data))
		if err != nil || p.Replications > 1000 {
			return
		}
		open(p, folder(dir))
	})
}
