#!/bin/sh
# One SCD decision beside the algorithms of its paper, on one machine. Needs g++.
set -eu
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
g++ -O3 -march=native -std=c++17 -o "$out/decide" cpp/decide.cc
go build -o "$out/scd" .
"$out/scd" "$out/decide"
