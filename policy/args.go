package policy

// Args are the values of a policy's parameters, defaults filled in. Asking for a parameter that the policy's row does not have
// panics.
type Args struct {
	entry  *Entry
	values []value
}

func (a Args) value(name string) value {
	k, ok := a.entry.param(name)
	if !ok {
		panic("policy: " + a.entry.Name + " has no parameter " + name)
	}
	return a.values[k]
}

// Word is the word that a parameter was given, "" if it was given numbers.
func (a Args) Word(name string) string { return a.value(name).word }

// Is says whether a parameter was given the word.
func (a Args) Is(name, word string) bool { return a.Word(name) == word }

// Float is the number that a parameter was given, 0 if it was given a word.
func (a Args) Float(name string) float64 {
	if v := a.value(name); len(v.numbers) > 0 {
		return v.numbers[0]
	}
	return 0
}

// Int is the whole number that a parameter was given, 0 if it was given a word.
func (a Args) Int(name string) int { return int(a.Float(name)) }

// Floats is the list that a parameter was given. The caller must not change it.
func (a Args) Floats(name string) []float64 { return a.value(name).numbers }

// Ints is the list of whole numbers that a parameter was given.
func (a Args) Ints(name string) []int {
	var list []int
	for _, x := range a.Floats(name) {
		list = append(list, int(x))
	}
	return list
}

// text is a parameter with its value in text form, for error messages.
func (a Args) text(name string) string {
	k, _ := a.entry.param(name)
	return name + "=" + brief(a.entry.Params[k].print(a.values[k]))
}

// Entry is the row that the values belong to.
func (a Args) Entry() Entry { return *a.entry }
