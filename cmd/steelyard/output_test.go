package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestWriteOutput wants a file that could not be written as a whole gone, and a device left in its place.
func TestWriteOutput(t *testing.T) {
	file, broken := filepath.Join(t.TempDir(), "out"), errors.New("broken")
	half := func(w io.Writer) error {
		io.WriteString(w, "half")
		return broken
	}
	all := func(w io.Writer) error {
		_, err := io.WriteString(w, "whole")
		return err
	}
	if err := writeOutput(file, half); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("half a file is there: %v", err)
	}
	if err := writeOutput(file, all); err != nil || read(t, file) != "whole" {
		t.Errorf("error %v", err)
	}
	device := filepath.Join(t.TempDir(), "device")
	if err := os.Symlink(os.DevNull, device); err != nil {
		t.Fatal(err)
	}
	if err := writeOutput(device, half); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Lstat(device); err != nil {
		t.Errorf("the device is gone: %v", err)
	}
}
