package paper

import (
	"context"
	"errors"
	"fmt"
)

// Step tells how far a reproduction is.
type Step struct {
	Figure Figure
	Share  float64 // of all figures that is done
	Record *Record // of the figure, once it is finished
	Kept   bool    // it was there already
	Stale  bool    // it is there, but another build made it: it is made anew
}

// Reproduce runs figures one after the other into a folder: for each a folder of its name with pictures (SVG, PNG), tables (CSV) and
// verdict.json, and beside them index.html and summary.md of all that are there. A figure appears as a whole or not at all.
//
// A figure that is there already, asked the same question, is kept; of one that was interrupted, the parts that had ended are, so that it goes on
// where it stopped. What another build made is made anew, since its numbers may be others now, unless o.AnyBuild.
//
// A figure that cannot be made does not stop the others; the error says which failed. What stops all is a folder that cannot be written,
// and the end of ctx.
func Reproduce(ctx context.Context, dir string, figures []Figure, o Options, tell func(Step)) error {
	s, err := openShelf(dir)
	if err != nil {
		return err
	}
	var failed []error
	for k, f := range figures {
		share := func(part float64) float64 { return (float64(k) + part) / float64(len(figures)) }
		here, answered := Load(dir, f.ID)
		answered = answered && here.Question == question(f, o)
		if answered && (o.AnyBuild || here.Build == o.Build) {
			tell(Step{Figure: f, Share: share(1), Record: &here, Kept: true})
			continue
		}
		part := o
		part.trials = s.trials(f, o)
		part.Progress = func(x float64) { tell(Step{Figure: f, Share: share(x)}) }
		tell(Step{Figure: f, Share: share(0), Stale: answered})
		result, err := f.Run(ctx, part)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", f.ID, err))
			continue
		}
		record, err := s.file(f, o, result)
		if err == nil {
			err = s.summarise()
		}
		if err != nil {
			return err
		}
		part.trials.drop()
		tell(Step{Figure: f, Share: share(1), Record: &record})
	}
	return errors.Join(append(failed, s.summarise())...)
}
