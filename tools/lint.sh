#!/bin/sh
# Checks the layout and looks for mistakes; fails on the first tool that has something to say.
set -eu
cd "$(dirname "$0")/.."

find include src tests examples -name '*.[ch]' -exec clang-format-14 --dry-run --Werror {} +
cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability --inline-suppr \
    --suppress=missingIncludeSystem -Iinclude -Isrc src tests examples
# SC2317: functions that are called through `check` look unreachable.
find .ci/run tools tests \( -name '*.sh' -o -path .ci/run \) -exec shellcheck -x -e SC2317 {} +
