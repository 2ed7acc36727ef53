package fleet

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// FuzzParseConfig wants of any input either a mistake in one line or a
// configuration that, written out plainly, reads back as itself.
func FuzzParseConfig(f *testing.F) {
	f.Add([]byte(goodConfig))
	f.Add([]byte("a: &a [x,x]\nb: [*a,*a]\n"))
	f.Add([]byte("listen: :80\npools: [{name: a, policy: 'x\n\n y', servers: [{address: 'a:1'}]}]"))
	f.Add([]byte("? {a: b}\n: |\n  text\n--- !!x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ParseConfig("f", data)
		if err != nil {
			checkOneLine(t, err)
			return
		}
		text := writeConfig(got)
		again, err := ParseConfig("f", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		again.Pools[0].PolicyPlace = got.Pools[0].PolicyPlace
		if !reflect.DeepEqual(again, got) {
			t.Fatalf("%+v reads back as %+v", got, again)
		}
	})
}

// FuzzReadFleet wants of any input either a mistake in one line or a fleet of
// positive, finite capacity.
func FuzzReadFleet(f *testing.F) {
	f.Add("classes:\n  - {name: fast, servers: 20, speed: 5, workers: 2, buffer: .inf}\nnormalise: true\n")
	f.Add("speeds: {servers: 100, law: uniform, min: 1, max: 10, seed: 1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := readFleet("f", text)
		if err != nil {
			checkOneLine(t, err)
			return
		}
		if c := got.Capacity(); !(c > 0) || c > 1e30 || got.Servers() < 1 {
			t.Fatalf("capacity %g of %d servers", c, got.Servers())
		}
	})
}

func checkOneLine(t *testing.T, err error) {
	t.Helper()
	var mistake *Error
	if !errors.As(err, &mistake) {
		t.Fatalf("error of type %T", err)
	}
	line := err.Error()
	if !strings.HasPrefix(line, "f:") || mistake.Line < 1 || strings.ContainsAny(line, "\n\r\x00") {
		t.Fatalf("message %q", line)
	}
}

func writeConfig(c *Config) string {
	var b strings.Builder
	fmt.Fprintf(&b, "listen: %q\n", c.Listen)
	if c.Admin != "" {
		fmt.Fprintf(&b, "admin: %q\n", c.Admin)
	}
	pool := c.Pools[0]
	fmt.Fprintf(&b, "pools:\n  - name: %q\n    policy: %q\n    servers:\n", pool.Name, pool.Policy)
	for _, s := range pool.Servers {
		fmt.Fprintf(&b, "      - {address: %q, class: %q, speed: %g, workers: %d}\n", s.Address, s.Class, s.Speed, s.Workers)
	}
	return b.String()
}
