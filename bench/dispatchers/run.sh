#!/bin/sh
# Makes results.csv and prints the tables of docs/many-dispatchers.md; about half an hour of one core.
set -eu
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
go build -o "$out/dispatchers" .
"$out/dispatchers" run > "$out/results.csv"
mv "$out/results.csv" results.csv
"$out/dispatchers" tables < results.csv
