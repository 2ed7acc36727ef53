package rounds

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"testing"
)

// TestApart wants replications that are run apart, stored and combined to make the very result of one run.
func TestApart(t *testing.T) {
	for _, text := range []string{"scd", "jiq", "sed"} {
		c := threeSpeeds(t, text)
		c.Rounds, c.Replications = 300, 3
		var trials []*Trial
		for k := range c.Replications {
			trials = append(trials, stored(t, c, k))
		}
		combined, err := Combine(c, trials)
		if err != nil {
			t.Fatal(err)
		}
		if whole := mustRun(t, c); !reflect.DeepEqual(lean(whole), lean(combined)) || whole.Law.Tail(20) != combined.Law.Tail(20) {
			t.Errorf("%s: one run found\n%+v\ncombined\n%+v", text, whole, combined)
		}
	}
}

// lean is a result without its laws.
func lean(r *Result) Result {
	l := *r
	l.Law, l.Responses = nil, nil
	for k := range l.Classes {
		l.Classes[k].Law = nil
	}
	return l
}

// stored runs a replication, stores it and reads it.
func stored(t *testing.T, c Config, index int) *Trial {
	t.Helper()
	trial, err := Replicate(context.Background(), c, index)
	if err != nil {
		t.Fatal(err)
	}
	return reread(t, trial)
}

// reread is a trial stored and read, which must be stored alike again.
func reread(t *testing.T, trial *Trial) *Trial {
	t.Helper()
	data, err := json.Marshal(trial)
	if err != nil {
		t.Fatal(err)
	}
	read := &Trial{}
	if err := json.Unmarshal(data, read); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(read); err != nil || !bytes.Equal(again, data) {
		t.Errorf("stored as\n%s\nand again as\n%s (%v)", data, again, err)
	}
	return read
}

func TestTrialsOfAnother(t *testing.T) {
	c := threeSpeeds(t, "scd")
	c.Rounds = 50
	own := stored(t, c, 0)
	other := drawn(t, "scd", 2, 1, .5, 1)
	for _, trials := range [][]*Trial{nil, {nil}, {{}}, {own}} {
		if _, err := Combine(other, trials); err == nil {
			t.Errorf("%d trials of another configuration are combined", len(trials))
		}
	}
	c.Rate = 1e3
	if trial, err := Replicate(context.Background(), c, 0); trial != nil || err != nil {
		t.Errorf("overloaded: %v, %v", trial, err)
	}
	if r, err := Combine(c, nil); err != nil || r.Stable || r.Verdict == "" {
		t.Errorf("overloaded: %+v, %v", r, err)
	}
	for _, law := range []string{`[[0,1]]`, `[[1,-1]]`, `[[999999999999,1]]`, `[["a",1]]`} {
		if err := json.Unmarshal([]byte(`{"classes":[{"jobs":`+law+`}]}`), &Trial{}); err == nil {
			t.Errorf("the law %s is read", law)
		}
	}
}

// TestTrialIsStoredWhole wants every number of a trial stored and read.
func TestTrialIsStoredWhole(t *testing.T) {
	trial := &Trial{sums: &sums{[]classSums{{Law{}, 1, 2, 3}}, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
	for k := range trial.stretch {
		trial.stretch[k] = stretch{1, 2, 3, int64(k)}
	}
	if read := reread(t, trial); !reflect.DeepEqual(read, trial) {
		t.Errorf("read %+v %+v, want %+v %+v", read, read.sums, trial, trial.sums)
	}
}
