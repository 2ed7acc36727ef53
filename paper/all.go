package paper

// All lists every figure: the one table.
func All() []Figure {
	return []Figure{
		p0Fig3, p0Fig4, p0Fig6,
	}
}
