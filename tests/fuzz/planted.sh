#!/bin/sh
# planted.sh FUZZER CORPUS: a fuzzer whose program holds a planted mistake finds it within some
# hundred thousand executions (TAP). The time is only a backstop, for machines that hang.
set -u
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/new"
"$1" -runs=3000000 -max_total_time=500 -seed=1 -close_fd_mask=1 -artifact_prefix="$scratch/" "$scratch/new" "$2" >"$scratch/said" 2>&1
status=$?
runs=$(sed -n 's/^#\([0-9]*\).*/\1/p' "$scratch/said" | tail -n 1)
if [ $status -ne 0 ] && find "$scratch" -maxdepth 1 -name 'crash-*' -o -maxdepth 1 -name 'leak-*' | grep -q .; then
    echo "ok 1 - the planted mistake is found (about ${runs:-0} executions)"
else
    echo "not ok 1 - the planted mistake is not found (exit status $status)"
    tail -n 5 "$scratch/said" | sed 's/^/# /'
fi
echo 1..1
