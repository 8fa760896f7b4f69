#!/bin/sh
# Builds everything that is handed out twice, from the last commit, in folders, time zones, languages and with file modes
# that differ, and compares the bytes: reproducible.sh FOLDER. FOLDER is emptied.
set -eu
folder=$1
cd "$(dirname "$0")/.."
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# once NAME: builds in FOLDER/NAME and leaves the sums in FOLDER/NAME.sums.
once() {
    mkdir -p "$folder/$1"
    git archive HEAD | tar -x -C "$folder/$1"
    (
        cd "$folder/$1"
        CCACHE_DISABLE=1
        export CCACHE_DISABLE
        make -s deb tarball sbom >"$folder/$1.log" 2>&1 || {
            tail -30 "$folder/$1.log" >&2
            exit 1
        }
        cd packages && LC_ALL=C sha256sum -- *
    ) >"$folder/$1.sums"
}

(umask 022 && TZ=UTC LC_ALL=C.UTF-8 once first)
(umask 077 && TZ=Asia/Tokyo LC_ALL=C once a-second-folder-with-a-longer-name)
if ! diff "$folder/first.sums" "$folder/a-second-folder-with-a-longer-name.sums"; then
    echo "reproducible: the two builds differ" >&2
    exit 1
fi
cat "$folder/first.sums"
echo "the same bytes twice: $(wc -l <"$folder/first.sums") files"
rm -rf "$folder"
