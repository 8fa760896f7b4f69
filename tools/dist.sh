#!/bin/sh
# The sources as one file, from the last commit: dist.sh OUT. The same commit gives the same bytes.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
git archive --format=tar --prefix="tatami-$version/" HEAD | xz -9 --threads=1 >"$out/tatami-$version.tar.xz"
echo "$out/tatami-$version.tar.xz"
