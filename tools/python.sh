#!/bin/sh
# The Python package from the build folder named by BUILD: `tools/python.sh test [ARGUMENT…]` runs its quick tests and writes TAP,
# `tools/python.sh run FILE [ARGUMENT…]` runs a program with it. With PYTHON=…, that one; else one of its own with pinned packages.
set -eu
SRC=${SRC:-$(cd "$(dirname "$0")/.." && pwd)}
BUILD=${BUILD:-$SRC/build}
needs=$SRC/python/${NEEDS:-requirements-test.txt}

# The package as an installed one would be: our sources and the extension side by side.
stage=$BUILD/python/stage
rm -rf "$stage"
mkdir -p "$stage/tatami/texts"
ln -s "$SRC"/python/tatami/*.py "$SRC"/python/tatami/*.pyi "$SRC"/python/tatami/py.typed "$BUILD/python/_core.abi3.so" "$stage/tatami/"
ln -s "$SRC" "$stage/tatami/source" # where an installed package has the rules for graphics cards
ln -s "$SRC"/docs/AIDS*.md "$SRC"/docs/CREDITS*.md "$SRC"/docs/RULES*.md "$stage/tatami/texts/"

if [ -z "${PYTHON:-}" ]; then
    folder=${PYTHON_PACKAGES:-$BUILD/python-packages}
    PYTHON=$folder/bin/python
    if ! cmp -s "$needs" "$folder/installed"; then
        rm -rf "$folder"
        /usr/bin/python3 -m venv "$folder" >&2
        "$PYTHON" -m pip --quiet --disable-pip-version-check install -r "$needs" >&2
        cp "$needs" "$folder/installed"
    fi
fi
export PYTHONPATH="$stage:$SRC/python/tests" PYTHONDONTWRITEBYTECODE=1 SRC
command=$1
shift
case $command in
test) exec "$PYTHON" -m pytest -p no:terminal -p tap -p no:cacheprovider -m "not slow" "$SRC/python/tests" "$@" ;;
run) exec env ${PRELOAD:+LD_PRELOAD="$PRELOAD"} "$PYTHON" "$@" ;;
*)
    echo "usage: tools/python.sh test|run …" >&2
    exit 2
    ;;
esac
