package paper

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// Every figure is found under its own ID, which belongs to one of the five papers.
func TestTable(t *testing.T) {
	pattern := regexp.MustCompile(`^p[0-4]-[a-z0-9]+$`)
	seen := map[string]bool{}
	for _, f := range All() {
		if !pattern.MatchString(f.ID) || seen[f.ID] || f.Title == "" || f.Run == nil {
			t.Errorf("%q: want an ID of its own such as p0-fig3, a title and Run", f.ID)
		}
		seen[f.ID] = true
		if found, ok := Lookup(f.ID); !ok || found.Title != f.Title {
			t.Errorf("%s is not found", f.ID)
		}
	}
	if _, ok := Lookup("p0"); ok || len(IDs()) != len(seen) {
		t.Error("a figure is found that there is not")
	}
}

// Every figure can be made, with little effort, and on one core the same as on several, even if it was interrupted, or if all is kept.
func TestEveryFigure(t *testing.T) {
	for _, f := range All() {
		t.Run(f.ID, func(t *testing.T) {
			shares := []float64{}
			o := Options{Effort: Tiny, Seed: 7, Progress: func(share float64) { shares = append(shares, share) }}
			r := made(t, f, o)
			checkPictures(t, r.Pictures)
			checkTables(t, r.Tables)
			checkVerdicts(t, r.Verdicts)
			for k, share := range shares {
				if share < 0 || share > 1+1e-9 || k > 0 && share < shares[k-1]-1e-9 {
					t.Fatalf("progress goes %v", shares[:k+1])
				}
			}
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			if f.Timed {
				return
			}
			o.trials = &trials{dir: t.TempDir()}
			interrupted(f, o)
			o.Progress = nil
			for _, how := range []string{"interrupted", "kept"} {
				again := made(t, f, o)
				if !(reflect.DeepEqual(r.Tables, again.Tables) && reflect.DeepEqual(r.Verdicts, again.Verdicts)) {
					t.Errorf("%s, it comes out differently", how)
				}
			}
		})
	}
}

// interrupted makes a part of a figure.
func interrupted(f Figure, o Options) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	random := rng.New(o.Seed, f.ID)
	enough := random.Float64()
	o.Progress = func(share float64) {
		if share >= enough {
			cancel()
		}
	}
	f.Run(ctx, o)
}

func made(t *testing.T, f Figure, o Options) *Result {
	t.Helper()
	began := time.Now()
	r, err := f.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.2f s", time.Since(began).Seconds())
	return r
}

func checkPictures(t *testing.T, pictures []Picture) {
	names := map[string]bool{}
	for _, p := range pictures {
		if names[p.Name] || strings.ContainsAny(p.Name, `/\. `) || len(p.Panels.Charts) == 0 {
			t.Errorf("picture %q: want a name of its own that can be a file's, and charts", p.Name)
		}
		names[p.Name] = true
		for _, c := range p.Panels.Charts {
			if c.X.Label == "" || c.Y.Label == "" || len(c.Series) == 0 && c.Map == nil {
				t.Errorf("picture %q, chart %q: want axes with labels, and series or a map", p.Name, c.Title)
			}
		}
		var svg bytes.Buffer
		if err := p.Panels.SVG(&svg, p.size()); err != nil || !strings.Contains(svg.String(), "</svg>") {
			t.Errorf("picture %q: %v", p.Name, err)
		}
	}
}

func checkTables(t *testing.T, tables []Table) {
	if len(tables) == 0 {
		t.Error("no table: want the numbers of the figure")
	}
	names := map[string]bool{}
	for _, table := range tables {
		if names[table.Name] || len(table.Rows) == 0 || len(table.Header) == 0 {
			t.Errorf("table %q: want a name of its own, a header and rows", table.Name)
		}
		names[table.Name] = true
		for k, row := range table.Rows {
			if len(row) != len(table.Header) {
				t.Fatalf("table %q: row %d has %d cells, the header %d", table.Name, k, len(row), len(table.Header))
			}
			if text := strings.Join(row, " "); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
				t.Errorf("table %q: row %d is %q", table.Name, k, row)
			}
		}
		if err := table.CSV(io.Discard); err != nil {
			t.Error(err)
		}
	}
}

func checkVerdicts(t *testing.T, verdicts []Verdict) {
	if len(verdicts) == 0 {
		t.Error("no verdicts")
	}
	claims := map[string]bool{}
	for _, v := range verdicts {
		known := v.Judgement == Agrees || v.Judgement == Differs || v.Judgement == Open
		if v.Claim == "" || v.Published == "" || v.Ours == "" || !known || claims[v.Claim] {
			t.Errorf("incomplete, or twice: %+v", v)
		}
		if v.Judgement != Agrees && v.Why == "" {
			t.Errorf("want a reason: %+v", v)
		}
		if text := fmt.Sprint(v); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("not a number: %+v", v)
		}
		claims[v.Claim] = true
	}
}
