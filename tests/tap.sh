# shellcheck shell=sh
# For tests in shell: `. tests/tap.sh`, some checks, then `finish`.
n_checks=0
n_failed=0

# check NAME COMMAND…: a test, passed if the command succeeds; what it printed is shown if not.
check() {
    name=$1
    shift
    n_checks=$((n_checks + 1))
    if printed=$("$@" 2>&1); then
        echo "ok $n_checks - $name"
    else
        n_failed=$((n_failed + 1))
        echo "not ok $n_checks - $name"
        printf '%s\n' "$printed" | sed 's/^/# /'
    fi
}

# silent COMMAND…: succeeds if the command prints nothing.
silent() {
    printed=$("$@" 2>&1)
    printf '%s' "$printed"
    [ -z "$printed" ]
}

finish() {
    echo "1..$n_checks"
    [ "$n_failed" -eq 0 ]
    exit
}
