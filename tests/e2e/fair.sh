#!/bin/sh
# Fair shuffles from outside: games verify, whatever is changed in one is named, and other hands come to the same numbers.
. "$SRC/tests/tap.sh"
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit

# fair GAME PLAYERS ARGUMENT…: the path of the record of one fair game.
fair() {
    game=$1
    n=$2
    shift 2
    "$TATAMI" sim "$game" "$n" --games 1 --seed 2 --fair --records games "$@" >/dev/null &&
        echo "games/$game-$n-000001.record"
}

verifies() {
    "$TATAMI" verify "$@" >out 2>err
    status=$?
    cat out err
    [ "$status" -eq 0 ] && [ ! -s err ]
}

# A record that verifies, with as many outcomes as it has.
verifies_whole() {
    record=$(fair "$@") && verifies "$record" &&
        grep -Eq ": verified, $(grep -c '^\*' "$record") outcomes? of chance, commitment [0-9a-f]{64}\$" out
}

# refuses STATUS PATTERN ARGUMENT…: so, with one line on standard error that says this.
refuses() {
    wanted=$1
    pattern=$2
    shift 2
    "$TATAMI" verify "$@" >out 2>err </dev/null
    status=$?
    echo "status $status, wanted $wanted with $pattern" && cat err
    [ "$status" -eq "$wanted" ] && [ "$(wc -l <err)" -eq 1 ] && grep -Eq "^tatami: .*$pattern" err
}

# Every game with every number of players.
"$TATAMI" games | sed -n 's/^\([a-z]*\) (.*, \([0-9]*\) to \([0-9]*\) players)$/\1 \2 \3/p' >games.txt
while read -r game fewest most; do
    for n in $(seq "$fewest" "$most"); do
        check "$game, $n players: a fair game verifies" verifies_whole "$game" "$n"
    done
done <games.txt
check 'the registry was read' test -s games.txt

# Games that people kept must verify for ever: this one is never rewritten.
check 'a game from the first version of the scheme' verifies "$SRC/tests/fuzz/corpus/fuzz_record/fair.record"

# Three players deal again each round: every outcome is a deal, and a hand with two cards swapped is the same hand.
good=$(fair tatsu 3)
deals=$(grep -c '^\*' "$good")
last=$(grep -n '^\*' "$good" | tail -n 1 | cut -d: -f1)
sed "${last}s/^\* deal \([^ ]*\) \([^ ]*\)/* deal \2 \1/" "$good" >outcome.record
sed '/^\[Secret/s/[0-7]/8/' "$good" >secret.record
sed 's/^\[Secret "./[Secret "x/' "$good" >letters.record
sed 's/^\[Mix "/[Mix "x/' "$good" >mix.record
sed 's/^\[Mix "/[Mix "a b/' "$good" >space.record
sed 's/^\[Mix "[^/]*\//[Mix "/' "$good" >seats.record
sed 's/^\[Commitment ".*/[Commitment "'"$(printf %064d 0)"'"]/' "$good" >commitment.record
other=$(printf 'tatami fair 1 secret %064d' 0 | sha256sum | cut -d' ' -f1)
sed "s/^\[Secret \".*/[Secret \"$(printf %064d 0)\"]/; s/^\[Commitment \".*/[Commitment \"$other\"]/" "$good" >both.record
grep -v '^\[Secret' "$good" >running.record
grep -v '^\[Mix' "$good" >unmixed.record
grep -v '^\[Commitment' "$good" >plain.record
sed 's/^\[Result ".*/[Result "0 0 0"]/' "$good" >result.record
sed "/^[0-9] /{s/.*/0 dance/;:rest;n;b rest}" "$good" >action.record
head -n "$last" "$good" >cut.record
awk -v last="$last" 'NR == last { card = $3; $3 = $11; $11 = card } { print }' cut.record >hands.record
sed '/^\[Mix/p' "$good" >twice.record

commitment=$(sed -n 's/^\[Commitment "\(.*\)"\]$/\1/p' "$good")
word=$(sed -n 's/^\[Mix "[^/]*\/\([^/]*\)\/.*/\1/p' "$good")

replays_but_is_refused() {
    "$TATAMI" replay "$1" >/dev/null &&
        refuses 1 "line $last: outcome $((deals - 1)) is \"deal .*\", but the secret and the mix give \"deal " "$1"
}
check 'one outcome changed to another legal one' replays_but_is_refused outcome.record
check 'two cards of different hands exchanged' replays_but_is_refused hands.record
check 'the secret changed' refuses 1 "line [0-9]+: the commitment is $commitment, but the secret gives" secret.record
check 'a secret that is none' refuses 1 'line [0-9]+: found "x.*", expected 64 hexadecimal' letters.record
check 'the mix changed' refuses 1 'line [0-9]+: outcome 0 is "deal .*", but the secret and the mix give "deal ' mix.record
check 'a mix that is none' refuses 1 'line [0-9]+: found "a b.*", expected one word per seat' space.record
check 'a mix for fewer seats' refuses 1 'line [0-9]+: found ".*", expected one word per seat' seats.record
check 'a mix given twice' refuses 1 'found "Mix", which was already given' twice.record
check 'the commitment changed' refuses 1 "line [0-9]+: the commitment is 0{64}, but the secret gives $commitment" \
    commitment.record
check 'secret and commitment changed' refuses 1 'outcome 0 is "deal .*", but the secret' both.record
check 'a record without the secret' refuses 1 'running.record: no \[Secret "…"\]: it is revealed when' running.record
check 'a record without the mix' refuses 1 'unmixed.record: no \[Mix "…"\]' unmixed.record
check 'a record without a commitment' refuses 1 'plain.record: no \[Commitment "…"\]: ' plain.record
check 'a result that the game contradicts' refuses 1 'the result is "0 0 0"' result.record
check 'a decision that is not legal' refuses 1 'found "0 dance", expected 0: ' action.record
check 'an empty file' refuses 1 'line 1: ' /dev/null
check 'a file that is not there' refuses 1 'nowhere: ' nowhere
check 'no record' refuses 2 'which record'

check 'what was kept from before the game' verifies --commitment "$commitment" --word "1=$word" "$good"
check 'another commitment than the one seen' refuses 1 "the commitment of the record is $commitment, not \"ab\"" \
    --commitment ab "$good"
check 'another word than the one given' refuses 1 "the word of seat 1 in the record is \"$word\", not \"mine\"" \
    --word 1=mine "$good"
check 'the word of a seat that is not there' refuses 1 'no seat 3, expected 0 to 2' --word 3=mine "$good"
check 'a word without its seat' refuses 2 'a seat and its word' --word mine "$good"

stops_early() {
    verifies cut.record && grep -q "cut.record: not finished, verified so far, $deals outcomes" out
}
check 'a record that stops before the end' stops_early
reads_a_pipe() {
    "$TATAMI" verify - <"$good" | grep -q '^-: verified, '
}
check 'standard input' reads_a_pipe
goes_on() {
    ! "$TATAMI" verify mix.record "$good" secret.record cut.record >out 2>err || return
    cat out err && [ "$(wc -l <out)" -eq 2 ] && [ "$(wc -l <err)" -eq 2 ]
}
check 'several records: each is judged' goes_on

boxed=$(fair dojo 3 --box "$SRC/boxes/dojo-few-raccoons.box")
check 'a corrected box' verifies --box "$SRC/boxes/dojo-few-raccoons.box" "$boxed"
check 'a corrected box that is missing' refuses 1 'this record needs the box' "$boxed"
check 'a box that is not there' refuses 1 'nowhere\.box: ' --box nowhere.box "$boxed"

in_french() {
    (
        export LANGUAGE=fr
        "$@"
    )
}
says_so_in_french() {
    in_french verifies "$good" && grep -q 'vérifié, .* tirages' out
}
check 'in French: verified' says_so_in_french
check 'in French: an outcome that does not follow' in_french refuses 1 \
    "ligne $last.: le tirage $((deals - 1)) est «.deal .*.», mais le secret et le mélange donnent «.deal " outcome.record

same_games() {
    "$TATAMI" sim tatsu 4 --games 2 --seed 9 --fair --records once >first &&
        "$TATAMI" sim tatsu 4 --games 2 --seed 9 --fair --records twice >second && cmp first second && diff -r once twice
}
check 'sim --fair: the same seed gives the same games' same_games

# The script of the document, and what else of chance comes before the first decision, by hands that share no code.
page=$SRC/docs/FAIRNESS.md
awk '/^```$/ { inside = 0 } inside { print } /^```python$/ { inside = 1 }' "$page" >fair.py
script_agrees() {
    python3 fair.py "$1" >out || return
    cat out
    [ "$(grep -c True out)" -eq $((1 + $(grep -c '^\*' "$1"))) ] && ! grep -q False out
}
check 'the script of the document agrees: three players' script_agrees "$good"
check 'the script of the document agrees: four players' script_agrees "$(fair tatsu 4)"
check 'the script of the document sees a changed outcome' sh -c 'python3 fair.py outcome.record | grep -q "^outcome.*False"'
for record in games/*.record; do
    [ "$record" = "$boxed" ] && continue
    check "$(basename "$record" .record): the opening agrees with an independent one" \
        python3 "$SRC/tests/e2e/fair_openings.py" fair.py "$record"
done

# The worked example: every line of the record that the document quotes, and every line that its script prints.
example_is_true() {
    "$TATAMI" sim tatsu 4 --option rounds=1 --games 1 --seed 1 --fair --records example >/dev/null || return
    example=example/tatsu-4-000001.record
    python3 fair.py "$example" >out || return
    { grep -E '^(\[(Commitment|Mix|Secret)|\*)' "$example" && cat out; } |
        while read -r line; do grep -qF "$line" "$page" || { echo "not in the document: $line" && false; } || return; done
}
check 'the worked example of the document' example_is_true
finish
