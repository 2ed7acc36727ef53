package policy_test

import (
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/policy"
)

func TestParsePrintsCanonicalForm(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"jsq", "jsq"},
		{" jsq( d = 2 ) ", "jsq(d=2)"},
		{"jsq(d=all)", "jsq"},
		{"jsq()", "jsq"},
		{"jsq(replace=true,d=3)", "jsq(d=3, replace=true)"},
		{"hjsq", "hjsq(d=2)"},
		{"sed(d=2.0, rank=q)", "sed(d=2, rank=q)"},
		{"jsq-fs", "jsq-fs(df=2, ds=2, ps=1)"},
		{"jsq-fs(df=2, ds=2, pf=0.84, ps=1)", "jsq-fs(df=2, ds=2, pf=0.84, ps=1)"},
		{"static(p=[.3, .7])", "static(p=[0.3,0.7])"},
		{"scheme2(d=[2,2])", "scheme2(d=[2,2])"},
		{"leastconn-w(rule=haproxy)", "leastconn-w(rule=haproxy)"},
		{"leastconn-w(rule=nginx)", "leastconn-w"},
	} {
		s, err := policy.Parse(c.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.text, err)
		} else if s.String() != c.want {
			t.Errorf("Parse(%q) prints %q, want %q", c.text, s, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `unknown policy ""`},
		{"jqs", `did you mean "jsq"`},
		{"nonsense", "want one of random, weighted"},
		{"JSQ(d=2)", "unknown policy"},
		{"jsq(d=0)", "d=0: want a whole number from 1 to 1048576 or all"},
		{"jsq(d=1.5)", "d=1.5: want a whole number"},
		{"jsq(d=NaN)", "d=NaN: want"},
		{"jsq(d=)", "d=: want"},
		{"jsq(d)", `"d": want parameter=value`},
		{"jsq(2)", `"2": want parameter=value`},
		{"jsq(replace=true)", "replace=true: want d with it"},
		{"sed(sample=round)", "sample=round: want d with it"},
		{"jsq(d=2", "closing parenthesis"},
		{"jsq(d=2)x", "closing parenthesis"},
		{"jsq(d=2,d=2)", "d is given twice"},
		{"jsq(d=2,)", "want parameter=value"},
		{"jsq(replce=true)", `unknown parameter "replce", did you mean "replace"`},
		{"random(d=2)", "random takes none"},
		{"jsq-fs(pf=1.1)", "pf=1.1: want a number from 0 to 1 or share"},
		{"jsq-fs(pf=-0.1)", "pf=-0.1: want"},
		{"jsq-fs(df=0, ds=0)", "at least one server"},
		{"static", "p is missing: want a list in brackets"},
		{"static(p=[.3,.8])", "p=[0.3,0.8]: the sum is 1.1, want 1"},
		{"static(p=.3)", "p=.3: want a list in brackets"},
		{"static(p=[])", "p=[]: want"},
		{"static(p=[.5,Inf])", "want a list"},
		{"scheme1(d=[0,0])", "at least one server"},
		{"scheme1(d=[1,-1])", "d=[1,-1]: want a list"},
		{strings.Repeat("j", 10000), "jjj...\": unknown policy"},
		{"jsq(d=" + strings.Repeat("9", 10000) + ")", "999...: want a whole number"},
		{"static(p=[" + strings.Repeat(".1,", 10000) + ".1])", "the sum is"},
		{"leastconn-w(rule=envoy)", "rule=envoy: want nginx or haproxy"},
	} {
		_, err := policy.Parse(c.text)
		if err == nil {
			t.Errorf("Parse(%q): no error, want one with %q", c.text, c.want)
		} else if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 1000 {
			t.Errorf("Parse(%q): %v, want one short line with %q", c.text, err, c.want)
		}
	}
}

func TestParseList(t *testing.T) {
	specs, err := policy.ParseList("jsq(d=2), jsq-fs(df=2, ds=2), static(p=[.3,.7]),sed")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range specs {
		got = append(got, s.String())
	}
	want := "jsq(d=2); jsq-fs(df=2, ds=2, ps=1); static(p=[0.3,0.7]); sed"
	if strings.Join(got, "; ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, bad := range []string{"", "jsq,", "jsq,,sed", "jsq,nope", "jsq(d=2"} {
		if _, err := policy.ParseList(bad); err == nil {
			t.Errorf("ParseList(%q): no error", bad)
		}
	}
}

func TestTextMarshalling(t *testing.T) {
	var s policy.Spec
	if err := s.UnmarshalText([]byte("hjsq(d=3)")); err != nil {
		t.Fatal(err)
	}
	if text, err := s.MarshalText(); err != nil || string(text) != "hjsq(d=3)" {
		t.Errorf("MarshalText gives %q, %v", text, err)
	}
	if err := s.UnmarshalText([]byte("hjsq(d=0)")); err == nil || s.String() != "hjsq(d=3)" {
		t.Errorf("a bad text gives error %v and leaves %q", err, s)
	}
}

func TestTableIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range policy.All() {
		if seen[e.Name] {
			t.Errorf("%s is listed twice", e.Name)
		}
		seen[e.Name] = true
		if e.Summary == "" || e.Source == "" || e.Messages == "" || len(e.Examples) == 0 {
			t.Errorf("%s: summary %q, source %q, messages %q, examples %q: want all of them", e.Name, e.Summary, e.Source, e.Messages, e.Examples)
		}
		for _, p := range e.Params {
			if p.Doc == "" || p.Range() == "" {
				t.Errorf("%s: parameter %s has no description or no range", e.Name, p.Name)
			}
		}
		for _, text := range e.Examples {
			if s, err := policy.Parse(text); err != nil || s.Name() != e.Name {
				t.Errorf("example %q of %s: got %q, %v", text, e.Name, s, err)
			}
		}
	}
}

// FuzzParse checks that parsing never panics, and that what it accepts prints to a form that parses to the same.
func FuzzParse(f *testing.F) {
	for _, e := range policy.All() {
		for _, text := range e.Examples {
			f.Add(text)
		}
	}
	for _, text := range []string{"jsq(d=(2)", "static(p=[1,[2])", "a(b=c", "jsq(d=1e99)", "led(p=0x1p-3)", "jsq(d=2))"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := policy.Parse(text)
		if err != nil {
			return
		}
		again, err := policy.Parse(s.String())
		if err != nil || again.String() != s.String() {
			t.Errorf("%q prints %q, which parses to %q, %v", text, s, again, err)
		}
		if _, err := s.New(); err != nil {
			t.Errorf("%q parses, but New fails: %v", text, err)
		}
		if list, err := policy.ParseList(text); err != nil || len(list) != 1 || list[0].String() != s.String() {
			t.Errorf("%q is a policy, but as a list it gives %v, %v", text, list, err)
		}
	})
}
