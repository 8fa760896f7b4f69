#!/bin/sh
# Runs Node in web/, with the client's packages installed: web.sh SCRIPT ARGUMENT…
# Debian 12's own Node is too old for the tools; then the one that web/node/ pins is used.
set -eu
cd "$(dirname "$0")/../web"

# Installs what a lock file names, when it has changed.
packages() {
    stamp=$1/node_modules/.installed
    if [ ! -f "$stamp" ] || ! cmp -s "$1/package-lock.json" "$stamp"; then
        (cd "$1" && npm ci --loglevel=error --no-audit --no-fund) >&2
        cp "$1/package-lock.json" "$stamp"
    fi
}

# Several may start at once.
exec 9>.lock
flock 9
packages .
node=node
if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null; then
    packages node
    node=$(echo "$PWD"/node/node_modules/node-linux-*/bin/node)
fi
flock -u 9
exec "$node" "$@"
