package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// version tells which program this is.
type version struct {
	Version  string `json:"version"`            // of the module, or (devel)
	Revision string `json:"revision,omitempty"` // of the source, where known
	Modified bool   `json:"modified"`           // the source differed from the revision
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  steelyard version --json",
		Args:    noArgs,
	}
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		v := currentVersion()
		if *asJSON {
			return writeJSON(cmd.OutOrStdout(), v)
		}
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "steelyard %s %s %s\n", v.Version, v.Go, v.Platform)
		return err
	}
	return cmd
}

// unreleased is the version of a program that was not made from a commit.
const unreleased = "(devel)"

func currentVersion() version {
	v := version{Version: unreleased, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// buildName tells programs of different sources apart: by version, or by a hash of the program where the version is not that of a commit.
func buildName() string {
	v := currentVersion()
	if v.Version != unreleased && !v.Modified && !strings.Contains(v.Version, "+dirty") {
		return v.Version
	}
	return v.Version + " " + ownHash()
}

// ownHash is the beginning of a hash of the running program; "unknown" if it cannot be read.
func ownHash() string {
	name, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	file, err := os.Open(name)
	if err != nil {
		return "unknown"
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%x", hash.Sum(nil))[:12]
}

// program tells programs apart whose results may differ in their last digits.
func program() string {
	v := currentVersion()
	return buildName() + " " + v.Go + " " + v.Platform
}
