package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// docCommand is a command line shown in the documentation with what it is said to print. In the output a line "..." stands for any
// number of lines. "# exit status 2" as its last line is the status, which is 0 without it. No output shown means that none is compared. What
// is said to be written below out/ goes to a folder of the test.
type docCommand struct {
	place  string
	line   string
	output []string
}

// TestDocs runs every "$ steelyard ..." line of the documentation, from the project's root.
func TestDocs(t *testing.T) {
	t.Chdir("../..")
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	ran, out := 0, t.TempDir()
	for _, file := range files {
		for _, c := range docCommands(t, file) {
			ran++
			t.Run(c.place, func(t *testing.T) { c.check(t, out) })
		}
	}
	if ran == 0 {
		t.Error("no command found in the documentation")
	}
}

// docCommands finds the command lines in the indented and fenced blocks of a file.
func docCommands(t *testing.T, file string) []docCommand {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var commands []docCommand
	indent, open := "", false
	for k, line := range strings.Split(string(text), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "$ steelyard "):
			indent, _, _ = strings.Cut(line, "$")
			open = true
			commands = append(commands, docCommand{place: fmt.Sprintf("%s:%d", file, k+1), line: strings.TrimPrefix(trimmed, "$ steelyard ")})
		case strings.HasPrefix(trimmed, "```"), trimmed == "" && indent == "", trimmed != "" && !strings.HasPrefix(line, indent):
			open = false
		case open:
			last := &commands[len(commands)-1]
			last.output = append(last.output, strings.TrimRight(strings.TrimPrefix(line, indent), " "))
		}
	}
	return commands
}

func (c docCommand) check(t *testing.T, folder string) {
	want, wantStatus := c.output, 0
	for len(want) > 0 && want[len(want)-1] == "" {
		want = want[:len(want)-1]
	}
	if n := len(want); n > 0 && strings.HasPrefix(want[n-1], "# exit status ") {
		fmt.Sscanf(want[n-1], "# exit status %d", &wantStatus)
		want = want[:n-1]
	}
	var out bytes.Buffer
	words := splitWords(c.line)
	for k, word := range words {
		if name, ok := strings.CutPrefix(word, "out/"); ok {
			words[k] = filepath.Join(folder, name)
		}
	}
	status := run(context.Background(), words, &out, &out)
	if status != wantStatus {
		t.Errorf("steelyard %s: exit status %d, want %d:\n%s", c.line, status, wantStatus, &out)
	}
	var got []string
	for line := range strings.Lines(strings.TrimRight(out.String(), "\n")) {
		line = strings.ReplaceAll(line, folder+"/", "out/")
		got = append(got, strings.TrimRight(line, " \n"))
	}
	if len(want) > 0 && !matches(got, want) {
		t.Errorf("steelyard %s printed\n%s\nthe documentation says\n%s", c.line, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// matches compares lines, "..." in want standing for any number of them.
func matches(got, want []string) bool {
	switch {
	case len(want) == 0:
		return len(got) == 0
	case want[0] == "...":
		for skip := range len(got) + 1 {
			if matches(got[skip:], want[1:]) {
				return true
			}
		}
		return false
	}
	return len(got) > 0 && got[0] == want[0] && matches(got[1:], want[1:])
}

// splitWords splits a command line as a shell does that knows blanks and quotes only.
func splitWords(line string) []string {
	var words []string
	var word strings.Builder
	quote, inWord := rune(0), false
	for _, r := range line {
		switch {
		case r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, inWord = r, true
		case unicode.IsSpace(r):
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words
}

func TestDocMatching(t *testing.T) {
	got := []string{"a", "b", "c"}
	for _, tt := range []struct {
		want string
		ok   bool
	}{{"a b c", true}, {"a b", false}, {"a ... c", true}, {"...", true}, {"... b", false}, {"a b c ...", true}, {"a x c", false}} {
		if matches(got, strings.Fields(tt.want)) != tt.ok {
			t.Errorf("%q: want %v", tt.want, tt.ok)
		}
	}
	if w := splitWords(`demo --policies "scd, jsq(d=2)" --x=''`); fmt.Sprintf("%q", w) != `["demo" "--policies" "scd, jsq(d=2)" "--x="]` {
		t.Errorf("words %q", w)
	}
}

// TestDocLinks wants the target of every relative link of the documentation to exist, and the README to be short.
func TestDocLinks(t *testing.T) {
	t.Chdir("../..")
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if lines := bytes.Count(text, []byte("\n")); file == "README.md" && lines > 100 {
				t.Errorf("%s has %d lines, want at most 100", file, lines)
			}
			for _, found := range link.FindAllSubmatch(text, -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(file), string(found[1]))); err != nil {
					t.Errorf("%s links to %s: %v", file, found[1], err)
				}
			}
		}
	}
}
