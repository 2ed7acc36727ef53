package paper

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page needs nothing from elsewhere, and text of a verdict stays text.
func TestPage(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "p0-fig3"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(filepath.Join(dir, "p0-fig3", "p0-fig3.svg"), []byte("<svg/>")); err != nil {
		t.Fatal(err)
	}
	r := Record{
		ID: "p0-fig3", Title: "a <title>", Build: "v1", Pictures: []Drawing{{"p0-fig3", 900, 380}},
		Tables: []string{"p0-fig3"}, Chosen: []string{"q_F = .2"}, Notes: []string{"note & note"},
		Verdicts: []Verdict{
			{"x < 2 | y", "< 2", "1.5", Agrees, ""}, {"second", "3", "4", Differs, "a reason"}, {"third", "5", "4 ± 2", Open, "too wide"},
		},
	}
	page, err := shelf{dir, writeFile}.page(contentsOf([]Record{r}))
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, want := range []string{
		"a &lt;title&gt;", `alt="p0-fig3: a &lt;title&gt;"`, "Not here: p0-fig4, ", `id="top"`, "arXiv 2006.13987", "steelyard v1", "x &lt; 2 | y",
		"note &amp; note", `src="data:image/svg&#43;xml;base64,PHN2Zy8&#43;"`,
		"1 agree", "1 differ", "1 are open", `style="--width: 900"`, `name="viewport"`,
		"Gardner", "Chosen: q_F = .2", "a reason",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if outside := regexp.MustCompile(`(?i)src="?(https?:)?//|@import|url\(|<script|<link`).FindString(text); outside != "" {
		t.Errorf("the page refers to %q", outside)
	}
	if strings.Contains(text, "Stolyar") {
		t.Error("a paper without figures is listed")
	}
	summary := string(contentsOf([]Record{r, {ID: "p3-fig1", Title: "another", Build: "v2"}}).markdown())
	for _, want := range []string{"| [p0-fig3](#p0-fig3) | a <title> | 1 | 1 | 1 |",
		"### p0-fig3\n\na <title>", "![p0-fig3: a <title>](p0-fig3/p0-fig3.svg)",
		"| | **Bhambay et al. 2023** | **0** | **0** | **0** |", "made by 2 versions",
		"- [p0-fig3](#p0-fig3) **open**: third. Published: 5; ours: 4 ± 2.", "## Gardner et al. 2020\n\nKristen Gardner, ",
		`| x < 2 \| y | < 2 | 1.5 | **agrees** |  |`, "- Chosen: q_F = .2", "[p0-fig3.csv](p0-fig3/p0-fig3.csv)"} {
		if !strings.Contains(summary, want) {
			t.Errorf("the summary lacks %q:\n%s", want, summary)
		}
	}
}
