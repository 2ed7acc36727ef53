package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"github.com/steelyard-lb/steelyard/sim/rounds"
)

// rivals are the policies of the C++ program, by their text forms here.
var rivals = map[string]string{"scd": "scd", "jsq": "jsq", "sed(rank=q)": "sed", "weighted": "weighted"}

const (
	speedRounds  = 10_000
	speedRepeats = 5
)

// speed prints million jobs per second of processor time, the best of some runs that alternate with those of the C++ program.
func speed(w io.Writer, program string) error {
	recorded, err := readRecorded("bench/rounds/recorded.csv")
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "policy,steelyard (million jobs per CPU second),C++ beside it,ratio,authors' C++ program (recorded)")
	for _, text := range []string{"scd", "twf", "jsq", "sed(rank=q)", "weighted", "hjsq(d=2)", "hjsq(d=2, sample=round)", "jiq", "hjiq", "lsq(d=2)", "hlsq(d=2)"} {
		ours, theirs, err := race(text, program)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%q,%.2f,", text, ours)
		if theirs > 0 {
			fmt.Fprintf(w, "%.2f,%.2f,", theirs, ours/theirs)
		} else {
			fmt.Fprint(w, ",,")
		}
		fmt.Fprintln(w, recorded[text])
	}
	return nil
}

// race runs a policy here and, if it is there too, in the C++ program.
func race(text, program string) (ours, theirs float64, err error) {
	c, err := system{100, 10, 10}.config(text, .9, speedRounds, 1)
	if err != nil {
		return 0, 0, err
	}
	for range speedRepeats {
		begin := processorSeconds()
		r, err := rounds.Run(context.Background(), c)
		if err != nil {
			return 0, 0, err
		}
		ours = math.Max(ours, float64(r.Jobs)/(processorSeconds()-begin)/1e6)
		if rivals[text] == "" {
			continue
		}
		x, err := runRival(program, rivals[text], c, r.Law.Mean())
		if err != nil {
			return 0, 0, err
		}
		theirs = math.Max(theirs, x)
	}
	return ours, theirs, nil
}

func processorSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return math.NaN()
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// runRival returns the speed of the C++ program, whose mean response time must be near ours.
func runRival(program, policy string, c rounds.Config, mean float64) (float64, error) {
	var in strings.Builder
	fmt.Fprintln(&in, len(c.Classes), c.Dispatchers, c.Rate/float64(c.Dispatchers))
	for _, class := range c.Classes {
		fmt.Fprintln(&in, class.Rate)
	}
	cmd := exec.Command(program, policy, strconv.Itoa(c.Rounds))
	cmd.Stdin, cmd.Stderr = strings.NewReader(in.String()), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%s %s: %w", program, policy, err)
	}
	var jobs, response, seconds float64
	if _, err := fmt.Sscan(string(out), &jobs, &response, &seconds); err != nil {
		return 0, err
	}
	if math.Abs(response-mean) > .1*mean {
		return 0, fmt.Errorf("%s %s: mean response time %g, ours %g", program, policy, response, mean)
	}
	return jobs / seconds / 1e6, nil
}

func readRecorded(file string) (map[string]string, error) {
	rows, err := readRows(file)
	if err != nil {
		return nil, err
	}
	recorded := make(map[string]string)
	for _, row := range rows {
		recorded[row[0]] = row[1]
	}
	return recorded, nil
}
