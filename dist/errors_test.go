package dist

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"exponental", `unknown law "exponental", did you mean exponential?`},
		{"", `unknown law "", want one of exponential, deterministic, erlang, `},
		{"zipf", `unknown law "zipf", want one of exponential, `},
		{"exponential(mean=0)", "exponential: mean: 0, want a number in (0, +Inf)"},
		{"exponential(mean=-1)", "exponential: mean: -1, want a number in (0, +Inf)"},
		{"exponential(mean=NaN)", "exponential: mean: NaN, want a number in (0, +Inf)"},
		{"exponential(mean=Inf)", "exponential: mean: +Inf, want a number in (0, +Inf)"},
		{"exponential(rate=2)", "exponential: rate: unknown parameter, want one of mean"},
		{"exponential(men=2)", "exponential: men: unknown parameter, did you mean mean?"},
		{"exponential(mean=two)", `exponential: mean: "two", want a number`},
		{"exponential(mean=1, mean=2)", "exponential: mean: given twice, want it once"},
		{"exponential(mean)", `exponential: "mean" is no parameter, want name=value`},
		{"exponential(mean=1", `"exponential(mean=1" does not end with a bracket, want name(parameter=value, ...)`},
		{"erlang(k=2.5)", "erlang: k: 2.5, want a whole number in [1, 1e+06]"},
		{"erlang(k=0)", "erlang: k: 0, want a whole number in [1, 1e+06]"},
		{"erlang(shape=2)", "erlang: shape: unknown parameter, want one of k, mean"},
		{"hyperexponential(scv=0.5)", "hyperexponential: scv: 0.5, want a number in [1, 1e+06]"},
		{"hyperexponential(p=0.5, rate1=1)", "hyperexponential: rate2: missing, want p, rate1 and rate2 together"},
		{"hyperexponential(p=2, rate1=1, rate2=1)", "hyperexponential: p: 2, want a number in [0, 1]"},
		{"hyperexponential(p=0.5, rate1=1, rate2=3, scv=2)", "hyperexponential: scv: given beside p, rate1 or rate2, want either scv or these three"},
		{"uniform(min=3)", "uniform: max: 2, want at least min = 3"},
		{"uniform(min=-1)", "uniform: min: -1, want a number in [0, +Inf)"},
		{"pareto(shape=1)", "pareto: shape: 1, want a number in (1, 1e+06]"},
		{"bounded-pareto(min=1)", "bounded-pareto: max: missing, want min and max together"},
		{"bounded-pareto(min=2, max=2)", "bounded-pareto: max: 2, want more than min = 2"},
		{"hyperexponential(p=0.5, rate1=1, rate2=1e-320)", "hyperexponential: mean: +Inf, want a positive finite number: these parameters are too large or too small"},
		{"empirical", "empirical: file: missing, want the path of a file of values, one per line"},
	}
	for _, c := range tests {
		_, err := Parse(c.text)
		var e *Error
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || !errors.As(err, &e) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

func TestReadEmpirical(t *testing.T) {
	l, err := ReadEmpirical(strings.NewReader("# sizes\n1\n\n 2.5 \n0\n"))
	if err != nil || math.Abs(l.Mean()-3.5/3) > 1e-15 || math.Abs(l.SecondMoment()-7.25/3) > 1e-15 {
		t.Errorf("%v, %v", l, err)
	}
	for text, want := range map[string]string{
		"":         "empirical: no values, want one per line",
		"# none\n": "empirical: no values, want one per line",
		"1\nx\n":   `empirical: line 2: "x", want a number of at least 0`,
		"1\n-2":    `empirical: line 2: "-2", want a number of at least 0`,
		"NaN":      `empirical: line 1: "NaN", want a number of at least 0`,
		"0\n0\n":   "empirical: 2 values of mean 0, want at least one, of a positive finite mean",
		"Inf\n":    "empirical: 1 values of mean +Inf, want at least one, of a positive finite mean",
	} {
		if _, err := ReadEmpirical(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Empirical([]float64{1, math.NaN()}); err == nil {
		t.Error("NaN accepted")
	}
}

// FuzzParse: any text gives an error or a law with a usable mean whose own text
// is read back.
func FuzzParse(f *testing.F) {
	for _, e := range examples() {
		f.Add(e.law)
	}
	f.Add("erlang(k=1e999)")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			return
		}
		if !finite(l.Mean()) || math.IsNaN(l.SecondMoment()) {
			t.Fatalf("%q: mean %v, second moment %v", text, l.Mean(), l.SecondMoment())
		}
		again, err := Parse(l.String())
		if err != nil {
			t.Fatalf("%q: its text %q: %v", text, l, err)
		}
		if math.Abs(again.Mean()/l.Mean()-1) > 1e-9 {
			t.Fatalf("%q: its text %q has mean %v, not %v", text, l, again.Mean(), l.Mean())
		}
	})
}
