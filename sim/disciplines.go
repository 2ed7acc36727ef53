package sim

import "strings"

// Discipline is the order in which a server serves its jobs.
type Discipline struct {
	Name    string
	Summary string
	// make starts the discipline on servers; owners says whether the dispatcher of a job must be kept.
	make func(servers []server, owners bool) service
}

// Disciplines is the table of disciplines.
func Disciplines() []Discipline {
	return []Discipline{fcfs, ps}
}

// discipline finds a row of the table; "" is the first.
func discipline(name string) (Discipline, bool) {
	for _, d := range Disciplines() {
		if name == d.Name || name == "" {
			return d, true
		}
	}
	return Discipline{}, false
}

func disciplineNames() string {
	var names []string
	for _, d := range Disciplines() {
		names = append(names, d.Name)
	}
	return strings.Join(names, ", ")
}
