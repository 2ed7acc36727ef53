package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/steelyard-lb/steelyard/policy"
)

func TestPolicies(t *testing.T) {
	status, stdout, stderr := execute(t, "policies")
	if status != statusDone || stderr != "" {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	for _, e := range policy.All() {
		if !strings.Contains(stdout, "\n"+e.Name+" ") && !strings.HasPrefix(stdout, e.Name+" ") {
			t.Errorf("%s is not listed", e.Name)
		}
	}
}

func TestPoliciesJSON(t *testing.T) {
	_, stdout, _ := execute(t, "policies", "--json")
	var rows []policyRow
	if err := json.Unmarshal([]byte(stdout), &rows); err != nil {
		t.Fatal(err)
	}
	if got, want := len(rows), len(policy.All()); got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
	for _, r := range rows {
		if r.Policy == "" || r.Parameters == nil || r.Source == "" || r.Messages == "" || len(r.Examples) == 0 {
			t.Errorf("incomplete row %+v", r)
		}
		for _, p := range r.Parameters {
			if p.Name == "" || p.Range == "" || p.Meaning == "" {
				t.Errorf("%s: incomplete parameter %+v", r.Policy, p)
			}
		}
	}
}
