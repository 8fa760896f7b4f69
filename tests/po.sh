#!/bin/sh
# Every message in the sources has a translation in every language, and none is a guess.
cd "$(dirname "$0")/.." || exit
. tests/tap.sh
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT

tools/po.sh "$scratch/tatami.pot" >&2
while read -r language; do
    po=po/$language.po
    msgmerge --quiet --no-fuzzy-matching --output-file="$scratch/merged.po" "$po" "$scratch/tatami.pot" >&2
    check "$po is well formed and its formats agree" msgfmt --check --output-file=/dev/null "$po"
    check "$po translates every message" silent msgattrib --untranslated --no-obsolete "$scratch/merged.po"
    check "$po has nothing fuzzy" silent msgattrib --only-fuzzy --no-obsolete "$po"
done <po/LINGUAS

# French puts a space before these signs and after an opening quotation mark. No line may break there, so it is U+00A0.
msgcat --no-wrap po/fr.po | awk '/^msgstr/ { text = 1 } /^(msgid|#|$)/ { text = 0 } text' >"$scratch/french"
grep -v '^\.' man/fr/tatami.1 >>"$scratch/french" # the lines that are no macros
check "no line of French can begin with a colon or end with an open quotation mark" silent grep -E ' (:|;|\?|!|»|…|×|%%|%( |"|$))|« ' "$scratch/french"
# In print, apostrophes are curved: in what people read, not in what they type ('engine:COMMAND').
msgcat --no-wrap "$scratch/tatami.pot" | awk '/^msgid/ { text = 1 } /^(msgstr|#|$)/ { text = 0 } text' |
    sed "s/ 'engine:[^']*'//g" >"$scratch/english"
check "apostrophes in English are those of print" silent grep "[[:alpha:]]'" "$scratch/english"
check "apostrophes are French" silent grep "[[:alpha:]]'[[:alpha:]]" "$scratch/french"
finish
