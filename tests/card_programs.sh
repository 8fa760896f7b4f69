#!/bin/sh
# Every game's program for graphics cards needs no C library: NVRTC, which compiles it where there is a card, has none.
cd "$(dirname "$0")/.." || exit
. tests/tap.sh

# The text that tatami.gpu gives to NVRTC, with the same folders.
compiles() {
    {
        echo '#include "tests/gpu/nvrtc.h"'
        echo '#include "gpu/device.h"'
        echo "#include \"games/$1/$1_gpu.h\""
        echo '#include "gpu/kernels.cu"'
    } | g++ -x c++ -std=c++20 -w -fsyntax-only -nostdinc -I. -Isrc/gpu/standin -Iinclude -Isrc -
}

for program in src/games/*/*_gpu.h; do
    game=$(basename "$program" _gpu.h)
    check "the program of $game needs nothing but what a card's compiler knows" compiles "$game"
done
finish
