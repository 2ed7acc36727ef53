package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// execute runs a command line in this process.
func execute(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(context.Background(), args, &out, &errs)
	return status, out.String(), errs.String()
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBadUsage wants status 2, nothing on standard output, and the message.
func TestBadUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"validat", "-c", "x"}, `unknown command "validat", did you mean validate?`},
		{[]string{"help", "versoin"}, `unknown command "versoin", did you mean version?`},
		{[]string{"frobnicate"}, `unknown command "frobnicate", want one of `},
		{[]string{}, "no command given, want one of those above"},
		{[]string{"--verbose"}, "unknown flag --verbose, want one of --help"},
		{[]string{"validate"}, "missing flag -c, want -c FILE with the configuration of the balancer"},
		{[]string{"validate", "-c"}, "validate: flag needs an argument: 'c' in -c"},
		{[]string{"validate", "--confg", "x"}, "validate: unknown flag --confg, did you mean --config?"},
		{[]string{"validate", "-x"}, "validate: unknown flag -x, want one of --config, --help, --json"},
		{[]string{"validate", "-c", "f", "g"}, `validate: unexpected argument "g", want flags only (see steelyard validate --help)`},
		{[]string{"serve", "-c", "f", "--grace", "-5s"}, "serve: --grace -5s: want 0s or longer"},
		{[]string{"version", "--json=maybe"}, `version: invalid argument "maybe" for "--json" flag`},
	} {
		status, stdout, stderr := execute(t, c.args...)
		if status != statusMalformed || stdout != "" || !strings.Contains(stderr, "steelyard: "+c.want) {
			t.Errorf("%q: status %d, stdout %q, stderr %q, want %q", c.args, status, stdout, stderr, c.want)
		}
	}
}

func TestVersion(t *testing.T) {
	status, stdout, stderr := execute(t, "version")
	if status != statusDone || !strings.HasPrefix(stdout, "steelyard ") || stderr != "" {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
	_, stdout, _ = execute(t, "version", "--json")
	var v version
	if err := json.Unmarshal([]byte(stdout), &v); err != nil || v.Version == "" || v.Platform == "" {
		t.Errorf("%+v, error %v, of %q", v, err, stdout)
	}
}

// TestCommandTable holds every command to what the help promises.
func TestCommandTable(t *testing.T) {
	for _, c := range commands() {
		switch {
		case c.Short == "" || c.Example == "":
			t.Errorf("%s: want a Short and an Example", c.Name())
		case c.RunE == nil || c.Args == nil:
			t.Errorf("%s: want RunE and Args", c.Name())
		}
		checkExamples(t, c)
	}
}

// checkExamples wants each line of the examples to name its command and to use
// flags that it has.
func checkExamples(t *testing.T, c *cobra.Command) {
	for line := range strings.Lines(c.Example) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] != "steelyard" || words[1] != c.Name() {
			t.Errorf("%s: example %q", c.Name(), line)
		}
		for _, word := range words {
			name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
			if strings.HasPrefix(word, "--") && c.Flags().Lookup(name) == nil {
				t.Errorf("%s: example %q has the unknown flag %s", c.Name(), line, word)
			}
		}
	}
}

func TestExitStatus(t *testing.T) {
	if got := exitStatus(no("load %g: %w", 1.2, os.ErrExist)); got != statusNo {
		t.Errorf("a negative answer exits with %d", got)
	}
	if got := exitStatus(os.ErrExist); got != statusMalformed {
		t.Errorf("any other error exits with %d", got)
	}
}
