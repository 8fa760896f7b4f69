#!/bin/sh
# Each layer uses only the layers below it; docs/ARCHITECTURE.md draws them.
cd "$(dirname "$0")/.." || exit
. tests/tap.sh
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT

# may LAYER PUBLIC FOLDERS SYSTEM: which <tatami/…>, which folders of src/ and which system headers a layer includes.
# Headers without a folder are the including file's neighbours.
may() {
    [ -d "src/$1" ] || return
    check "$1 includes only what its layer may use" silent other_includes "src/$1" \
        "<tatami/($2)\.h>" "\"(($3)/)?[a-z0-9_]+\.h\"" "<($4)\.h>"
}

other_includes() {
    find "$1" -name '*.[ch]' ! -name '*_gpu.h' -exec grep -Hn '^ *# *include' {} + | grep -vE "include ($2|$3|$4)"
}

rules='base|rng|text|canvas|game|learn'
freestanding='stdint|stddef|stdbool|stdarg|limits'
any='[a-z0-9_]+|(sys|arpa|netinet)/[a-z0-9_]+|cjson/cJSON|unicode/[a-z0-9]+'
may base "$rules|catalogue|version" base "$freestanding"
may games "$rules|workshop" base "$freestanding"
may table "$rules|table|record|choices|fair|workshop" 'base|table' 'stdlib|string|stdint|stddef|stdbool|stdarg|limits'
may bots "$rules|table|bot|bench|facts|luck|search" 'base|bots' 'pthread|wasm_simd128|stdlib|string|stdint|stddef|stdbool|stdarg|limits'
may vector "$rules|table|vector" 'base|table|vector' 'pthread|stdatomic|stdlib|string|stdint|stddef|stdbool|stdarg|limits'
may engine "$rules|table|record|bot|search" 'base|engine' "$any"
may store '[a-z]+' 'base|table|store' "$any|libpq-fe"
may wire "$rules|table" wire "$any"
may net 'base|text' net "$any|openssl/[a-z0-9_]+|wslay/wslay"
for leaf in server client tui wasm; do
    may $leaf '[a-z]+' "base|table|bots|store|wire|net|$leaf" "$any"
done
# Programs for graphics cards: kernels and rules in one file, sources included.
check 'gpu includes only what its layer may use' silent other_includes src/gpu \
    "<tatami/($rules)\.h>" '"((base|gpu)/)?[a-z0-9_]+\.[ch]"' "<($freestanding|string)\.h>"
programs() {
    find src/games -name '*_gpu.h' -exec grep -Hn '^ *# *include' {} + | grep -vE 'include "(gpu/)?[a-z0-9_]+\.[ch]"'
}
check 'games put nothing but their own sources and gpu into programs for cards' silent programs
# The program is where the leaves come together.
may cli '[a-z]+' 'base|table|bots|engine|store|server|client|tui|wire|cli' "$any"

# Without position independence, constants that hold addresses stay in read-only sections. -mpopcnt as in meson.build.
flags='-std=c17 -O2 -fno-pic'
[ "$(uname -m)" = x86_64 ] && flags="$flags -mpopcnt"
# compile FOLDER [FLAG]
compile() {
    mkdir -p "$scratch/$1"
    for source in "$1"/*.c; do
        # shellcheck disable=SC2086 # a list of options
        gcc $flags $2 -Iinclude -Isrc -c "$source" -o "$scratch/${source%.c}.o" || return
    done
}

floats() {
    for source in "$1"/*.[ch]; do
        # The preprocessor takes the comments out.
        gcc -fpreprocessed -dD -E -P "$source" | sed 's/"[^"]*"//g' | grep -nwE 'float|double' | sed "s|^|$source: |"
    done
}

# Prints what the objects of these folders need together beyond four functions that every compiler counts on.
needs() {
    objects=
    for folder in "$@"; do objects="$objects $(echo "$scratch/$folder"/*.o)"; done
    # shellcheck disable=SC2086 # a list of files
    ld -r -o "$scratch/together.o" $objects && nm -u "$scratch/together.o" | grep -vE ' (memcpy|memset|memmove|memcmp)$'
}

# Prints symbols that lie in memory that can be written.
globals() {
    nm -A "$scratch/$1"/*.o | sed "s|^$scratch/||" | grep -E ' [bBcCdDgGsS] '
}

# Prints files of a folder that call each other in a circle: tsort names them.
circles() {
    nm -A "$scratch/$1"/*.o | sed "s|^$scratch/||" | awk '
        { split($1, place, ":") }
        $(NF - 1) ~ /^[TDBRVW]$/ { home[$NF] = place[1] }
        $(NF - 1) == "U" { n++; user[n] = place[1]; wanted[n] = $NF }
        END { for (i = 1; i <= n; i++) if (wanted[i] in home) print user[i], home[wanted[i]] }' |
        { tsort >/dev/null; } 2>&1
}

as_cpp() {
    for source in src/games/"$1"/*_rules.c src/games/"$1"/*_view.c; do
        [ -f "$source" ] || continue
        g++ -std=c++17 -fsyntax-only -Iinclude -Isrc -x c++ "$source" || return
    done
}

# Prints lines outside a game's folders that name the game, also as part of a longer name.
mentions() {
    folders='src include'
    [ -d web/src ] && folders="$folders web/src"
    # shellcheck disable=SC2086 # a list of folders
    grep -rnIE "(^|[^A-Za-z0-9])$1([^A-Za-z0-9]|\$)" $folders |
        grep -vE "^(src/games/(registry\.h|$1/[^:]*)|web/src/games/$1/[^:]*):"
}

check 'base compiles' compile src/base
check 'base needs nothing but memory functions' silent needs src/base
check 'base has no global that changes' silent globals src/base
check 'base has no floating point' silent floats src/base
check 'client compiles' compile src/client -D_XOPEN_SOURCE=700
check 'client: its files do not call each other in a circle' silent circles src/client
for folder in src/games/*/; do
    game=$(basename "$folder")
    check "$game compiles" compile "src/games/$game"
    check "$game needs nothing but base and memory functions" silent needs src/base "src/games/$game"
    check "$game has no global that changes" silent globals "src/games/$game"
    check "$game has no floating point" silent floats "src/games/$game"
    check "$game: rules and views are also C++17" as_cpp "$game"
    [ "$game" = template ] || check "$game is named in its own folders and the registry alone" silent mentions "$game"
done
finish
