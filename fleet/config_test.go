package fleet

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const goodConfig = `listen: 127.0.0.1:8080
admin: LOCALHOST:9090
pools:
  - name: web
    policy: jsq(d=2)
    servers:
      - {address: 10.0.0.1:80, class: fast, speed: 5}
      - {address: "[2001:DB8::0:1]:0080", class: fast, speed: 5.0}
      - {address: Backend_1.Example.COM.:443}
      - {address: 10.0.0.2:80, speed: 2.5, workers: 4}
`

func TestParseConfig(t *testing.T) {
	got, err := ParseConfig("steelyard.yaml", []byte(goodConfig))
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Listen: "127.0.0.1:8080",
		Admin:  "localhost:9090",
		Pools: []Pool{{
			Name:        "web",
			Policy:      "jsq(d=2)",
			PolicyPlace: Place{"steelyard.yaml", 5, "pools[0].policy"},
			Balancers:   1,
			Servers: []Server{
				{"10.0.0.1:80", "fast", 5, 1},
				{"[2001:db8::1]:80", "fast", 5, 1},
				{"backend_1.example.com:443", "1", 1, 1},
				{"10.0.0.2:80", "2.5x4", 2.5, 4},
			},
		}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	fleet := got.Pools[0].Fleet()
	classes := []Class{{"fast", 2, 5, 1, Unbounded}, {"1", 1, 1, 1, Unbounded}, {"2.5x4", 1, 2.5, 4, Unbounded}}
	if !reflect.DeepEqual(fleet.Classes, classes) {
		t.Errorf("classes %+v, want %+v", fleet.Classes, classes)
	}
	if fleet.Capacity() != 21 || fleet.Servers() != 4 {
		t.Errorf("capacity %g of %d servers, want 21 of 4", fleet.Capacity(), fleet.Servers())
	}
}

func TestConfigBalancers(t *testing.T) {
	text := strings.Replace(goodConfig, "    policy: jsq(d=2)\n", "    policy: scd\n    balancers: 10\n", 1)
	got, err := ParseConfig("steelyard.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if n := got.Pools[0].Balancers; n != 10 {
		t.Errorf("%d balancers, want 10", n)
	}
}

func TestLoadConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "steelyard.yaml")
	if _, err := LoadConfig(file); !os.IsNotExist(err) {
		t.Errorf("a missing file gave %v", err)
	}
	if err := os.WriteFile(file, []byte(goodConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadConfig(file); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(file, make([]byte, maxBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadConfig(file); err == nil || !strings.Contains(err.Error(), "want at most that") {
		t.Errorf("a huge file gave %v", err)
	}
}

const (
	wantTop       = "a mapping with the fields listen, admin, pools"
	wantListen    = "host:port to listen on, such as 127.0.0.1:8080 or :8080"
	wantAdmin     = "host:port on a loopback address, such as 127.0.0.1:9090"
	wantName      = "a name of 1 to 64 letters, digits, and - _ . + (in quotes when it reads as a number)"
	wantAddress   = "host:port with a port from 1 to 65535, such as 10.0.0.1:80"
	wantOther     = "want another address than that of listen, or requests go round for ever"
	wantBalancers = "a whole number from 1 to 1000"
	wantSpeed     = "a number from 1e-09 to 1e+09"
)

// TestConfigMistakes replaces one line of the good file, or all of it when the
// number is 0, and wants the message after the file's name.
func TestConfigMistakes(t *testing.T) {
	for _, c := range []struct {
		line       int
		text, want string
	}{
		{0, "", "1: got an empty file, want one YAML document"},
		{0, "# nothing\n", "1: got an empty file, want one YAML document"},
		{0, "---\n", "2: got nothing, want " + wantTop},
		{0, "null", "1: got nothing, want " + wantTop},
		{0, "just text", "1: got just text, want " + wantTop},
		{0, "- a\n- b\n", "1: got a list, want " + wantTop},
		{0, "a: b: c\n", "1: not YAML: mapping values are not allowed in this context"},
		{0, "listen: [1, 2\n", "1: not YAML: did not find expected ',' or ']'"},
		{0, "{}", "1: listen: missing, want " + wantListen},
		{0, "\xff\xfe", "1: got bytes that are not text, want UTF-8 without control characters"},
		{0, "listen: a\npools: \xff", "2: got bytes that are not text, want UTF-8 without control characters"},
		{0, "listen: \x00", "1: got bytes that are not text, want UTF-8 without control characters"},
		{0, "a: \"\n", "2: not YAML: found unexpected end of stream"},
		{0, "\ta: b", "1: not YAML: found character that cannot start any token"},
		{0, goodConfig + "---\n" + goodConfig, "11: got a second YAML document, want one per file"},
		{0, goodConfig + "---\n{", "12: not YAML: did not find expected node content"},
		{0, goodConfig + "---\n", "11: got a second YAML document, want one per file"},
		{0, strings.Repeat("[", 20000), "1: not YAML: exceeded max depth of 10000"},
		{0, strings.Repeat("{a: ", 9000), "1: not YAML: did not find expected node content"},
		{0, strings.Repeat("- ", 9000), "1: got a list, want " + wantTop},
		{0, "a: &a [x,x]\nb: &b [*a,*a]\n", "1: a: got the anchor &a, want the value alone"},
		{1, "listen: &x 127.0.0.1:80", "1: listen: got the anchor &x, want the value alone"},
		{1, "listen: *x", "1: got the alias *x, want the value written out"},
		{5, "    policy: *x", "5: got the alias *x, want the value written out"},
		{1, "listen: !!str 127.0.0.1:80", "1: listen: got the tag !!str, want the value alone"},
		{1, "<<: {listen: a}", "1: <<: unknown field, want one of listen, admin, pools"},
		{1, "? [a, b]\n: c", "1: got a list for the name of a field, want text"},
		{1, "&k listen: 127.0.0.1:80", "1: listen: got the anchor &k, want the value alone"},
		{1, "? *k\n: 3", "1: got the alias *k, want the value written out"},
		{1, "listne: 127.0.0.1:8080", "1: listne: unknown field, did you mean listen?"},
		{1, "tls: yes", "1: tls: unknown field, want one of listen, admin, pools"},
		{1, "", "2: listen: missing, want " + wantListen},
		{1, "listen:", "1: listen: got nothing, want " + wantListen},
		{1, "listen: 8080", "1: listen: got 8080, want " + wantListen},
		{1, `listen: "8080"`, `1: listen: got the text "8080", want ` + wantListen},
		{1, "listen: [a]", "1: listen: got a list, want " + wantListen},
		{1, "listen: {a: b}", "1: listen: got a mapping, want " + wantListen},
		{1, "listen: ''", `1: listen: got the text "", want ` + wantListen},
		{1, "listen: http://a:80", "1: listen: got http://a:80, want " + wantListen},
		{1, "listen: 127.0.0.1:99999", "1: listen: got 127.0.0.1:99999, want " + wantListen},
		{1, "listen: 127.0.0.1", "1: listen: got 127.0.0.1, want " + wantListen},
		{1, "listen: 127.0.0.1:8080\nlisten: 127.0.0.1:8081", "2: listen: given twice, first at line 1; want it once"},
		{2, "admin: 10.0.0.1:9090", "2: admin: got 10.0.0.1:9090, want " + wantAdmin},
		{2, "admin: :9090", "2: admin: got :9090, want " + wantAdmin},
		{2, "admin: x", "2: admin: got x, want " + wantAdmin},
		{2, "admin: 127.0.0.1:08080", "2: admin: got 127.0.0.1:08080, want another address than that of listen"},
		{3, "pool:", "3: pool: unknown field, did you mean pools?"},
		{4, "  - name: ''", `4: pools[0].name: got the text "", want ` + wantName},
		{4, "  - name: 5", "4: pools[0].name: got 5, want " + wantName},
		{4, "  - name: a b", "4: pools[0].name: got a b, want " + wantName},
		{4, "  - names: web", "4: pools[0].names: unknown field, did you mean name?"},
		{4, "  - name: " + strings.Repeat("x", 65), "4: pools[0].name: got " + strings.Repeat("x", 60) + "..., want " + wantName},
		{4, "  - name: \"a\\nb\"", "4: pools[0].name: got the text \"a\\nb\", want " + wantName},
		{4, "  - name: héllo", "4: pools[0].name: got héllo, want " + wantName},
		{5, "    policy: 5", "5: pools[0].policy: got 5, want the text form of a policy"},
		{5, "    policy:", "5: pools[0].policy: got nothing, want the text form of a policy"},
		{5, "", "4: pools[0].policy: missing, want the text form of a policy"},
		{5, "    policy: [scd]", "5: pools[0].policy: got a list, want the text form of a policy"},
		{5, "    policy: scd\n    balancers: 0", "6: pools[0].balancers: got 0, want " + wantBalancers},
		{5, "    policy: scd\n    balancers: -1", "6: pools[0].balancers: got -1, want " + wantBalancers},
		{5, "    policy: scd\n    balancers: 1.5", "6: pools[0].balancers: got 1.5, want " + wantBalancers},
		{5, "    policy: scd\n    balancers: 1001", "6: pools[0].balancers: got 1001, want " + wantBalancers},
		{5, "    policy: scd\n    balancers: many", "6: pools[0].balancers: got many, want " + wantBalancers},
		{5, "    policy: scd\n    balancers:", "6: pools[0].balancers: got nothing, want " + wantBalancers},
		{5, "    policy: scd\n    balancer: 2", "6: pools[0].balancer: unknown field, did you mean balancers?"},
		{0, "listen: :80\npools: []\n", "2: pools: got an empty list, want a list of at least one of the pools"},
		{0, "listen: :80\n", "1: pools: missing, want a list of at least one of the pools"},
		{0, "listen: :80\npools: [{name: a, policy: scd, servers: []}]\n", "2: pools[0].servers: got an empty list, want a list of at least one of the servers"},
		{0, "listen: :80\npools: [{name: a, policy: scd}]\n", "2: pools[0].servers: missing, want a list of at least one of the servers"},
		{6, "    servers: {}\n    x:", "7: pools[0].x: unknown field, want one of name, policy, balancers, servers"},
		{7, "      - 10.0.0.1:80", "7: pools[0].servers[0]: got 10.0.0.1:80, want a mapping with the fields address, class, speed, workers"},
		{7, "      - {}", "7: pools[0].servers[0].address: missing, want " + wantAddress},
		{7, "      - {addr: 10.0.0.1:80}", "7: pools[0].servers[0].addr: unknown field, want one of address, class, speed, workers"},
		{7, "      - {address: 10.0.0.1:80, sped: 5}", "7: pools[0].servers[0].sped: unknown field, did you mean speed?"},
		{7, "      - {address: 10.0.0.1:80, speed: 0}", "7: pools[0].servers[0].speed: got 0, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: -1}", "7: pools[0].servers[0].speed: got -1, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: .nan}", "7: pools[0].servers[0].speed: got .nan, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: .inf}", "7: pools[0].servers[0].speed: got .inf, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: -.inf}", "7: pools[0].servers[0].speed: got -.inf, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: 1e999}", "7: pools[0].servers[0].speed: got 1e999, want " + wantSpeed},
		{7, `      - {address: 10.0.0.1:80, speed: "5"}`, `7: pools[0].servers[0].speed: got the text "5", want ` + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: fast}", "7: pools[0].servers[0].speed: got fast, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: 0x10}", "7: pools[0].servers[0].speed: got 0x10, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: 1_000}", "7: pools[0].servers[0].speed: got 1_000, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: [5]}", "7: pools[0].servers[0].speed: got a list, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: }", "7: pools[0].servers[0].speed: got nothing, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: true}", "7: pools[0].servers[0].speed: got true, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: 1e10}", "7: pools[0].servers[0].speed: got 1e10, want " + wantSpeed},
		{7, "      - {address: 10.0.0.1:80, speed: 1, speed: 1}", "7: pools[0].servers[0].speed: given twice, first at line 7; want it once"},
		{7, "      - {address: 127.0.0.1:8080}", "7: pools[0].servers[0].address: got 127.0.0.1:8080, " + wantOther},
		{0, "listen: :80\npools: [{name: a, policy: scd, servers: [{address: localhost:80}]}]\n", "2: pools[0].servers[0].address: got localhost:80, " + wantOther},
		{0, "listen: '[::]:80'\npools: [{name: a, policy: scd, servers: [{address: 127.0.0.1:80}]}]\n", "2: pools[0].servers[0].address: got 127.0.0.1:80, " + wantOther},
		{10, "      - {address: 10.0.0.1:80}", "10: pools[0].servers[3].address: got 10.0.0.1:80, want each server once: 10.0.0.1:80 is at line 7 already"},
		{10, "      - {address: 10.0.0.01:80}", "10: pools[0].servers[3].address: got 10.0.0.01:80, want " + wantAddress},
		{10, `      - {address: "[2001:db8::1]:80"}`, `10: pools[0].servers[3].address: got the text "[2001:db8::1]:80", want each server once: [2001:db8::1]:80 is at line 8 already`},
		{10, "      - {address: 10.0.0.2:0}", "10: pools[0].servers[3].address: got 10.0.0.2:0, want " + wantAddress},
		{10, "      - {address: 10.0.0.2:65536}", "10: pools[0].servers[3].address: got 10.0.0.2:65536, want " + wantAddress},
		{10, "      - {address: 10.0.0.2:http}", "10: pools[0].servers[3].address: got 10.0.0.2:http, want " + wantAddress},
		{10, `      - {address: ":80"}`, `10: pools[0].servers[3].address: got the text ":80", want ` + wantAddress},
		{10, "      - {address: 10.0.0.300:80}", "10: pools[0].servers[3].address: got 10.0.0.300:80, want " + wantAddress},
		{10, "      - {address: -a:80}", "10: pools[0].servers[3].address: got -a:80, want " + wantAddress},
		{10, "      - {address: a..b:80}", "10: pools[0].servers[3].address: got a..b:80, want " + wantAddress},
		{10, `      - {address: "::1:80"}`, `10: pools[0].servers[3].address: got the text "::1:80", want ` + wantAddress},
		{10, `      - {address: "[fe80::1%a b]:80"}`, `10: pools[0].servers[3].address: got the text "[fe80::1%a b]:80", want ` + wantAddress},
		{10, "      - {address: 10.0.0.2:-80}", "10: pools[0].servers[3].address: got 10.0.0.2:-80, want " + wantAddress},
		{10, "      - {address: 10.0.0.2:+80}", "10: pools[0].servers[3].address: got 10.0.0.2:+80, want " + wantAddress},
		{10, "      - {address: \"a\\nb:80\"}", "10: pools[0].servers[3].address: got the text \"a\\nb:80\", want " + wantAddress},
		{10, "      - {address: 10.0.0.2:80, class: fast}", "10: pools[0].servers[3].speed: got 1, want 5, the speed of class fast since line 7"},
		{10, "      - {address: 10.0.0.2:80, class: fast, speed: 4}", "10: pools[0].servers[3].speed: got 4, want 5, the speed of class fast since line 7"},
		{10, "      - {address: 10.0.0.2:80, class: fast, speed: 5, workers: 2}", "10: pools[0].servers[3].workers: got 2, want 1, the workers of class fast since line 7"},
		{10, `      - {address: 10.0.0.2:80, class: "1", speed: 3}`, "10: pools[0].servers[3].speed: got 3, want 1, the speed of class 1 since line 9"},
		{10, "      - {address: 10.0.0.2:80, workers: 0}", "10: pools[0].servers[3].workers: got 0, want a whole number from 1 to 1000000"},
		{10, "      - {address: 10.0.0.2:80, workers: 1.5}", "10: pools[0].servers[3].workers: got 1.5, want a whole number from 1 to 1000000"},
		{10, "      - {address: 10.0.0.2:80, workers: 1e7}", "10: pools[0].servers[3].workers: got 1e7, want a whole number from 1 to 1000000"},
		{10, "      - {address: 10.0.0.2:80, class: 5}", "10: pools[0].servers[3].class: got 5, want " + wantName},
		{10, "      - {address: 10.0.0.2:80, class: null}", "10: pools[0].servers[3].class: got nothing, want " + wantName},
		{10, "  - {name: b, policy: scd, servers: [{address: a:1}]}", "10: pools[1]: got a second pool, want exactly one"},
	} {
		text := c.text
		if c.line > 0 {
			lines := strings.Split(goodConfig, "\n")
			lines[c.line-1] = c.text
			text = strings.Join(lines, "\n")
		}
		checkMistake(t, text, c.want, func(data []byte) error {
			_, err := ParseConfig("f", data)
			return err
		})
	}
}

// checkMistake wants the text to be refused with exactly the message, after the
// name of the file, which is f.
func checkMistake(t *testing.T, text, want string, parse func([]byte) error) {
	t.Helper()
	err := parse([]byte(text))
	if err == nil {
		t.Errorf("accepted, want %q:\n%s", want, text)
	} else if got := err.Error(); got != "f:"+want {
		t.Errorf("got  %s\nwant f:%s", got, want)
	}
}
