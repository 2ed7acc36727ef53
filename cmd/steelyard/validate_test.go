package main

import (
	"encoding/json"
	"strings"
	"testing"
)

const goodConfig = `listen: 127.0.0.1:0
pools:
  - name: web
    policy: scd
    servers:
      - {address: 127.0.0.1:81, class: fast, speed: 5}
      - {address: 127.0.0.1:82, class: slow}
`

func TestValidate(t *testing.T) {
	file := writeFile(t, "steelyard.yaml", goodConfig)
	status, stdout, stderr := execute(t, "validate", "-c", file)
	want := file + ": ok: pool web, policy scd, servers 2, classes 2, capacity 6\n"
	if status != statusDone || stdout != want || stderr != "" {
		t.Errorf("status %d, stdout %q, stderr %q, want %q", status, stdout, stderr, want)
	}
	_, stdout, _ = execute(t, "validate", "-c", file, "--json")
	var v verdict
	if err := json.Unmarshal([]byte(stdout), &v); err != nil {
		t.Fatal(err)
	}
	if v.Pools[0].Capacity != 6 || len(v.Pools[0].Classes) != 2 || v.Listen != "127.0.0.1:0" {
		t.Errorf("got %+v", v)
	}
}

func TestValidateExample(t *testing.T) {
	status, stdout, _ := execute(t, "validate", "-c", writeFile(t, "steelyard.yaml", exampleConfig))
	if status != statusDone || !strings.HasSuffix(stdout, "servers 3, classes 3, capacity 16\n") {
		t.Errorf("status %d, stdout %q", status, stdout)
	}
}

// TestValidateBinds wants a policy refused that is right in itself but cannot
// work on the classes of the servers.
func TestValidateBinds(t *testing.T) {
	file := writeFile(t, "steelyard.yaml", strings.Replace(goodConfig, "scd", "static(p=[1])", 1))
	status, stdout, stderr := execute(t, "validate", "-c", file)
	if status != statusMalformed || stdout != "" || !strings.HasPrefix(stderr, "steelyard: "+file+":4: pools[0].policy: ") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

func TestValidateMistakes(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"speed: 5", "speed: 0", ":6: pools[0].servers[0].speed: got 0, want a number from 1e-09 to 1e+09"},
		{"policy", "polcy", ":4: pools[0].polcy: unknown field, did you mean policy?"},
		{"scd", "sdc", `:4: pools[0].policy: policy "sdc": unknown policy "sdc", did you mean "scd"?`},
		{"scd", "jsq(d=0)", `:4: pools[0].policy: policy "jsq(d=0)": d=0: want a whole number from 1 to 1048576 or all`},
	} {
		file := writeFile(t, "steelyard.yaml", strings.Replace(goodConfig, c.old, c.new, 1))
		status, stdout, stderr := execute(t, "validate", "-c", file)
		want := "steelyard: " + file + c.want + "\n"
		if status != statusMalformed || stdout != "" || stderr != want {
			t.Errorf("status %d, stdout %q\ngot  %swant %s", status, stdout, stderr, want)
		}
	}
	status, _, stderr := execute(t, "validate", "-c", "/nonexistent.yaml")
	if status != statusMalformed || !strings.Contains(stderr, "/nonexistent.yaml") {
		t.Errorf("a missing file: status %d, stderr %q", status, stderr)
	}
}
