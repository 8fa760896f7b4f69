#!/bin/sh
# Every public header compiles alone, in C and in C++.
cd "$(dirname "$0")/.." || exit
. tests/tap.sh

alone() {
    echo "#include <tatami/$1>" | "$2" "$3" -x "$4" -Wall -Wextra -pedantic -Werror -fsyntax-only -Iinclude -
}

for header in include/tatami/*.h; do
    header=${header##*/}
    check "$header compiles alone as C11" alone "$header" gcc -std=c11 c
    check "$header compiles alone as C++17" alone "$header" g++ -std=c++17 c++
done
finish
