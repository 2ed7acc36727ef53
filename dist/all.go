package dist

// All returns the table of laws: one row adds a law.
func All() []Kind {
	return []Kind{
		exponentialKind(),
		deterministicKind(),
		erlangKind(),
		hyperexponentialKind(),
		uniformKind(),
		paretoKind(),
		boundedParetoKind(),
		lognormalKind(),
		weibullKind(),
		gammaKind(),
		empiricalKind(),
	}
}
