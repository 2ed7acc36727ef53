#!/bin/sh
# Measures the proxies side by side; flags are passed on (-only, -rounds, -seconds, -clients).
# Needs Debian's nginx-light, haproxy and wrk, and installs them if it may.
set -eu
cd "$(dirname "$0")"
for program in nginx haproxy wrk; do
	command -v "$program" >/dev/null && continue
	apt-get install -y --no-install-recommends nginx-light haproxy wrk >/dev/null
	break
done
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/proxy" .
"$bin/proxy" "$@"
