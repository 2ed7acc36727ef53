package paper

// All lists every figure: the one table.
func All() []Figure {
	return []Figure{
		p0Fig3, p0Fig4, p0Fig5, p0Fig6, p0Fig7, p0Fig8, p0Table1, p0Theorems,
	}
}
