#!/bin/sh
# Plays the matches that the table of bots in docs/BENCHMARKS.md lists, and prints its rows again. Usage:
# tools/strength.sh FOLDER [PATTERN] Every game is written to a file in FOLDER, so that the same command goes on where
# it was stopped. With PATTERN, only the rows that match it. All of them take hours.
set -eu
folder=${1:?where to keep the games}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."

# shellcheck disable=SC2016 # the backquotes of Markdown
sed -n 's/^| `\([a-z]* [0-9] --bots [^`]*\)`.*/\1/p' docs/BENCHMARKS.md | grep -e "${2:-}" | while read -r match; do
    # shellcheck disable=SC2086 # words
    LANGUAGE=C build/tatami arena $match --seed 3 --csv "$folder/$(echo "$match" | tr ' ,' '-_').csv" </dev/null |
        awk -v match_="$match" '
            /share of wins/ { getline; sub("%", "", $5); printf "| `%s` | %s | %s to %s | %s |\n", match_, $2, $3, $5, $6; exit }'
done
