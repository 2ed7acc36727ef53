#!/bin/sh
# Rounds simulated per second beside a C++ program for the same job, on one machine. Needs g++.
set -eu
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
g++ -O3 -march=native -std=c++17 -o "$out/rival" bench/rounds/cpp/rounds.cc
go build -o "$out/rounds" ./bench/rounds
"$out/rounds" speed "$out/rival"
