package demo

import (
	"context"
	"time"

	"github.com/steelyard-lb/steelyard/internal/rng"
)

// arrival is a job on its way: the same for every policy.
type arrival struct {
	at       time.Duration // since the start
	work     float64       // exponential with mean 1
	balancer int
}

// arrivals is a Poisson stream.
type arrivals struct {
	rate      float64
	balancers int
	gaps      rng.Rand
	works     rng.Rand
	shares    rng.Rand
	now       float64
}

func newArrivals(c Config) *arrivals {
	return &arrivals{
		rate:      c.arrivalRate(),
		balancers: c.Balancers,
		gaps:      rng.New(c.Seed, "arrivals"),
		works:     rng.New(c.Seed, "works"),
		shares:    rng.New(c.Seed, "balancers"),
	}
}

func (a *arrivals) next() arrival {
	a.now += a.gaps.Exp() / a.rate
	return arrival{
		at:       seconds(a.now),
		work:     a.works.Exp(),
		balancer: a.shares.IntN(a.balancers),
	}
}

// drive hands every arrival to send at its time, whatever became of those before it: an open loop. It ends with the
// duration or with ctx.
func drive(ctx context.Context, c Config, start time.Time, send func(arrival)) {
	stream := newArrivals(c)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		a := stream.next()
		if a.at > c.duration() {
			return
		}
		timer.Reset(time.Until(start.Add(a.at)))
		select {
		case <-timer.C:
			send(a)
		case <-ctx.Done():
			return
		}
	}
}
