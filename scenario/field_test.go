package scenario

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

const fieldScenarios = "../testdata/scenarios/*.yaml"

// TestField runs the scenarios from the field. One that is pending must still fail: who mends it says so by taking the word out.
func TestField(t *testing.T) {
	files, err := filepath.Glob(fieldScenarios)
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios, %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			s, err := Load(file)
			if err != nil {
				t.Fatal(err)
			}
			outcomes, err := Check(context.Background(), s, Options{})
			if err != nil {
				t.Fatal(err)
			}
			met := true
			for _, o := range outcomes {
				met = met && o.Met
				switch {
				case s.Pending == "" && !o.Met:
					t.Error(o)
				default:
					t.Log(o)
				}
			}
			if s.Pending != "" && met {
				t.Errorf("%s: all expectations are met, so that pending has to go", file)
			}
		})
	}
}
