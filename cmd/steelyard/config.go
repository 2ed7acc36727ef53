package main

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/balance"
	"github.com/steelyard-lb/steelyard/fleet"
	"github.com/steelyard-lb/steelyard/policy"
	"github.com/steelyard-lb/steelyard/scenario"
)

// exampleConfig is the file as the help shows it.
const exampleConfig = `listen: 127.0.0.1:8080
admin: 127.0.0.1:9090     # optional; a loopback address
pools:                    # exactly one
  - name: web
    policy: scd           # see steelyard policies
    balancers: 1          # that share these servers, this one included
    servers:
      - {address: 10.0.0.1:80, class: fast, speed: 5}
      - {address: 10.0.0.2:80, class: slow}             # speed 1
      - {address: 10.0.0.3:80, speed: 2.5, workers: 4}  # serves 4 at once
`

// configFlag adds the flag -c to a command that cannot do without.
func configFlag(cmd *cobra.Command) *string {
	return cmd.Flags().StringP("config", "c", "", "`file` that configures the balancer (YAML)")
}

// settings is the configuration of the balancer with its policy understood.
type settings struct {
	*fleet.Config
	pool   fleet.Pool // the only one
	policy policy.Spec
}

// loadSettings reads the file and checks it as a whole, also that the policy
// can work on the servers.
func loadSettings(file string) (*settings, error) {
	if file == "" {
		return nil, errors.New("missing flag -c, want -c FILE with the configuration of the balancer")
	}
	config, err := fleet.LoadConfig(file)
	if err != nil {
		return nil, err
	}
	s := &settings{Config: config, pool: config.Pools[0]}
	if s.policy, err = policy.Parse(s.pool.Policy); err == nil {
		s.policy, err = scenario.ReadTuned(s.policy, filepath.Dir(file))
	}
	if err == nil {
		err = fits(s.policy, s.pool)
	}
	if err != nil {
		return nil, s.pool.PolicyPlace.Errorf("%v", err)
	}
	return s, nil
}

// members are the servers as the balancer knows them.
func (s *settings) members() []balance.Server {
	members := make([]balance.Server, len(s.pool.Servers))
	for i, m := range s.pool.Servers {
		members[i] = balance.Server{Key: m.Address, Rate: m.Speed, Workers: m.Workers, Class: m.Class}
	}
	return members
}

// fits fails if the policy cannot work on the pool's classes of servers.
func fits(spec policy.Spec, pool fleet.Pool) error {
	p, err := spec.New()
	if err != nil {
		return err
	}
	layout, err := steelyard.NewLayout(kinds(pool))
	if err != nil {
		return err
	}
	_, err = steelyard.NewDispatcher(p, steelyard.NewBoard(layout), steelyard.NewRand(0, "policy"))
	return err
}
