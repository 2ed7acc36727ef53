package meanfield

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// readTable returns the rows of a file of reference values, by column.
func readTable(t *testing.T, name string) []map[string]string {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, column := range records[0] {
			row[column] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func equilibrium(t *testing.T, f Fluid) *Equilibrium {
	t.Helper()
	e, err := f.Equilibrium()
	if err != nil {
		t.Fatal(err)
	}
	if !(e.Residual < 1e-10) {
		t.Errorf("residual %g", e.Residual)
	}
	return e
}

// Eq. 4.13: for scheme 1, sum over j of P_(k+1)/Delta_j is the product of P_k^d.
func TestScheme1Telescopes(t *testing.T) {
	fleet := Fleet{{4, 0.1}, {2, 0.2}, {1, 0.3}, {0.4, 0.4}}
	asked := []int{1, 2, 1, 2}
	for _, load := range []float64{0.3, 0.95} {
		arrivals := load * fleet.Capacity()
		e := equilibrium(t, fluid(t, "scheme1(d=[1,2,1,2])", fleet, arrivals))
		for k := range 4 {
			sum, product := 0.0, 1.0
			for j, c := range fleet {
				sum += e.Tails[j][k+1] * c.Rate * c.Share / arrivals
				product *= math.Pow(e.Tails[j][k], float64(asked[j]))
			}
			near(t, "sum", sum, product, 1e-12)
		}
	}
}

// Eqs. 4.2-4.7 as printed: u_(n-1)^d - u_n^d times, for every other class, u^d at
// the level that its queues must have reached.
func TestSchemeJoinMatchesTheEquations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, fleet := range []Fleet{{{3, 0.5}, {2, 0.5}}, {{3, 0.2}, {1.5, 0.3}, {1, 0.5}}} {
		asked := []int{2, 1, 3}[:len(fleet)]
		const levels = 7
		u := randomTails(r, len(fleet), levels)
		for scheme, d := range map[int]string{1: "scheme1(d=%s)", 2: "scheme2(d=%s)"} {
			text := fmt.Sprintf(d, strings.ReplaceAll(fmt.Sprint(asked), " ", ","))
			p := joined(t, fluid(t, text, fleet, 1).Dispatch, u)
			for j := range fleet {
				for n := 1; n <= levels; n++ {
					want := power(u[j][n-1], asked[j]) - power(u[j][n], asked[j])
					for i := range fleet {
						if i != j {
							want *= power(u[i][min(levels+1, levelReached(fleet, scheme, j, n, i))], asked[i])
						}
					}
					near(t, "probability", p[j][n-1], want, 1e-15)
				}
			}
		}
	}
}

func levelReached(f Fleet, scheme, j, n, i int) int {
	ratio := float64(n-1) * f[i].Rate / f[j].Rate
	switch {
	case scheme == 1 && f[i].Rate < f[j].Rate:
		return n - 1
	case scheme == 1:
		return n
	case f[i].Rate < f[j].Rate:
		return int(math.Ceil(ratio - 1e-9))
	default:
		return int(math.Floor(ratio+1e-9)) + 1
	}
}

// randomTails draws decreasing tails that vanish after the given level.
func randomTails(r *rand.Rand, classes, levels int) [][]float64 {
	u := table(classes, levels+2)
	for c := range u {
		u[c][0] = 1
		for n := 1; n <= levels; n++ {
			u[c][n] = u[c][n-1] * r.Float64()
		}
	}
	return u
}

func joined(t *testing.T, d Dispatch, u [][]float64) [][]float64 {
	t.Helper()
	var p [][]float64
	var lengths []int
	for c := range u {
		p = append(p, make([]float64, len(u[c])-1))
		lengths = append(lengths, len(p[c]))
	}
	j, err := d.Joiner(lengths)
	if err != nil {
		t.Fatal(err)
	}
	j.Join(u, p)
	return p
}

func TestSchemesAreRobust(t *testing.T) {
	many := Fleet{}
	for i := range 12 {
		many = append(many, Class{Rate: 8 * math.Pow(0.8, float64(i)), Share: 1.0 / 12})
	}
	for _, load := range []float64{0.05, 0.5, 0.95, 0.999} {
		for _, scheme := range []string{"scheme1", "scheme2"} {
			equilibrium(t, fluid(t, scheme+"(d=[1,2,1,2,1,2,1,2,1,2,1,2])", many, load*many.Capacity()))
			equilibrium(t, fluid(t, scheme+"(d=[1,1])", TwoSpeeds(0.05, 30), load))
		}
	}
}

func TestSchemeErrors(t *testing.T) {
	if _, err := fluid(t, "scheme1(d=[2,2])", halves, 1).Equilibrium(); !errors.Is(err, ErrUnstable) {
		t.Errorf("load 1: %v", err)
	}
	wrong := fluid(t, "scheme1(d=[2,2])", halves, 0.5)
	wrong.Fleet = Fleet{{1, 1}}
	var field *FieldError
	wrong.Workers = nil
	if _, err := wrong.Equilibrium(); !errors.As(err, &field) {
		t.Errorf("one class for two: %v", err)
	}
	if _, err := fluid(t, "scheme1(d=[2,2])", halves, 0.5).Dispatch.Finite(3); err == nil {
		t.Error("two servers are asked of a class of one and a half")
	}
}
