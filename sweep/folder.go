package sweep

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// folder is where results lie: plan-ID.json, values-HASH.txt, point-KEY.json, and an empty file shards-ID-N for each number of shards that the
// plan was cut into.
type folder string

func planFile(id string) string               { return "plan-" + id + ".json" }
func pointFile(key string) string             { return "point-" + key + ".json" }
func shardsFile(id string, n int) string      { return shardsPrefix(id) + strconv.Itoa(n) }
func shardsPrefix(id string) string           { return "shards-" + id + "-" }
func (f folder) path(name string) string      { return filepath.Join(string(f), name) }
func (f folder) list() ([]os.DirEntry, error) { return os.ReadDir(string(f)) }

// idOf is what stands between the prefix and the suffix of a name.
func idOf(name, prefix, suffix string) (id string, ok bool) {
	id, ok = strings.CutPrefix(name, prefix)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(id, suffix)
}

// publish writes a file that is there as a whole, also after a loss of power, or not at all.
func (f folder) publish(name string, data []byte) error {
	partial, err := os.CreateTemp(string(f), "."+name+".*.partial")
	if err != nil {
		return err
	}
	return f.complete(partial, name, data)
}

// complete writes a new file and gives it its name once everything is on disk; a file that cannot be completed is removed.
func (f folder) complete(partial *os.File, name string, data []byte) error {
	_, err := partial.Write(data)
	if err == nil {
		err = errors.Join(partial.Chmod(0o644), partial.Sync())
	}
	if err = errors.Join(err, partial.Close()); err == nil {
		err = os.Rename(partial.Name(), f.path(name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(partial.Name()))
	}
	return f.sync()
}

// sync makes names last.
func (f folder) sync() error {
	dir, err := os.Open(string(f))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// maxFile is the most bytes of a file: the result of a scenario of 100,000 classes has 12 million.
const maxFile = 1 << 28

// load reads a file; it fails with errDamaged if there is something there that nobody wrote as a result.
func (f folder) load(name string) ([]byte, error) {
	info, err := os.Stat(f.path(name))
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: it is no file", errDamaged)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%w: it has %d bytes, want at most %d", errDamaged, info.Size(), maxFile)
	}
	return os.ReadFile(f.path(name))
}

// keep publishes a file unless it is there with the same content.
func (f folder) keep(name string, data []byte) error {
	if there, err := f.load(name); err == nil && string(there) == string(data) {
		return nil
	}
	return f.publish(name, data)
}

// begin makes the folder and puts the plan there.
func (f folder) begin(w *Sweep, shards ...int) error {
	err := os.MkdirAll(string(f), 0o777)
	for name, data := range w.files {
		if err == nil {
			err = f.keep(name, data)
		}
	}
	if err == nil {
		err = f.keep(planFile(w.id), w.Plan.encode())
	}
	for _, n := range shards {
		if err == nil && n > 1 {
			err = f.keep(shardsFile(w.id, n), nil)
		}
	}
	if err != nil {
		return fmt.Errorf("out: got %s, want a folder that can be written: %w", f, err)
	}
	return nil
}

// read reads the record of a key. It fails with errDamaged if the file there is not such a record.
func (f folder) read(key string) (*record, []byte, error) {
	data, err := f.load(pointFile(key))
	if err != nil {
		return nil, nil, err
	}
	r, err := decodeRecord(data)
	if err == nil && r.Key != key {
		err = fmt.Errorf("%w: it holds the point %s", errDamaged, r.Key)
	}
	return r, data, err
}
