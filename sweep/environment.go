package sweep

import (
	"fmt"
	"strconv"
	"strings"
)

// The variables in which schedulers tell a task its index.
const (
	kubernetesIndex = "JOB_COMPLETION_INDEX" // of an Indexed Job, from 0
	batchIndex      = "AWS_BATCH_JOB_ARRAY_INDEX"
	slurmIndex      = "SLURM_ARRAY_TASK_ID" // from any least index, in any steps
)

// ShardFromEnvironment is the shard that a scheduler gives this task, and the variable that tells; count is the number of shards, 0 if only
// the scheduler may know it. Without such a variable it is the whole plan, unless count wants one.
//
// The index counts from 0. A Slurm array that is submitted as a whole may start elsewhere and go in steps; of one that is submitted in
// part, to run some of its tasks again, the index is the shard.
func ShardFromEnvironment(getenv func(string) string, count int) (shard Shard, from string, err error) {
	e := environment{getenv}
	var found []string
	for _, name := range []string{kubernetesIndex, batchIndex, slurmIndex} {
		if getenv(name) != "" {
			found = append(found, name)
		}
	}
	switch {
	case len(found) == 0 && count == 0:
		return Whole(), "", nil
	case len(found) == 0:
		return Shard{}, "", fmt.Errorf("got %d shards but none of %s, %s and %s, want --shard i/n",
			count, kubernetesIndex, batchIndex, slurmIndex)
	case len(found) > 1:
		return Shard{}, "", fmt.Errorf("got %s together, want --shard i/n", strings.Join(found, " and "))
	}
	from = found[0]
	if from == slurmIndex {
		shard, err = e.slurm(count)
	} else {
		shard, err = e.indexed(from, count)
	}
	if err != nil {
		return Shard{}, "", fmt.Errorf("%s=%s: %w", from, getenv(from), err)
	}
	return shard, from, nil
}

type environment struct{ getenv func(string) string }

// indexed is the shard of a task that is told its index alone.
func (e environment) indexed(name string, count int) (Shard, error) {
	if count == 0 {
		return Shard{}, fmt.Errorf("without the number of shards, want --shards N, the size of the job; or --shard 0/1 for all points")
	}
	index, err := e.number(name)
	if err != nil {
		return Shard{}, err
	}
	return NewShard(index, count)
}

// slurm is the shard of a task of a Slurm array.
func (e environment) slurm(count int) (Shard, error) {
	id, err := e.number(slurmIndex)
	if err != nil {
		return Shard{}, err
	}
	size, first, last := 0, 0, 0
	for name, to := range map[string]*int{"SLURM_ARRAY_TASK_COUNT": &size, "SLURM_ARRAY_TASK_MIN": &first, "SLURM_ARRAY_TASK_MAX": &last} {
		if *to, err = e.number(name); err != nil && e.getenv(name) != "" {
			return Shard{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	switch step := (last - first) / max(size-1, 1); {
	case size == 0 && count == 0:
		return e.indexed(slurmIndex, 0)
	case count != 0 && count != size:
		return NewShard(id, count)
	case step*(size-1) != last-first || (id-first)%max(step, 1) != 0:
		return Shard{}, fmt.Errorf("in an array with gaps, want --shards N, the number of shards, and indexes from 0 to N-1")
	default:
		return NewShard((id-first)/max(step, 1), size)
	}
}

func (e environment) number(name string) (int, error) {
	n, err := strconv.Atoi(e.getenv(name))
	if err != nil || n < 0 {
		return 0, fmt.Errorf("got %q, want a whole number of at least 0", e.getenv(name))
	}
	return n, nil
}
