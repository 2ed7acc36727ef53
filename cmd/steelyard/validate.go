package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// verdict is what validate says of a file that is right.
type verdict struct {
	File   string        `json:"file"`
	Listen string        `json:"listen"`
	Admin  string        `json:"admin,omitempty"`
	Pools  []poolVerdict `json:"pools"`
}

type poolVerdict struct {
	Name      string         `json:"name"`
	Policy    string         `json:"policy"`
	Balancers int            `json:"balancers"`
	Servers   int            `json:"servers"`
	Capacity  float64        `json:"capacity"` // in units of a server of speed 1
	Classes   []classVerdict `json:"classes"`
	Warnings  []string       `json:"warnings"`
}

type classVerdict struct {
	Name    string  `json:"name"`
	Servers int     `json:"servers"`
	Speed   float64 `json:"speed"`
	Workers int     `json:"workers"`
}

func validateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "validate -c FILE",
		Short: "Check a configuration of the live balancer",
		Long: `Validate reads the file that serve would read and starts nothing. A mistake is
one line that names the file, the line, the field, what was found and what would
be right, and exits with status 2. A file that is right looks like this:

` + exampleConfig,
		Example: `  steelyard validate -c steelyard.yaml
  steelyard validate -c steelyard.yaml --json`,
		Args: noArgs,
	}
	file := configFlag(cmd)
	asJSON := jsonFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		config, err := loadSettings(*file)
		if err != nil {
			return err
		}
		v := judge(*file, config)
		if *asJSON {
			return writeJSON(cmd.OutOrStdout(), v)
		}
		for _, p := range v.Pools {
			fmt.Fprintf(cmd.OutOrStdout(), "%s: ok: pool %s, policy %s, servers %d, classes %d, capacity %g\n",
				v.File, p.Name, p.Policy, p.Servers, len(p.Classes), p.Capacity)
			for _, text := range p.Warnings {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: warning: pool %s: %s\n", v.File, p.Name, text)
			}
		}
		return nil
	}
	return cmd
}

func judge(file string, config *settings) verdict {
	v := verdict{File: file, Listen: config.Listen, Admin: config.Admin}
	for _, pool := range config.Pools {
		f := pool.Fleet()
		p := poolVerdict{Name: pool.Name, Policy: pool.Policy, Balancers: pool.Balancers, Servers: f.Servers(), Capacity: f.Capacity(), Warnings: []string{}}
		for _, c := range f.Classes {
			p.Classes = append(p.Classes, classVerdict{c.Name, c.Servers, c.Speed, c.Workers})
		}
		if text := belowCapacity(config.policy, pool); text != "" {
			p.Warnings = append(p.Warnings, text)
		}
		v.Pools = append(v.Pools, p)
	}
	return v
}
