#!/bin/sh
# Tables on a server that speaks HTTPS, from a pipe. Under sanitizers, that nothing is left behind at the end is part of it.
cd "$(dirname "$0")/../.." || exit
. tests/e2e/terminals.sh

openssl req -x509 -newkey rsa:2048 -nodes -keyout "$scratch/key.pem" -out "$scratch/cert.pem" -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2>/dev/null || exit
start_server 0 --bind 0.0.0.0 --tls-cert "$scratch/cert.pem" --tls-key "$scratch/key.pem"
port=${url##*:}
believing() {
    SSL_CERT_FILE="$scratch/cert.pem" as pipe "$@"
}

whole_game() {
    yes 1 | believing join "$1" --name Chloé --open tatsu 2 --bot easy --option rounds=1 >"$scratch/game" || return
    tail -30 "$scratch/game"
    grep -q 'The game is over. Won by: ' "$scratch/game" && grep -q 'The shuffles were fair' "$scratch/game"
}
check 'a whole game by name, and its shuffles are checked' whole_game "https://localhost:$port"
check 'a whole game by address' whole_game "https://127.0.0.1:$port"

refused() {
    wanted=$1
    shift
    "$@" </dev/null >"$scratch/out" 2>&1 && return 1
    cat "$scratch/out"
    grep -qE -- "$wanted" "$scratch/out" && ! grep -q Sanitizer "$scratch/out"
}
check 'a certificate that nobody vouches for is refused' refused 'no answer \(self-signed certificate' as pipe join "https://localhost:$port"
check 'another name than the one in the certificate is refused' refused 'no answer \(.*mismatch' \
    believing join "https://127.0.0.2:$port"
check 'plain HTTP to it is no answer' refused 'no answer|not a table server' believing join "http://localhost:$port"
finish
