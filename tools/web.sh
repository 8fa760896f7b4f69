#!/bin/sh
# Runs Node in web/, with the client's packages installed: web.sh SCRIPT ARGUMENT…
# Debian 12's own Node is too old for the tools: npm would leave out the parts of them that need a newer one, without a word.
# Then the Node that web/node/ pins is put before it.
set -eu
cd "$(dirname "$0")/../web"

# Installs what a lock file names, when it or Node has changed.
packages() {
    stamp=$1/node_modules/.installed
    wanted=$(node --version && cat "$1/package-lock.json")
    if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
        (cd "$1" && npm ci --loglevel=error --no-audit --no-fund) >&2
        echo "$wanted" >"$stamp"
    fi
}

# Several may start at once.
exec 9>.lock
flock 9
if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null; then
    packages node
    PATH=$(echo "$PWD"/node/node_modules/node-linux-*/bin):$PATH
    export PATH
fi
packages .
node build/views.mjs
flock -u 9
exec node "$@"
