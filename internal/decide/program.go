package decide

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

//go:embed cpp/decide.cc
var source []byte

// Algorithm is one of the C++ program's.
type Algorithm string

// The algorithms: SCD by Algorithm 4 and by Algorithm 1 of the paper, and each job to the least q or the least q/mu by a heap.
const (
	Algorithm4 Algorithm = "scd4"
	Algorithm1 Algorithm = "scd1"
	JSQ        Algorithm = "jsq"
	SED        Algorithm = "sed"
)

// ErrNoCompiler is returned where no C++ compiler is found.
var ErrNoCompiler = errors.New("no C++ compiler: want g++, clang++ or c++ in the path")

// Program is the C++ program, compiled, in a folder of its own.
type Program struct{ dir string }

// Compile compiles the program for this machine. It belongs to the caller, who must close it.
func Compile(ctx context.Context) (*Program, error) {
	compiler, err := compiler()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "decide")
	if err != nil {
		return nil, err
	}
	p := &Program{dir}
	command := exec.CommandContext(ctx, compiler, "-O3", "-march=native", "-std=c++17", "-x", "c++", "-o", p.path("decide"), "-")
	command.Stdin = bytes.NewReader(source)
	if out, err := command.CombinedOutput(); err != nil {
		p.Close()
		return nil, fmt.Errorf("%s: %w\n%s", compiler, err, out)
	}
	return p, nil
}

func compiler() (string, error) {
	for _, name := range []string{"g++", "clang++", "c++"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoCompiler
}

func (p *Program) path(name string) string { return filepath.Join(p.dir, name) }

// Close removes the program.
func (p *Program) Close() error { return os.RemoveAll(p.dir) }

// Load stores a sample, which the program works on from now on.
func (p *Program) Load(s Sample) error {
	out, err := os.Create(p.path("states"))
	if err != nil {
		return err
	}
	return errors.Join(s.write(out), out.Close())
}

// Times decides so often, one state after the other, and returns the nanoseconds of each decision.
func (p *Program) Times(ctx context.Context, a Algorithm, repeats int) ([]float64, error) {
	if repeats < 1 {
		return nil, fmt.Errorf("repeats %d: want at least 1", repeats)
	}
	return p.run(ctx, a, repeats)
}

// Probabilities are those of the first state, by Algorithm 4 or Algorithm 1.
func (p *Program) Probabilities(ctx context.Context, a Algorithm) ([]float64, error) {
	return p.run(ctx, a, 0)
}

// run returns the numbers that the program prints.
func (p *Program) run(ctx context.Context, a Algorithm, repeats int) ([]float64, error) {
	out, err := exec.CommandContext(ctx, p.path("decide"), p.path("states"), string(a), strconv.Itoa(repeats)).Output()
	if err != nil {
		return nil, fmt.Errorf("decide %s: %w", a, err)
	}
	var numbers []float64
	for _, line := range bytes.Fields(out) {
		x, err := strconv.ParseFloat(string(line), 64)
		if err != nil {
			return nil, fmt.Errorf("decide %s: %w", a, err)
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}
