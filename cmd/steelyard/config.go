package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard/fleet"
)

// configFlag adds the flag -c to a command that cannot do without.
func configFlag(cmd *cobra.Command) *string {
	return cmd.Flags().StringP("config", "c", "", "`file` that configures the balancer (YAML)")
}

// loadConfig reads the file and checks it as a whole.
func loadConfig(file string) (*fleet.Config, error) {
	if file == "" {
		return nil, errors.New("missing flag -c, want -c FILE with the configuration of the balancer")
	}
	return fleet.LoadConfig(file)
}
