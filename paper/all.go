package paper

// All lists every figure: the one table.
func All() []Figure {
	return []Figure{
		// Gardner et al. 2020
		p0Fig3, p0Fig4, p0Fig5, p0Fig6, p0Fig7, p0Fig8, p0Table1, p0Theorems,

		// Goren et al. 2021
		p1Fig1, p1Fig2, p1Fig3, p1Fig4, p1Fig5, p1Appendix, p1Centralised, p1Stability,

		// Stolyar 2015
		p2Vanish, p2Routers,

		// Bhambay et al. 2023
		p3Fig1, p3Fig2, p3Stationary, p3Fluid, p3JSQ,

		// Mukhopadhyay et al. 2015
		p4Compare, p4Tails, p4Insensitivity, p4Transient, p4Chaos, p4Interchange,
	}
}
