#!/bin/sh
# libtatami as a stranger uses it: installed, found with pkg-config, linked from C and C++, shared and static.
# BUILD is the build folder.
cd "$SRC" || exit
. tests/tap.sh
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT

install_it() {
    meson install -C "$BUILD" --no-rebuild --destdir "$scratch/root" --tags devel,runtime --quiet
}
check 'it installs' install_it
pc=$(find "$scratch/root" -name tatami.pc)
lib=$(dirname "$(dirname "$pc")")
include=$(dirname "$(find "$scratch/root" -path '*/tatami/tatami.h')")/..
export PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$scratch/root" LD_LIBRARY_PATH="$lib"

# build COMPILER STANDARD EXAMPLE HOW: leaves $scratch/EXAMPLE.
build() {
    case $1 in *++) language=c++ ;; *) language=c ;; esac
    flags=$(pkg-config --cflags tatami) || return
    case $4 in
    shared) libs=$(pkg-config --libs tatami) ;;
    static) libs="$lib/libtatami.a -lpthread -lm" ;;
    esac
    # shellcheck disable=SC2086 # lists of words
    "$1" "-std=$2" -Wall -Wextra -pedantic -Werror $flags -x "$language" "examples/library/$3.c" -x none $libs -o "$scratch/$3"
}

plays() {
    for game in $("$TATAMI" games | sed -n 's/^\([a-z]\{1,\}\).*/\1/p'); do
        seats=$("$scratch/play" "$game" 2>/dev/null | sed -n 's/^\[Players "\(.*\)"\]/\1/p')
        "$scratch/play" "$game" "$seats" easy 7 >"$scratch/game" || return
        grep -v '^;' "$scratch/game" >"$scratch/record"
        "$TATAMI" replay "$scratch/record" >/dev/null || return
    done
}

analyses() {
    "$scratch/play" >"$scratch/game" || return
    "$scratch/analyse" "$scratch/game" 0 >"$scratch/said" || return
    grep -q '%' "$scratch/said"
}

for how in shared static; do
    for compiler in 'gcc c11' 'g++ c++17'; do
        # shellcheck disable=SC2086 # two words
        check "play.c compiles and links: $compiler, $how" build $compiler play "$how"
        check "it plays every game, and the records are good: $compiler, $how" plays
        # shellcheck disable=SC2086
        check "analyse.c compiles and links: $compiler, $how" build $compiler analyse "$how"
        check "it analyses a record: $compiler, $how" analyses
    done
done

only_public() {
    ls "$include/tatami" >"$scratch/found"
    (cd include/tatami && ls) >"$scratch/wanted"
    diff "$scratch/wanted" "$scratch/found" || return
    for ours in bench screen store; do
        [ ! -e "$include/tatami/$ours.h" ] || return
    done
}
check 'the headers of our own programs are not installed' only_public
refused() {
    "$scratch/play" "$@" >/dev/null 2>"$scratch/said"
    [ $? -eq 2 ] && grep -q . "$scratch/said"
}
check 'a number of players that no game has is refused with a reason' refused tatsu 77
check 'a game that does not exist is refused' refused chess
same_version() {
    [ "$(pkg-config --modversion tatami)" = "$("$TATAMI" --version | sed 's/tatami //')" ] &&
        printf '#include <tatami/version.h>\n#include <stdio.h>\nint main(void){puts(tm_version());return tm_version_number()!=TM_VERSION_NUMBER;}' >"$scratch/version.c" &&
        gcc "-I$include" "$scratch/version.c" "-L$lib" -ltatami -o "$scratch/version" &&
        [ "$("$scratch/version")" = "$(pkg-config --modversion tatami)" ]
}
check 'program, library, headers and pkg-config have one version' same_version
finish
