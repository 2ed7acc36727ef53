#!/bin/sh
# Compiles the C++ programs and compares. Run from the project's root: bench/sim/run.sh [-n 100,10000] [-jobs 4000000]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for f in bench/sim/cpp/*.cpp; do
	g++ -O3 -std=c++17 -o "$dir/$(basename "$f" .cpp)" "$f"
done
go build -o "$dir/sim" ./bench/sim
"$dir/sim" -programs "$dir" "$@"
