package paper

import "math"

// heavyTraffic is the limit of (1-lambda) E[T] as the load lambda tends to 1, for JIQ-(2,2) with p_S = 1: at the best p_F, and with
// p_F = mu_F q_F.
//
// Let a class be idle for the fraction a(1-lambda) of the time. By Eqs. 4 and 6 of Gardner et al. 2020 its idle servers get jobs at the rate
// 2/q, so that by Eq. 13 (1-lambda) E[T] tends to the sum over classes of q^2 mu/(2 a); flow conservation says that the sum of q mu a is 1.
// The best division of the spare capacity makes of it (sum of q^1.5 mu)^2/2. With p_F = mu_F q_F, Eq. 1 to first order in 1-lambda gives a
// second linear equation for the two a.
func heavyTraffic(t twoSpeeds) (optimum, heuristic float64) {
	f := t.limit()
	root := 0.0
	for _, c := range f {
		root += math.Pow(c.Share, 1.5) * c.Rate
	}
	fast, slow := f[0].Share*f[0].Rate, f[1].Share*f[1].Rate
	// fast (1 - aF) = 2 aF (1 - fast) - 2 aS fast, with aS = (1 - fast aF)/slow.
	idleFast := fast * (1 + 2/slow) / (fast + 2*(1-fast) + 2*fast*fast/slow)
	idleSlow := (1 - fast*idleFast) / slow
	return root * root / 2, (f[0].Share*fast/idleFast + f[1].Share*slow/idleSlow) / 2
}
