package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// job is what the tests read of a manifest of a Kubernetes Job.
type job struct {
	Kind string
	Spec struct {
		CompletionMode       string `yaml:"completionMode"`
		Completions          int
		BackoffLimitPerIndex int `yaml:"backoffLimitPerIndex"`
		Template             struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Containers    []struct {
					Args         []string
					VolumeMounts []struct{ MountPath string } `yaml:"volumeMounts"`
				}
			}
		}
	}
}

// readJob finds the Job in a file of manifests.
func readJob(t *testing.T, file string) job {
	t.Helper()
	decoder := yaml.NewDecoder(strings.NewReader(read(t, file)))
	for {
		var j job
		if err := decoder.Decode(&j); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if j.Kind == "Job" {
			return j
		}
	}
}

// TestKubernetesJob runs the pods of the shipped manifests one by one: as many as there are shards, each with its index, and the merge.
func TestKubernetesJob(t *testing.T) {
	sweeps, merge := readJob(t, "../../deploy/kubernetes/sweep-job.yaml"), readJob(t, "../../deploy/kubernetes/merge-job.yaml")
	spec, pod := sweeps.Spec, sweeps.Spec.Template.Spec
	if spec.CompletionMode != "Indexed" || spec.BackoffLimitPerIndex == 0 || pod.RestartPolicy != "Never" {
		t.Errorf("got %+v, want an Indexed Job whose pods are made anew", spec)
	}
	dir := t.TempDir()
	write := strings.NewReplacer("/scenario/", dir+"/", "/results", dir+"/results")
	if err := os.WriteFile(filepath.Join(dir, "scenario.yaml"), []byte(plainScenario), 0o600); err != nil {
		t.Fatal(err)
	}
	words := func(args []string) []string { return strings.Fields(write.Replace(strings.Join(args, " "))) }
	args := words(pod.Containers[0].Args)
	for index := range spec.Completions {
		t.Setenv("JOB_COMPLETION_INDEX", fmt.Sprint(index))
		status, stdout, stderr := execute(t, args...)
		if status != statusDone || !strings.HasPrefix(stdout, fmt.Sprintf("shard %d/%d of ", index, spec.Completions)) {
			t.Fatalf("pod %d: status %d, stdout %q, stderr %q", index, status, stdout, stderr)
		}
	}
	status, stdout, stderr := execute(t, words(merge.Spec.Template.Spec.Containers[0].Args)...)
	if status != statusDone || stderr != "" || !strings.Contains(stdout, "difference from sed") || read(t, dir+"/results/table.csv") == "" {
		t.Errorf("merge: status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

// plainScenario has no mean field, whose solution would take longer than the run.
const plainScenario = `classes:
  - {name: fast, servers: 2, speed: 5}
  - {name: slow, servers: 8, speed: 1}
load: 0.8
policy: scd
arrivals: {law: erlang, k: 2}
run: {jobs: 1000, replications: 2}
`

// TestSlurmScript runs the shipped script as Slurm runs its tasks: a whole array, and some tasks of it again.
func TestSlurmScript(t *testing.T) {
	file, out := writeFile(t, "s.yaml", plainScenario), filepath.Join(t.TempDir(), "results")
	task := func(vars ...string) string {
		cmd := exec.CommandContext(t.Context(), "bash", "../../deploy/slurm/sweep.sbatch", "-f", file, "--policies", "sed,scd", "--out", out)
		cmd.Env = append(append(os.Environ(), asCommand+"=1", "STEELYARD="+os.Args[0]), vars...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v, %s", vars, err, &stderr)
		}
		return string(stdout)
	}
	array := []string{"SLURM_ARRAY_TASK_COUNT=3", "SLURM_ARRAY_TASK_MIN=0", "SLURM_ARRAY_TASK_MAX=2"}
	for k := range 3 {
		if got := task(append(array, fmt.Sprint("SLURM_ARRAY_TASK_ID=", k))...); !strings.HasPrefix(got, fmt.Sprintf("shard %d/3 of ", k)) {
			t.Errorf("task %d: %q", k, got)
		}
	}
	again := task("SHARDS=3", "SLURM_ARRAY_TASK_ID=2", "SLURM_ARRAY_TASK_COUNT=1", "SLURM_ARRAY_TASK_MIN=2", "SLURM_ARRAY_TASK_MAX=2")
	if !strings.HasPrefix(again, "shard 2/3 of ") || !strings.Contains(again, " 0 computed, 1 kept") {
		t.Errorf("task 2 again: %q", again)
	}
	if status, _, stderr := execute(t, "merge", out); status != statusDone {
		t.Errorf("merge: status %d, %q", status, stderr)
	}
}
