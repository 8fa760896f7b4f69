#!/bin/sh
# This build behaves as every build: one signature, kept in tests/bench/signature. A change of behaviour changes it, and
# the commit that does so carries the new number.
. "$SRC/tests/tap.sh"

signature() {
    got=$("$TATAMI" bench --signature) || return
    echo "$got"
    [ "$got" = "signature $(cat "$SRC/tests/bench/signature")" ]
}

speed() {
    "$TATAMI" bench --time 1 | grep -q 'calibration loop'
}

check 'the signature is the one of every build' signature
check 'speed is printed beside a calibration loop' speed
finish
