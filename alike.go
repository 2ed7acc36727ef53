package steelyard

// ByClass says whether the index keeps servers by class and length, as [Index.Alike] needs: it does unless there are many classes,
// very long queues, or the order does not tell classes apart.
func (x *Index) ByClass() bool { return x.byClass() != nil }

// Alike returns the eligible servers of class c that have the shortest length from a given one on, and that length; none if all queues of
// the class are shorter. They are in no particular order, and the caller must not change them. The index must be [Index.ByClass].
func (x *Index) Alike(c, from int) (servers []int32, n int) {
	class := &x.byClass().classes[c]
	for n = max(from, class.low); n <= class.top; n++ {
		if first, end := class.start[n], class.start[n+1]; first < end {
			return class.list[first:end], n
		}
	}
	return nil, 0
}

// byClass is the sorted form of the index, nil if it has another.
func (x *Index) byClass() *buckets {
	if x.loaded {
		x.rebuild()
	}
	if b, ok := x.ranks.(*buckets); ok && !b.blind {
		return b
	}
	return nil
}
