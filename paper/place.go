package paper

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

func writeFile(name string, data []byte) error { return os.WriteFile(name, data, 0o666) }

// beside is a name for what is to be put in the place of another file or folder: of its own, since another run may be at work.
func beside(name string) string { return name + partial + rand.Text()[:10] }

// partial is in the names of what is not finished.
const partial = ".partial-"

// place writes a file beside its place and renames it when all of it is there.
func place(name string, data []byte, write func(name string, data []byte) error) error {
	unfinished := beside(name)
	err := write(unfinished, data)
	if err == nil {
		err = os.Rename(unfinished, name)
	}
	if err != nil {
		os.Remove(unfinished)
	}
	return err
}

// replace renames a folder to the place of another one, which is out of the way before it is taken apart. Another run may do the same at the
// same time.
func replace(place, by string) error {
	const tries = 10
	var err error
	for range tries {
		if err = os.Rename(by, place); !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTDIR) {
			return err
		}
		old := beside(place)
		moved := os.Rename(place, old)
		if moved == nil {
			moved = os.RemoveAll(old)
		}
		if moved != nil && !errors.Is(moved, fs.ErrNotExist) {
			return moved
		}
	}
	return err
}

// abandoned is how old what is not finished must be to have been left by a run that was killed.
const abandoned = 24 * time.Hour

// tidy removes what killed runs left in a folder.
func tidy(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, "*"+partial+"*"))
	for _, name := range left {
		if info, err := os.Lstat(name); err == nil && time.Since(info.ModTime()) > abandoned {
			os.RemoveAll(name)
		}
	}
}
