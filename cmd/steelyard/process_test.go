package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// asCommand makes the test binary be the command.
const asCommand = "STEELYARD_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

// command runs a command line in a process of its own.
func command(t *testing.T, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	return cmd
}

func TestProcessExitStatus(t *testing.T) {
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"version"}, statusDone},
		{[]string{"frobnicate"}, statusMalformed},
	} {
		cmd := command(t, c.args...)
		cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != c.want {
			t.Errorf("%v: status %d, want %d", c.args, got, c.want)
		}
	}
}

// TestProcessSignals starts the balancer, reloads it by SIGHUP and ends it by
// SIGTERM.
func TestProcessSignals(t *testing.T) {
	file := writeFile(t, "steelyard.yaml", configOf("127.0.0.1:0", "scd", startBackend(t, "a")))
	cmd := command(t, "serve", "-c", file)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	log := bufio.NewScanner(stderr)
	serving := nextLine(t, log, "msg=serving")
	address := regexp.MustCompile(`listen=(\S+)`).FindStringSubmatch(serving)[1]
	resp, err := http.Get("http://" + address)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	cmd.Process.Signal(syscall.SIGHUP)
	nextLine(t, log, "msg=reloaded")
	cmd.Process.Signal(syscall.SIGTERM)
	nextLine(t, log, "msg=stopped")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	http.DefaultClient.CloseIdleConnections()
}

func nextLine(t *testing.T, log *bufio.Scanner, text string) string {
	t.Helper()
	for log.Scan() {
		if strings.Contains(log.Text(), text) {
			return log.Text()
		}
	}
	t.Fatalf("the log ended without %q", text)
	return ""
}
