package paper

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"
)

// summarise writes the pages about all figures on the shelf.
func (s shelf) summarise() error {
	var list []Record
	for _, f := range All() {
		if r, ok := Load(s.dir, f.ID); ok {
			list = append(list, r)
		}
	}
	page, err := s.page(list)
	if err != nil {
		return err
	}
	if err := s.publish("index.html", page); err != nil {
		return err
	}
	return s.publish("summary.md", markdown(list))
}

//go:embed index.html.tmpl
var pageText string

// page is a page that needs nothing else: pictures are in it.
func (s shelf) page(list []Record) ([]byte, error) {
	t, err := template.New("index").Funcs(template.FuncMap{"picture": s.picture, "papers": papers, "total": total}).Parse(pageText)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, list); err != nil {
		return nil, fmt.Errorf("index.html: %w", err)
	}
	return b.Bytes(), nil
}

// picture is an SVG file as an address that holds it.
func (s shelf) picture(id, name string) (template.URL, error) {
	data, err := os.ReadFile(filepath.Join(s.dir, id, name+".svg"))
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(data)), err
}

// paperOf is what one paper's figures came to.
type paperOf struct {
	Title   string
	Figures []Record
}

// titles are those of the papers, by the beginning of their figures' IDs.
func titles() []string {
	return []string{
		"Gardner, Abdul Jaleel, Wickeham, Doroudi 2020: JIQ- and JSQ-(dF,dS)",
		"Goren, Vargaftik, Moses 2021: stochastic coordination (SCD)",
		"Stolyar 2015: pull messages with several routers (PULL)",
		"Bhambay, Bueke, Mukhopadhyay 2023: speed-aware JSQ in the Halfin-Whitt regime",
		"Mukhopadhyay, Karthik, Mazumdar 2015: sampling every class (schemes 1 and 2)",
	}
}

// papers groups records by paper.
func papers(list []Record) []paperOf {
	var groups []paperOf
	for k, title := range titles() {
		group := paperOf{Title: title}
		for _, r := range list {
			if strings.HasPrefix(r.ID, fmt.Sprintf("p%d-", k)) {
				group.Figures = append(group.Figures, r)
			}
		}
		if len(group.Figures) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// total counts how the verdicts of all figures came out.
func total(list []Record, j Judgement) int {
	n := 0
	for _, r := range list {
		n += r.Count(j)
	}
	return n
}

// markdown is the summary for reading in a repository.
func markdown(list []Record) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Five papers, reproduced\n\n%d figures and tables; of their claims %d agree, %d differ; %d open.\n",
		len(list), total(list, Agrees), total(list, Differs), total(list, Open))
	for _, p := range papers(list) {
		fmt.Fprintf(&b, "\n## %s\n", p.Title)
		for _, r := range p.Figures {
			r.markdown(&b)
		}
	}
	return b.Bytes()
}

func (r Record) markdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### %s: %s\n\n", r.ID, r.Title)
	for _, p := range r.Pictures {
		fmt.Fprintf(b, "![%s](%s/%s.svg)\n\n", p.Name, r.ID, p.Name)
	}
	fmt.Fprintf(b, "| claim | published | ours | verdict | why |\n|---|---|---|---|---|\n")
	for _, v := range r.Verdicts {
		fmt.Fprintf(b, "| %s | %s | %s | **%s** | %s |\n", pipeless(v.Claim), pipeless(v.Published), pipeless(v.Ours), v.Judgement, pipeless(v.Why))
	}
	fmt.Fprintf(b, "\nRun: %s, seed %d.", r.Effort, r.Seed)
	for _, name := range r.Tables {
		fmt.Fprintf(b, " Numbers: [%s.csv](%s/%s.csv).", name, r.ID, name)
	}
	b.WriteString("\n")
	for _, text := range r.Chosen {
		fmt.Fprintf(b, "\n- Chosen: %s", text)
	}
	for _, text := range r.Notes {
		fmt.Fprintf(b, "\n- %s", text)
	}
	if len(r.Chosen)+len(r.Notes) > 0 {
		b.WriteString("\n")
	}
}

// pipeless escapes what would end a cell.
func pipeless(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
