package paper

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Record is what is kept of a finished figure beside its pictures and tables: the file verdict.json in the figure's folder.
type Record struct {
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	Chosen   []string  `json:"chosen"`
	Effort   Effort    `json:"effort"`
	Seed     uint64    `json:"seed"`
	Question string    `json:"question"` // hash of what was asked: the figure, its parameters and the options
	Build    string    `json:"build"`    // the program that made it
	Pictures []Drawing `json:"pictures"` // each is there as SVG and PNG
	Tables   []string  `json:"tables"`   // names without ending; each is there as CSV
	Verdicts []Verdict `json:"verdicts"`
	Notes    []string  `json:"notes"`
	// Files are the hashes of all files, by name: one that was cut short is found out.
	Files map[string]string `json:"files"`
}

// Drawing is a picture as it is kept.
type Drawing struct {
	Name   string  `json:"name"`  // of the file, without ending
	Width  float64 `json:"width"` // points
	Height float64 `json:"height"`
}

// verdictFile is the name of a record.
const verdictFile = "verdict.json"

// question is the hash of what a figure is asked.
func question(f Figure, o Options) string {
	text := fmt.Sprintf("%s\n%s\n%q\n%s\n%d", f.ID, f.Title, f.Chosen, o.Effort, o.Seed)
	return hashOf([]byte(text))
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Load reads the record of a figure from a folder of results. It reports false if there is none that is complete.
func Load(dir, id string) (Record, bool) {
	var r Record
	data, err := os.ReadFile(filepath.Join(dir, id, verdictFile))
	if err != nil || json.Unmarshal(data, &r) != nil || r.ID != id || !r.complete() {
		return Record{}, false
	}
	for name, hash := range r.Files {
		data, err := os.ReadFile(filepath.Join(dir, id, filepath.Base(name)))
		if err != nil || hashOf(data) != hash {
			return Record{}, false
		}
	}
	return r, true
}

// complete says whether the record speaks of all that a figure has.
func (r Record) complete() bool {
	var names []string
	for _, p := range r.Pictures {
		names = append(names, p.Name+".svg", p.Name+".png")
	}
	for _, name := range r.Tables {
		names = append(names, name+".csv")
	}
	for _, name := range names {
		if _, there := r.Files[name]; !there || name != filepath.Base(name) {
			return false
		}
	}
	return len(names) == len(r.Files) && len(r.Verdicts) > 0 && len(r.Verdicts) == r.Count(Agrees)+r.Count(Differs)+r.Count(Open)
}

// Count says how many verdicts came out so.
func (r Record) Count(j Judgement) int {
	n := 0
	for _, v := range r.Verdicts {
		if v.Judgement == j {
			n++
		}
	}
	return n
}
