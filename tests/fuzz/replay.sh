#!/bin/sh
# replay.sh FUZZER CORPUS: every file of the corpus is a test (TAP).
set -u
fuzzer=$1
n=0
for file in "$2"/*; do
    [ -f "$file" ] || continue
    n=$((n + 1))
    if "$fuzzer" "$file" >&2; then echo "ok $n - ${file##*/}"; else echo "not ok $n - ${file##*/}"; fi
done
echo "1..$n"
[ "$n" -gt 0 ]
