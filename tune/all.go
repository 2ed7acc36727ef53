package tune

import (
	"github.com/steelyard-lb/steelyard"
	"github.com/steelyard-lb/steelyard/meanfield"
)

// families is the table of what can be tuned.
var families = []struct {
	name string
	tune func(meanfield.Fleet, float64, Request) (Choice, error)
}{
	{"jiq-fs", tuneFastSlow(steelyard.IdleElseUniform)},
	{"jsq-fs", tuneFastSlow(steelyard.Shortest)},
	{"static", tuneStatic},
	{"hybrid", tuneHybrid},
	{"classes", tuneClasses},
}

// Families lists the names of the families.
func Families() []string {
	var names []string
	for _, f := range families {
		names = append(names, f.name)
	}
	return names
}

// queryFamilies is the table of query families.
var queryFamilies = []struct {
	name   string
	search func(*search) plan
}{
	{"det", (*search).det},
	{"src", (*search).src},
	{"iid", (*search).iid},
	{"ind", (*search).ind},
	{"gen", (*search).gen},
	{"br", (*search).br},
	{"uni", (*search).uni},
}

// QueryFamilies lists the names that General accepts: det (one mix), src (one
// class), iid and ind (independent draws of classes), gen (any law), br (drawn by
// speed) and uni (drawn uniformly).
func QueryFamilies() []string {
	var names []string
	for _, f := range queryFamilies {
		names = append(names, f.name)
	}
	return names
}
