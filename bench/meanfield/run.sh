#!/bin/sh
# The analyser beside C++ for the same job, on one machine. Needs g++.
set -eu
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
g++ -O2 -std=c++17 -o "$out/refine-O2" cpp/refine.cc
g++ -O3 -march=native -std=c++17 -o "$out/refine-O3-native" cpp/refine.cc
go build -o "$out/meanfield" .
"$out/meanfield" "$out/refine-O2" "$out/refine-O3-native"
