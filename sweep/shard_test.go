package sweep

import (
	"strings"
	"testing"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"0/1": {0, 1}, "3/4": {3, 4}, "999999999/1000000000": {999999999, 1000000000}} {
		if got, err := ParseShard(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"0/0": "got 0 shards", "5/4": "got shard 5 of 4, want one from 0 to 3", "4/4": "they count from 0", "-1/3": "got shard -1 of 3",
		"a/b": "want i/n", "1": "want i/n", "": "want i/n", "/": "want i/n", "1/2/3": "want i/n", "1.5/3": "want i/n", "0/-3": "got -3 shards",
		"0/99999999999999999999": "want i/n", "0/1000000001": "want 1 to 1000000000", " 0/2": "want i/n",
	} {
		if got, err := ParseShard(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %q", text, got, err, want)
		}
	}
}

// TestPartition wants every point in exactly one shard, and shards of nearly the same size.
func TestPartition(t *testing.T) {
	points := planned(t, short, grid()).Points()
	for n := 1; n < 20; n++ {
		for _, p := range points {
			in := 0
			for k := range n {
				if (Shard{k, n}).has(p) {
					in++
				}
			}
			if in != 1 {
				t.Errorf("point %d is in %d of %d shards", p.Index, in, n)
			}
		}
	}
}

func TestShardFromEnvironment(t *testing.T) {
	slurm := func(id, count, least, most string) map[string]string {
		return map[string]string{"SLURM_ARRAY_TASK_ID": id, "SLURM_ARRAY_TASK_COUNT": count,
			"SLURM_ARRAY_TASK_MIN": least, "SLURM_ARRAY_TASK_MAX": most}
	}
	for _, x := range []struct {
		vars map[string]string
		n    int
		want string // the shard, or a part of the error
	}{
		{nil, 0, "0/1"},
		{nil, 4, "got 4 shards but none of JOB_COMPLETION_INDEX"},
		{map[string]string{"JOB_COMPLETION_INDEX": "2"}, 4, "2/4"},
		{map[string]string{"AWS_BATCH_JOB_ARRAY_INDEX": "0"}, 4, "0/4"},
		{map[string]string{"JOB_COMPLETION_INDEX": "2"}, 0, "JOB_COMPLETION_INDEX=2: without the number of shards, want --shards N"},
		{map[string]string{"JOB_COMPLETION_INDEX": "4"}, 4, "JOB_COMPLETION_INDEX=4: got shard 4 of 4, want one from 0 to 3"},
		{map[string]string{"JOB_COMPLETION_INDEX": "x"}, 4, `JOB_COMPLETION_INDEX=x: got "x"`},
		{map[string]string{"JOB_COMPLETION_INDEX": "-1"}, 4, `got "-1"`},
		{map[string]string{"JOB_COMPLETION_INDEX": "1", "SLURM_ARRAY_TASK_ID": "1"}, 4, "got JOB_COMPLETION_INDEX and SLURM_ARRAY_TASK_ID together"},
		{slurm("2", "4", "0", "3"), 0, "2/4"},
		{slurm("3", "4", "1", "4"), 0, "2/4"},
		{slurm("3", "4", "1", "4"), 4, "2/4"},
		{slurm("6", "4", "0", "6"), 0, "3/4"},
		{slurm("5", "1", "5", "5"), 0, "0/1"},
		{slurm("2", "1", "2", "2"), 4, "2/4"},
		{slurm("3", "2", "1", "3"), 4, "3/4"},
		{slurm("4", "1", "4", "4"), 4, "got shard 4 of 4"},
		{slurm("1", "3", "0", "5"), 0, "in an array with gaps, want --shards N"},
		{slurm("1", "3", "0", "4"), 0, "in an array with gaps, want --shards N"},
		{slurm("1", "", "", ""), 0, "without the number of shards"},
		{slurm("1", "", "", ""), 3, "1/3"},
		{slurm("1", "many", "0", "3"), 0, `SLURM_ARRAY_TASK_COUNT: got "many"`},
	} {
		got, from, err := ShardFromEnvironment(func(name string) string { return x.vars[name] }, x.n)
		text := got.String()
		if err != nil {
			text = err.Error()
		}
		if text != x.want && (err == nil || !strings.Contains(text, x.want)) || err == nil && (from == "") != (len(x.vars) == 0) {
			t.Errorf("%v and %d shards: %s from %q, want %s", x.vars, x.n, text, from, x.want)
		}
	}
}
