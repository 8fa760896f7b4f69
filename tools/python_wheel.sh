#!/bin/sh
# Builds the Python package as its users do, as a source distribution and from that as a wheel, installs it into an environment of its
# own with the packages of python/requirements-*.txt, checks the types, and runs all its tests. BUILD is the folder for all that.
set -eu
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build}
here=$BUILD/python-wheel
rm -rf "$here"
mkdir -p "$here"
/usr/bin/python3 -m venv "$here/env"
pip() { "$here/env/bin/python" -m pip --quiet --disable-pip-version-check "$@"; }
pip install -r python/requirements-test.txt -r python/requirements-lint.txt build==1.3.0
"$here/env/bin/python" -m build --sdist --outdir "$here" . >"$here/sdist.log"
pip wheel --no-deps --wheel-dir "$here" "$here"/tatami-*.tar.gz
pip install "$here"/tatami-*.whl
# These have no package for every machine; what is missing is said, and its tests are skipped.
while read -r package; do
    pip install "$package" || echo "python: no $package for this machine"
done <python/requirements-more.txt
ls "$here"/tatami-*
cd "$here"
env/bin/python -m mypy --config-file "$OLDPWD/pyproject.toml" -p tatami
env/bin/python -m mypy.stubtest --mypy-config-file "$OLDPWD/pyproject.toml" tatami._core
TATAMI=${TATAMI:-} SRC=$OLDPWD PYTHONPATH="$OLDPWD/python/tests" env/bin/python -m pytest --quiet -p no:cacheprovider "$OLDPWD/python/tests"
