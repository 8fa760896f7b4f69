#!/bin/sh
# This build behaves as every build: one signature, kept in tests/bench/signature. A change of behaviour changes it, and
# the commit that does so carries the new number.
. "$SRC/tests/tap.sh"
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT

signature() {
    "$TATAMI" bench --signature >"$scratch/got" || return
    cat "$scratch/got"
    cmp "$scratch/got" "$SRC/tests/bench/signature"
}

# One row for each game and number of players; its three figures say the same, as far as they are printed.
speed() {
    "$TATAMI" bench --time 1 >"$scratch/speed" || return
    cat "$scratch/speed"
    "$TATAMI" games | sed -n 's/^\([a-z0-9]*\) (.*, \([0-9]*\) to \([0-9]*\) players)$/\1 \2 \3/p' >"$scratch/games"
    awk '
        function near(a, b, digits) { return a > 0 && (a > b ? a - b : b - a) <= digits + a / 50 }
        FNR == NR { for (n = $2; n <= $3; n++) wanted[$1 " " n] = 1; searched[$1] = 1; next }
        /^calibration loop/ { loop = $3 }
        / ns per decision .* times the calibration loop$/ {
            if (!near(1000 / $4, $8, 0.01) || !near($4 / loop, $12, 0.01)) print "figures:", $0
            if (!delete_one(wanted, $1 " " $2)) print "unexpected:", $0
        }
        / search iterations per second/ {
            if (!($4 > 0 && $9 > 0)) print "figures:", $0
            delete searched[$1]
        }
        function delete_one(list, key,  found) { found = key in list; delete list[key]; return found }
        END {
            if (!(loop > 0)) print "no calibration loop"
            for (key in wanted) print "missing:", key
            for (key in searched) print "no search:", key
        }' "$scratch/games" "$scratch/speed" >"$scratch/wrong"
    cat "$scratch/wrong"
    [ -s "$scratch/games" ] && [ ! -s "$scratch/wrong" ]
}

# `bench GAME N` measures that one alone.
one_row() {
    read -r game fewest _ <"$scratch/games" && "$TATAMI" bench "$game" "$fewest" --time 1 >"$scratch/one" || return
    cat "$scratch/one"
    [ "$(grep -c 'times the calibration loop' "$scratch/one")" -eq 1 ] && grep -q "^$game  *$fewest players .* ns per decision" "$scratch/one"
}

check 'the signature is the one of every build' signature
check 'speed is printed beside a calibration loop' speed
check 'one game alone is measured' one_row
finish
