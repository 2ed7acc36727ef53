package stats

import (
	"encoding/json"
	"fmt"
)

// histogramJSON is the stored form: buckets that are not empty, by key.
type histogramJSON struct {
	Low     float64      `json:"low"`
	Weight  float64      `json:"weight"`
	Squares float64      `json:"squares"`
	Total   float64      `json:"total"`
	Buckets [][2]float64 `json:"buckets"` // key, weight
}

// MarshalJSON stores the histogram exactly, so that shards of a sweep can be
// merged later.
func (h *Histogram) MarshalJSON() ([]byte, error) {
	j := histogramJSON{h.low, h.weight, h.squares, h.total, [][2]float64{}}
	for i, c := range h.counts {
		if c != 0 {
			j.Buckets = append(j.Buckets, [2]float64{float64(h.first + i), c})
		}
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (h *Histogram) UnmarshalJSON(data []byte) error {
	var j histogramJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*h = Histogram{low: j.Low, weight: j.Weight, squares: j.Squares, total: j.Total}
	lo, hi := bucketKey(smallest), bucketKey(largest)
	for _, b := range j.Buckets {
		key := int(b[0])
		if key < lo || key > hi || float64(key) != b[0] || !(b[1] >= 0) {
			return fmt.Errorf("histogram: bucket %v of weight %v, want a key from %d to %d and a weight of at least 0", b[0], b[1], lo, hi)
		}
		h.grow(key, key+1)
		h.counts[key-h.first] += b[1]
	}
	return nil
}
