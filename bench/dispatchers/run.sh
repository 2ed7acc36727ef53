#!/bin/sh
# Prints the tables of docs/many-dispatchers.md; about ten minutes of one core. With a file's name, keeps the figures of all cells there as a CSV.
set -eu
file=${1:-}
case "$file" in '' | /*) ;; *) file="$PWD/$file" ;; esac
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
go build -o "$out/dispatchers" .
"$out/dispatchers" run > "${file:-$out/results.csv}"
"$out/dispatchers" tables < "${file:-$out/results.csv}"
