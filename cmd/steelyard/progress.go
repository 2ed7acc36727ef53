package main

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// patience is how long a computation may take before a bar shows how far it is.
const patience = 2 * time.Second

// progress is a bar with the time left, shown on a terminal once a computation has taken longer than patience.
type progress struct {
	bar      *progressbar.ProgressBar
	began    time.Time
	terminal bool
}

func newProgress(w io.Writer) *progress {
	bar := progressbar.NewOptions64(1,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(time.Second/4),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionClearOnFinish(),
	)
	return &progress{bar: bar, began: time.Now(), terminal: isTerminal(w)}
}

func (p *progress) shown() bool { return p.terminal && time.Since(p.began) >= patience }

// update shows that so much is done. It is called by one goroutine at a time.
func (p *progress) update(done, total int) {
	if !p.shown() {
		return
	}
	if p.bar.GetMax64() != int64(total) {
		p.bar.ChangeMax64(int64(total))
	}
	p.bar.Set64(int64(min(done, total-1))) // a bar that is full ends
}

// describe names before the bar what is being computed.
func (p *progress) describe(what string) {
	if p.shown() {
		p.bar.Describe(what)
	}
}

// clear takes the bar away until the next update, for a line to be written.
func (p *progress) clear() {
	if p.shown() {
		p.bar.Clear()
	}
}

// finish takes the bar away.
func (p *progress) finish() {
	if p.shown() {
		p.bar.Finish()
	}
}

// interruption makes of an interrupted computation's error one that says so.
func interruption(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return no("interrupted before a first replication was finished: nothing to report")
	}
	return err
}

// isTerminal reports whether somebody may be watching w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
