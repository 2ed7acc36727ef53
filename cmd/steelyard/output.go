package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// jsonFlag adds --json to a command.
func jsonFlag(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "print one JSON document instead of a table")
}

// writeJSON writes one indented document.
func writeJSON(w io.Writer, document any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}

// newTable returns a writer that aligns cells separated by tabs; it has to be
// flushed.
func newTable(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
}

// checkOutput refuses, before anything is computed, a file that a flag names and that cannot be written. No name is no file.
func checkOutput(flag, file string) error {
	if file == "" {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: got %s, want a file in a directory that is there", flag, file)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return fmt.Errorf("%s: got %s, which is a directory, want a file", flag, file)
	}
	return nil
}

// writeOutput writes a file as a whole; one that could not be completed is removed, so that nobody takes it for a result.
func writeOutput(file string, write func(io.Writer) error) error {
	to, err := os.Create(file)
	if err != nil {
		return err
	}
	info, err := to.Stat()
	if err = errors.Join(err, write(to), to.Close()); err == nil {
		return nil
	}
	if info != nil && info.Mode().IsRegular() {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}
