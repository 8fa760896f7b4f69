#!/bin/sh
# Takes the messages out of the sources. Without arguments, writes po/tatami.pot and merges it into every po/*.po; with a
# file name, writes the .pot there and changes nothing else.
set -eu
cd "$(dirname "$0")/.."

template() {
    # All sources, so that there is no list to forget a file in. Sorted: the order must not depend on the file system.
    find src -name '*.[ch]' | LC_ALL=C sort | xgettext --files-from=- --output="$1" --language=C --from-code=UTF-8 \
        --add-comments=Translators --add-location=file --package-name=tatami \
        --keyword --keyword=_ --keyword=N_ --keyword=ngettext:1,2 --keyword=tm_tr:2 --keyword=tm_trn:2,3 \
        --keyword=tm_why_not:3 --flag=tm_why_not:3:c-format --flag=tm_tr:2:pass-c-format \
        --flag=tm_trn:2:pass-c-format --flag=tm_trn:3:pass-c-format
    tools/web_messages.py "$1.web"
    # With one header for both, msgcat joins where a message is used: in C, in the client, or in both.
    { sed '/^$/q' "$1" && sed '1,/^$/d' "$1.web"; } >"$1.both"
    msgcat --add-location=file --output-file="$1" "$1" "$1.both"
    rm "$1.web" "$1.both"
}

if [ $# -gt 0 ]; then
    template "$1"
    exit
fi

template po/tatami.pot
while read -r language; do
    if [ -f "po/$language.po" ]; then
        msgmerge --quiet --update --backup=none --add-location=file "po/$language.po" po/tatami.pot
    else
        msginit --no-translator --locale="$language.UTF-8" --input=po/tatami.pot --output="po/$language.po"
    fi
done <po/LINGUAS
