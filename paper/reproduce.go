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
}

// Reproduce runs figures one after the other into a folder: for each a folder of its name with pictures (SVG, PNG), tables (CSV) and
// verdict.json, and beside them index.html and summary.md of all that are there. A figure that is there already, asked the same question,
// is kept; so what was interrupted goes on where it stopped. A figure appears as a whole or not at all.
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
		if record, ok := Load(dir, f.ID); ok && record.Question == question(f, o) {
			tell(Step{f, float64(k+1) / float64(len(figures)), &record, true})
			continue
		}
		part := o
		part.Progress = func(share float64) { tell(Step{Figure: f, Share: (float64(k) + share) / float64(len(figures))}) }
		part.Progress(0)
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
		tell(Step{f, float64(k+1) / float64(len(figures)), &record, false})
	}
	return errors.Join(append(failed, s.summarise())...)
}
