package sweep

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is the part of the points whose index leaves the remainder Index when divided by Count: neighbours, which take equally long, go to
// different shards.
type Shard struct {
	Index int // from 0
	Count int
}

// Whole is the shard of all points.
func Whole() Shard { return Shard{0, 1} }

// maxShards bounds the shards: no plan has more points.
const maxShards = 1_000_000_000

// NewShard checks that a shard makes sense.
func NewShard(index, count int) (Shard, error) {
	switch {
	case count < 1 || count > maxShards:
		return Shard{}, fmt.Errorf("got %d shards, want 1 to %d", count, maxShards)
	case index < 0 || index >= count:
		return Shard{}, fmt.Errorf("got shard %d of %d, want one from 0 to %d: they count from 0", index, count, count-1)
	}
	return Shard{index, count}, nil
}

// ParseShard reads a shard in the form i/n.
func ParseShard(text string) (Shard, error) {
	i, n, ok := strings.Cut(text, "/")
	index, err := strconv.Atoi(i)
	count, err2 := strconv.Atoi(n)
	if !ok || err != nil || err2 != nil {
		return Shard{}, fmt.Errorf("got %q, want i/n with whole numbers i from 0 to n-1, such as 0/4", text)
	}
	return NewShard(index, count)
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// has says whether a point belongs to the shard.
func (s Shard) has(p Point) bool { return p.Index%s.Count == s.Index }
