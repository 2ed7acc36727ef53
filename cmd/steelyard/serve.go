package main

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

func serveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve -c FILE",
		Short: "Run the live balancer",
		Long: `Serve runs an HTTP reverse proxy that shares requests over servers of unequal
speed by the policy that FILE names (steelyard validate --help shows one).

SIGHUP reads the file again. Servers that stay keep their counters and their
requests under way; when the file is bad, the old configuration stays in force
and one line is logged. SIGTERM and SIGINT stop taking connections, give
requests under way the grace period to end, and end the process: with status 0,
or 1 when some had to be cut off. A second signal ends it at once.

The admin address, if the file gives one, answers GET /health with 200, or 503
while draining, and GET /servers with the state and counters of every server.`,
		Example: `  steelyard serve -c steelyard.yaml
  steelyard serve -c steelyard.yaml --grace 5s`,
		Args: noArgs,
	}
	file := configFlag(cmd)
	grace := cmd.Flags().Duration("grace", 30*time.Second, "how long requests under way may take at shutdown")
	seed := cmd.Flags().Uint64("seed", 0, "of the policy's random draws (default random)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *grace < 0 {
			return fmt.Errorf("serve: --grace %v: want 0s or longer", *grace)
		}
		hangup := make(chan os.Signal, 1)
		signal.Notify(hangup, syscall.SIGHUP) // before the file is read, which may be long
		defer signal.Stop(hangup)
		config, err := loadSettings(*file)
		if err != nil {
			return err
		}
		if !cmd.Flags().Changed("seed") {
			*seed = rand.Uint64()
		}
		s, err := newService(config, *seed, slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)))
		if err != nil {
			return err
		}
		return s.run(cmd.Context(), reloads{*file, hangup}, *grace)
	}
	return cmd
}
