#!/bin/sh
# Checks the layout and looks for mistakes; fails on the first tool that has something to say. With file names, clang-tidy looks at
# these alone.
set -eu
cd "$(dirname "$0")/.."

find include src tests examples -name '*.[ch]' -exec clang-format-14 --dry-run --Werror {} +
cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability --inline-suppr \
    --suppress=missingIncludeSystem -Iinclude -Isrc src tests examples
# SC2317: functions that are called through `check` look unreachable.
find .ci/run tools tests packaging \( -name '*.sh' -o -path .ci/run -o -path '*/debian/p*' \) \
    -exec shellcheck -x -e SC2317 {} +

# Path by path through every function (.clang-tidy), with the flags of the build. The browser's calls are built by another
# compiler; server and client have cppcheck alone. It takes about two seconds a file and core.
# shellcheck disable=SC2046 # no spaces in their names
[ $# -gt 0 ] || set -- $(find src -name '*.c' ! -path 'src/wasm/*' ! -path 'src/server/*' ! -path 'src/client/*')
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 4 clang-tidy-19 --quiet -p build 2>/dev/null
