package paper

import (
	"bytes"
	"fmt"
	"strings"
)

// markdown is the summary for reading in a repository: what came out, what does not agree, and each figure.
func (c contents) markdown() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Five papers, reproduced\n\n%d figures and tables; of their claims %d agree, %d differ, %d are open.\n",
		len(c.Figures), c.Count(Agrees), c.Count(Differs), c.Count(Open))
	fmt.Fprintf(&b, "\n| figure | shows | agree | differ | open |\n|---|---|---|---|---|\n")
	for _, p := range c.Papers {
		fmt.Fprintf(&b, "| | **%s** | **%d** | **%d** | **%d** |\n", p.Short, p.Count(Agrees), p.Count(Differs), p.Count(Open))
		for _, r := range p.Figures {
			fmt.Fprintf(&b, "| [%s](#%s) | %s | %d | %d | %d |\n", r.ID, r.ID, inCell(r.Title), r.Count(Agrees), r.Count(Differs), r.Count(Open))
		}
	}
	if len(c.Missing) > 0 {
		fmt.Fprintf(&b, "\nNot here: %s.\n", strings.Join(c.Missing, ", "))
	}
	if len(c.Builds) > 1 {
		fmt.Fprintf(&b, "\nThe figures were made by %d versions of the program.\n", len(c.Builds))
	}
	c.others(&b)
	for _, p := range c.Papers {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n", p.Short, p.Citation())
		for _, r := range p.Figures {
			r.markdown(&b)
		}
	}
	return b.Bytes()
}

// others lists what does not agree.
func (c contents) others(b *bytes.Buffer) {
	if c.Count(Differs)+c.Count(Open) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## What differs or is open\n\n")
	for _, r := range c.Figures {
		for _, v := range r.Others() {
			fmt.Fprintf(b, "- [%s](#%s) **%s**: %s. Published: %s; ours: %s.\n", r.ID, r.ID, v.Judgement, v.Claim, v.Published, v.Ours)
		}
	}
}

func (r Record) markdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n", r.ID, r.Title)
	for _, p := range r.Pictures {
		fmt.Fprintf(b, "![%s: %s](%s/%s.svg)\n\n", p.Name, strings.NewReplacer("[", "(", "]", ")").Replace(r.Title), r.ID, p.Name)
	}
	fmt.Fprintf(b, "| claim | published | ours | verdict | why |\n|---|---|---|---|---|\n")
	for _, v := range r.Verdicts {
		fmt.Fprintf(b, "| %s | %s | %s | **%s** | %s |\n", inCell(v.Claim), inCell(v.Published), inCell(v.Ours), v.Judgement, inCell(v.Why))
	}
	fmt.Fprintf(b, "\n%s.", r.Made())
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

// inCell escapes what would end a cell.
func inCell(text string) string { return strings.NewReplacer("|", `\|`, "\n", " ").Replace(text) }
