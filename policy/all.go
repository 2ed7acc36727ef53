package policy

// All lists every policy: the one table.
func All() []Entry {
	return []Entry{
		random, weighted, roundrobin, wrr,
		jsq, wjsq, hjsq, sed, sajsq, scd, whittle,
		jiqFS, jsqFS, scheme1, scheme2, static, hybrid, classes,
		leastconn, leastconnW,
		twf, jiq, hjiq, pull, lsq, hlsq, led,
	}
}
