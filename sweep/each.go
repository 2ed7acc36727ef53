package sweep

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// each does n pieces of work on all cores until one fails or ctx ends; it returns why.
func each(ctx context.Context, n int, work func(ctx context.Context, k int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next, finished atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Go(func() {
			for k := int(next.Add(1)) - 1; k < n && ctx.Err() == nil; k = int(next.Add(1)) - 1 {
				if err := work(ctx, k); err != nil {
					stop(err)
					return
				}
				finished.Add(1)
			}
		})
	}
	wait.Wait()
	if finished.Load() == int64(n) {
		return nil
	}
	return context.Cause(ctx)
}
