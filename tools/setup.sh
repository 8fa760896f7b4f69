#!/bin/sh
# Installs what is missing of the Debian 12 packages in the groups named: build, test, site, lint, package, measure.
# Says nothing, and is quick, when nothing is missing.
set -eu

# clang-14 is the one that wasi-libc and its compiler-rt come with: the browser's engine is built with it.
build='gcc libc6-dev meson ninja-build pkg-config gettext libcjson-dev libicu-dev libncurses-dev libsodium-dev
    libpq-dev libsqlite3-dev libhttp-parser-dev libssl-dev libuv1-dev libwslay-dev zlib1g-dev clang-14 lld-14 wasi-libc
    libclang-rt-14-dev-wasm32 binaryen'
# clang-19 has the sanitizers and libFuzzer.
test='g++ libcriterion-dev clang-19 libclang-rt-19-dev llvm-19 chromium haproxy openssl postgresql python3
    python3-cryptography python3-dev python3-venv tmux valgrind'
# What OPERATING.md tells operators to use beside the database and HAProxy; without them that part of the test is passed over.
site='nginx-light prometheus'
lint='clang-format-14 clang-tidy-19 cppcheck shellcheck'
# dpkg-shlibdeps finds out what a package depends on; debootstrap makes the Debian that packages are tried in.
package='dpkg-dev xz-utils debootstrap'
measure='gcovr'

wanted=
for group in "$@"; do
    case $group in
    build)
        wanted="$wanted $build"
        # Any Node will do, from wherever it came: tools/web.sh fetches another one if it is too old.
        command -v node >/dev/null || wanted="$wanted nodejs"
        command -v npm >/dev/null || wanted="$wanted npm"
        ;;
    test) wanted="$wanted $test" ;;
    site) wanted="$wanted $site" ;;
    lint) wanted="$wanted $lint" ;;
    package) wanted="$wanted $package" ;;
    measure) wanted="$wanted $measure" ;;
    *)
        echo "usage: tools/setup.sh [build] [test] [site] [lint] [package] [measure]" >&2
        exit 2
        ;;
    esac
done

if ! command -v dpkg-query >/dev/null; then
    echo "setup: this is not Debian; these packages of Debian 12 are needed, or their like:$wanted" >&2
    exit 0
fi

missing=
for package in $wanted; do
    # shellcheck disable=SC2016 # the ${…} is dpkg-query's
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
[ "$missing" ] || exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    if ! command -v sudo >/dev/null; then
        echo "setup: missing packages; as root, run: apt-get install$missing" >&2
        exit 1
    fi
fi

echo "setup: installing$missing"
$sudo apt-get -qq update
# shellcheck disable=SC2086 # a list of words
$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install $missing
