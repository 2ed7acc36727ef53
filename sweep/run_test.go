package sweep

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestRunAgain wants intact results kept as they are and damaged ones replaced.
func TestRunAgain(t *testing.T) {
	w := planned(t, short, grid())
	for name, spoil := range spoilers(t, w) {
		dir := serial(t, w)
		before := contents(t, dir)
		file := filepath.Join(dir, pointFile(w.Points()[7].Key))
		write(t, file, spoil(read(t, file)))
		kept := info(t, filepath.Join(dir, pointFile(w.Points()[6].Key)))
		o := ran(t, w, dir, Whole())
		if o.Points != 12 || o.Kept != 11 || o.Computed != 1 || len(o.Replaced) != 1 || o.Replaced[0] != file {
			t.Errorf("%s: %+v", name, o)
		}
		for file, text := range contents(t, dir) {
			if before[file] != text {
				t.Errorf("%s: %s has changed", name, file)
			}
		}
		if !os.SameFile(kept, info(t, filepath.Join(dir, pointFile(w.Points()[6].Key)))) {
			t.Errorf("%s: a result that was there was written anew", name)
		}
		if o := ran(t, w, dir, Shard{1, 3}); o.Kept != 4 || o.Computed != 0 {
			t.Errorf("%s: a third time: %+v", name, o)
		}
	}
}

func info(t *testing.T, file string) os.FileInfo {
	t.Helper()
	i, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// TestReplaced wants all files that are replaced named, in order.
func TestReplaced(t *testing.T) {
	w := planned(t, short, grid())
	dir := serial(t, w)
	var files []string
	for _, p := range w.Points() {
		files = append(files, filepath.Join(dir, pointFile(p.Key)))
		write(t, files[p.Index], "")
	}
	slices.Sort(files)
	if o := ran(t, w, dir, Whole()); !slices.Equal(o.Replaced, files) {
		t.Errorf("replaced %q, want %q", o.Replaced, files)
	}
}

// TestCores wants the same files from any number of cores, and progress that ends with everything done.
func TestCores(t *testing.T) {
	w := planned(t, short, grid())
	var files []map[string]string
	for _, cores := range []int{1, 8} {
		before := runtime.GOMAXPROCS(cores)
		dir, last := t.TempDir(), 0
		_, err := w.Run(context.Background(), dir, Whole(), func(done, _ int) { last = done })
		tabled(t, dir)
		runtime.GOMAXPROCS(before)
		if err != nil || last != 12*whole {
			t.Errorf("%d cores: %d done, %v", cores, last, err)
		}
		files = append(files, contents(t, dir))
	}
	if !maps.Equal(files[0], files[1]) {
		t.Error("files depend on the number of cores")
	}
}

// TestLeftovers wants what a killed process leaves behind to be in nobody's way.
func TestLeftovers(t *testing.T) {
	w, dir := planned(t, short, grid()), t.TempDir()
	key := w.Points()[0].Key
	write(t, filepath.Join(dir, "."+pointFile(key)+".123.partial"), `{"sha256":`)
	if o := ran(t, w, dir, Whole()); o.Computed != 12 || len(gathered(t, dir).Damaged) != 0 {
		t.Errorf("%+v", o)
	}
}

// TestStopped wants a run that is stopped to keep what is finished.
func TestStopped(t *testing.T) {
	w, dir := planned(t, strings.Replace(short, "jobs: 100,", "jobs: 20000,", 1), grid()), t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	o, err := w.Run(ctx, dir, Whole(), func(done, total int) {
		if done > 4*whole {
			stop()
		}
		if total != 12*whole {
			t.Errorf("%d of %d", done, total)
		}
	})
	if !errors.Is(err, context.Canceled) || o.Computed < 1 || o.Computed > 11 {
		t.Fatalf("%+v, %v", o, err)
	}
	if c := gathered(t, dir); len(c.Missing()) != 12-o.Computed || len(c.Damaged) != 0 {
		t.Errorf("%d missing, damaged %v after %d", len(c.Missing()), c.Damaged, o.Computed)
	}
	if again := ran(t, w, dir, Whole()); again.Kept != o.Computed || again.Computed+again.Kept != 12 {
		t.Errorf("%+v after %+v", again, o)
	}
}

// TestDiskFull wants a file that could not be written as a whole to be gone, and the one of its name to stay as it was.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	partial := filepath.Join(dir, "partial")
	for _, there := range []string{"", "as it was"} {
		if there != "" {
			write(t, filepath.Join(dir, "name"), there)
		}
		if err := os.Symlink("/dev/full", partial); err != nil {
			t.Fatal(err)
		}
		full, err := os.OpenFile(partial, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := folder(dir).complete(full, "name", []byte("new")); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("error %v, want no space left", err)
		}
		files := contents(t, dir)
		if got, exists := files["name"]; got != there || exists != (there != "") || len(files) > 1 {
			t.Errorf("left %q", files)
		}
	}
}

// TestUnwritable wants folders in which nothing can be written to be named before anything runs.
func TestUnwritable(t *testing.T) {
	w, file := planned(t, short, grid()), filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	for _, dir := range []string{file, filepath.Join(file, "x"), "/proc/here"} {
		o, err := w.Run(context.Background(), dir, Whole(), nil)
		if err == nil || !strings.Contains(err.Error(), "out: got "+dir+", want a folder that can be written") || o.Points > 0 {
			t.Errorf("%s: %+v, %v", dir, o, err)
		}
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, pointFile(w.Points()[2].Key)), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Run(context.Background(), dir, Whole(), nil); err == nil {
		t.Error("a result in the place of a folder")
	}
}
