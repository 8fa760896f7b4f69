#!/bin/sh
# Checks the formatting and looks for mistakes; stops at the first tool that reports something. With file names, clang-tidy
# checks only these.
set -eu
cd "$(dirname "$0")/.."

find include src tests examples -name '*.[ch]' -exec clang-format-14 --dry-run --Werror {} +
cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability --inline-suppr \
    --suppress=missingIncludeSystem -Iinclude -Isrc src tests examples
# SC2317: functions that are called through `check` look unreachable. SC1112: messages have apostrophes of print.
find .ci/run tools tests packaging \( -name '*.sh' -o -path .ci/run -o -path '*/debian/p*' \) \
    -exec shellcheck -x -e SC2317,SC1112 {} +

# Path by path through every function (.clang-tidy), with the flags of the build. The browser's calls are left out: another
# compiler builds them. It takes about two seconds per file and core.
# shellcheck disable=SC2046 # no spaces in their names
[ $# -gt 0 ] || set -- $(find src -name '*.c' ! -path 'src/wasm/*')
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 4 clang-tidy-19 --quiet -p build 2>/dev/null
