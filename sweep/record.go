package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/steelyard-lb/steelyard/scenario"
)

// record is the result of one point.
type record struct {
	Plan        string          `json:"plan"`
	Key         string          `json:"key"`
	Policy      string          `json:"policy"`
	Load        string          `json:"load"`
	Replication int             `json:"replication"`
	Trial       *scenario.Trial `json:"trial"`
}

// sealed is a stored record with a digest of its bytes.
type sealed struct {
	SHA256 string          `json:"sha256"`
	Result json.RawMessage `json:"result"`
}

// encode is the record as it is stored: the same bytes for the same result.
func (r *record) encode() ([]byte, error) {
	result, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(sealed{digest(result), result})
	return append(data, '\n'), err
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// errDamaged is for a file that is not what was written there.
var errDamaged = errors.New("damaged")

// decodeRecord reads a stored record. Whatever is cut off, changed or added is found.
func decodeRecord(data []byte) (*record, error) {
	var s sealed
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if got := digest(s.Result); got != s.SHA256 {
		return nil, fmt.Errorf("%w: its digest is %s, want %q", errDamaged, got, s.SHA256)
	}
	r := &record{}
	if err := json.Unmarshal(s.Result, r); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if r.Trial == nil {
		return nil, fmt.Errorf("%w: no trial", errDamaged)
	}
	if again, err := r.encode(); err != nil || !bytes.Equal(again, data) {
		return nil, fmt.Errorf("%w: not in the form in which it is written", errDamaged)
	}
	return r, nil
}
