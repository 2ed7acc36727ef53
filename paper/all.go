package paper

// All lists every figure: the one table.
func All() []Figure {
	return []Figure{
		p0Fig3,
	}
}
