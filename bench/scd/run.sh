#!/bin/sh
# One SCD decision beside the algorithms of its paper, on one machine. Needs a C++ compiler.
set -eu
cd "$(dirname "$0")"
exec go run .
