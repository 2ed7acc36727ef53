package sim

// levels counts, per class and queue length, the steps of a chain of queue lengths: all that follows of it, the law of response times
// included, costs two additions per step. A server is at level k while it has more than k jobs.
type levels struct {
	level [][]level
	first [][]int64 // servers above each level when the count began
	from  int64     // the step at which it began
}

type level struct {
	joins  int64 // jobs that found k jobs at their server
	leaves int64 // jobs that left k jobs behind
	area   int64 // less the sum of the steps of the joins, plus that of the leaves
}

func newLevels(classes int) levels {
	l := levels{level: make([][]level, classes), first: make([][]int64, classes)}
	for c := range l.level {
		l.reach(c, firstLevels-1)
	}
	return l
}

const firstLevels = 8

// reach makes room for level k of class c.
func (l *levels) reach(c, k int) {
	for len(l.level[c]) <= k {
		l.level[c] = append(l.level[c], make([]level, max(firstLevels, len(l.level[c])))...)
		l.first[c] = append(l.first[c], make([]int64, len(l.level[c])-len(l.first[c]))...)
	}
}

// join counts a job that found k jobs at a server of class c.
func (l *levels) join(c, k int, step int64) {
	if k >= len(l.level[c]) {
		l.reach(c, k)
	}
	x := &l.level[c][k]
	x.joins++
	x.area -= step
}

// leave counts a job that left k jobs behind.
func (l *levels) leave(c, k int, step int64) {
	x := &l.level[c][k]
	x.leaves++
	x.area += step
}

// clear begins to count at the given step, with servers at these lengths.
func (l *levels) clear(step int64, class []int32, n []int32) {
	for c := range l.level {
		clear(l.level[c])
		clear(l.first[c])
	}
	l.from = step
	for i, c := range class {
		if n[i] == 0 {
			continue
		}
		l.reach(int(c), int(n[i])-1)
		for k := range n[i] {
			l.first[c][k]++
		}
	}
}

// above is how many servers of class c are above level k now.
func (l *levels) above(c, k int) int64 {
	x := &l.level[c][k]
	return l.first[c][k] + x.joins - x.leaves
}

// integral is the sum over the steps counted, up to the given one, of the servers of class c above level k.
func (l *levels) integral(c, k int, step int64) float64 {
	return float64(l.level[c][k].area + step*l.above(c, k) - l.from*l.first[c][k])
}
