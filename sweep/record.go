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
	return seal(result)
}

// seal adds the digest.
func seal(result []byte) ([]byte, error) {
	sum := sha256.Sum256(result)
	data, err := json.Marshal(sealed{hex.EncodeToString(sum[:]), result})
	return append(data, '\n'), err
}

// errDamaged is for a file that is not what was written there.
var errDamaged = errors.New("damaged")

// decodeRecord reads a stored record. Whatever is cut off, changed or added is found.
func decodeRecord(data []byte) (*record, error) {
	var s sealed
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if again, err := seal(s.Result); err != nil || !bytes.Equal(again, data) {
		return nil, fmt.Errorf("%w: it is not what its digest %q says", errDamaged, s.SHA256)
	}
	r := &record{}
	if err := json.Unmarshal(s.Result, r); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if r.Trial == nil {
		return nil, fmt.Errorf("%w: no trial", errDamaged)
	}
	return r, nil
}
