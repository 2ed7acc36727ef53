package steelyard

// Version counts the changes of the board's lengths and eligibility, so that what was worked out from them can be kept while they last.
func (v *View) Version() uint64 { return v.board.version }

// Shared returns what all policies that ask this board for key have in common, made by the first of them: for what is worked out from the
// board and would be the same for each dispatcher that sees it. Call it in Bind only; a new layout begins anew.
func (v *View) Shared(key any, make func() any) any { return v.board.common(key, make) }

// common finds the value of key, or makes it.
func (b *Board) common(key any, make func() any) any {
	for _, c := range b.commons {
		if c.key == key {
			return c.value
		}
	}
	value := make()
	b.commons = append(b.commons, common{key, value})
	return value
}

// common is a value that policies on one board share.
type common struct{ key, value any }
