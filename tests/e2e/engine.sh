#!/bin/sh
# Engines from outside: our bots through the protocol, the two samples, what an engine may know, and engines that fail.
. "$SRC/tests/tap.sh"
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
samples=$SRC/examples/bots
"${CC:-cc}" -std=c11 -Wall -Wextra -pedantic -Werror -O1 -o first "$samples/first.c" || exit

# moves RECORD: what happened, without who played.
moves() {
    grep -v '^\[Seat' "$1"
}

# same_inside GAME PLAYERS BOT [ARGUMENT…]: records of the bot inside and through the protocol are the same.
same_inside() {
    game=$1 players=$2 bot=$3
    shift 3
    rm -rf inside through
    "$TATAMI" sim "$game" "$players" --games 2 --seed 5 --bot "$bot" --records inside "$@" || return
    "$TATAMI" sim "$game" "$players" --games 2 --seed 5 --bot "engine:$TATAMI engine -b $bot" --records through "$@" ||
        return
    for n in 1 2; do
        moves "inside/$game-$players-00000$n.record" >a && moves "through/$game-$players-00000$n.record" >b && cmp a b || return
        [ "$(wc -l <a)" -gt 10 ] && grep -q '^\[Result' a || return
    done
}
"$TATAMI" games | sed -n 's/^\([a-z]*\) (.*, \([0-9]*\) to \([0-9]*\) players)$/\1 \2 \3/p' >registry
check 'the registry was read' test -s registry
while read -r game fewest most <&3; do
    check "$game with $fewest: the same game as inside" same_inside "$game" "$fewest" easy
    check "$game with $most: the same game as inside" same_inside "$game" "$most" thumb
done 3<registry
for players in 2 3 4; do check "tatsu with $players: the same game as inside" same_inside tatsu $players easy -o rounds=2; done
check 'tatata, full rules: the same game as inside' same_inside tatata 4 thumb -o rules=full
check 'a bot that weighs for long: the same game' same_inside tatsu 4 medium -o rounds=1
check 'a corrected box goes along' same_inside takamatsu 3 easy --box "$SRC/boxes/takamatsu-grand.box"
printf '%s' "$(cat "$SRC/boxes/dojo-brooms.box")" >cut.box # no line end at its end
check 'a box without a last line end' same_inside dojo 3 thumb --box cut.box

threads() {
    for t in 1 3; do
        "$TATAMI" arena tatsu 4 -o rounds=1 --bots "engine:$TATAMI engine -b easy,thumb" --deals 6 --seed 1 --threads "$t" \
            --csv "$t.csv" >"$t.out" || return
    done
    "$TATAMI" arena tatsu 4 -o rounds=1 --bots easy,thumb --deals 6 --seed 1 --csv inside.csv >/dev/null || return
    sed 1d inside.csv >rows
    cmp 1.csv 3.csv && sed 1d 1.csv | cmp - rows && grep -q "^engine1 *engine:$TATAMI engine -b easy$" 1.out
}
check 'an arena gives the same results whatever the threads, and as inside' threads

# whole_games COMMAND GAME PLAYERS [ARGUMENT…]
whole_games() {
    command=$1 game=$2 players=$3
    shift 3
    rm -rf games
    "$TATAMI" sim "$game" "$players" --games 2 --seed 2 --bot "engine:$command" --records games "$@" >out || return
    cat out
    for record in games/*.record; do
        "$TATAMI" replay "$record" >replayed && tail -n 1 replayed | grep -q 'over' || return
    done
}
for sample in "./first" "$samples/first.py"; do
    bot=${sample##*/}
    while read -r game fewest most <&3; do
        for players in $(seq "$fewest" $((most > fewest ? most - fewest : 1)) "$most"); do
            check "$bot plays $game with $players" whole_games "$sample" "$game" "$players"
        done
    done 3<registry
    check "$bot plays tatsu with 3" whole_games "$sample" tatsu 3 -o rounds=2
    check "$bot plays tatata with full rules" whole_games "$sample" tatata 2 -o rules=full
done

# beats SAMPLE GAME PLAYERS: clearly better than random.
beats() {
    "$TATAMI" arena "$2" "$3" --bots "engine:$1,random" --deals 20 --seed 1 >out || return
    cat out
    low=$(sed -n 's/^engine1 *[0-9.]*% *\([0-9]*\)\..*/\1/p' out)
    [ "$low" -gt 50 ]
}
check 'the sample in Python beats random at tatsu' beats "$samples/first.py" tatsu 4
check 'the sample in Python beats random at takamatsu' beats "$samples/first.py" takamatsu 2
check 'the sample in Python beats random at tatata' beats "$samples/first.py" tatata 2
check 'the sample in C beats random at tatata' beats ./first tatata 2

# An engine that writes down what it is told, and plays the first legal action.
cat >listen.sh <<'END'
printf 'wants event view legal know\nready\n'
first=
while read -r line; do
    printf '%s\n' "$line" >>"$1"
    case $line in
    legal*) first=${first:-${line#legal }} ;;
    go*) printf 'best %s\n' "$first" && first= ;;
    quit) exit ;;
    esac
done
END
# told RECORD FILE: what an engine in seat 0 is told when the game goes on from there, up to its first decision.
# The seal of a view has another key each time.
told() {
    rm -f heard
    "$TATAMI" play --load "$1" --seat 1 --seed 9 --bot "engine:sh listen.sh heard" </dev/null >/dev/null || return
    sed -n '/^go/q;s/^\(know [0-9a-f]*\) .*/\1/;p' heard >"$2"
}
# keeps_secret GAME PLAYERS LINE… / LINE…: two games that differ in what seat 0 did not see.
keeps_secret() {
    printf '[Tatami "1"]\n[Game "%s"]\n[Players "%s"]\n\n' "$1" "$2" | tee one.record >two.record
    shift 2
    file=one.record
    for line in "$@"; do
        if [ "$line" = / ]; then file=two.record; else printf '%s\n' "$line" >>"$file"; fi
    done
    told one.record one && told two.record two || return
    cat one two
    ! cmp -s one.record two.record && grep -q '^legal ' one && grep -q '^know [0-9a-f]' one && cmp one two
}
check 'hidden cards of tatsu do not reach an engine' keeps_secret tatsu 4 \
    '* deal rv3 rv4 rv5 yv3 yv4 yv5 y2 / r2 r3 r4 y3 y4 y5 y6 / rv6 rv7 r5 yv6 yv7 yx1 yx2 / r6 rx1 rx2 rx3 rf yx3 yf' / \
    '* deal rv3 rv4 rv5 yv3 yv4 yv5 y2 / rf r3 rv6 y3 yf y5 yv7 / r2 rv7 r5 yv6 y6 yx1 yx2 / r6 rx1 rx2 rx3 r4 yx3 y4'
check 'hidden cards of tatata do not reach an engine' keeps_secret tatata 2 \
    '* draw F4' '* draw L1' '* draw A2' '* draw L2' '* draw A5' '* draw L3' '* draw J3' '* draw L4' / \
    '* draw F4' '* draw T1' '* draw A2' '* draw T2' '* draw A5' '* draw M3' '* draw J3' '* draw L6'
check 'hidden cards of dojo do not reach an engine' keeps_secret dojo 5 \
    '* deal 0 m1' '* deal 1 m2' '* deal 2 m3' '* deal 3 f1' '* deal 4 f2' / \
    '* deal 0 m1' '* deal 1 t2' '* deal 2 c3' '* deal 3 b1' '* deal 4 r5'
start='* lay hidden|* lay hidden|* lay 3|* lay 2|* lay 2|0 move o3 p o4|1 move o2 k o3|0 move o4 pr g1|1 move g1 pr i2'
IFS='|'
# shellcheck disable=SC2086 # a list of lines
check 'hidden cards of takamatsu do not reach an engine' keeps_secret takamatsu 2 \
    $start '* take 5' '* lay hidden' / $start '* take 3' '* lay hidden'
unset IFS

# fails PATTERN COMMAND [ARGUMENT…]: the run ends with status 1 and one line of ours that names the engine; no process of
# it is left.
fails() {
    pattern=$1 command=$2
    shift 2
    rm -rf games
    "$TATAMI" sim tatsu 4 --games 2 --seed 1 --records games --bot "engine:$command" "$@" >out 2>err
    status=$?
    echo "status $status, wanted 1 with $pattern" && cat out err
    [ "$status" -eq 1 ] && [ "$(grep -c '^tatami: ' err)" -eq 1 ] && grep -Eq "^tatami: .*: engine:.*(seat 0: |place 0 : ).*$pattern" err &&
        [ -z "$(ls games)" ]
}
in_french() {
    (
        export LANGUAGE=fr
        "$@"
    )
}
check 'an unknown program' fails 'exited with status 127' 'no-such-program'
check 'a program that ends at once' fails 'exited with status 0' true
check 'a program that dies in the game' fails 'was ended by signal 9' 'echo ready; read a; read a; kill -9 $$'
check 'a program that says nothing' fails 'did not answer in time' 'echo ready; exec sleep 1000' --movetime 1
check 'a program that does not read' fails 'did not answer in time' 'exec sleep 1000' --movetime 1
check 'a program that echoes' fails 'found "tatami 1", expected name, wants or ready' cat
check 'garbage' fails 'found ".*", expected' 'head -c 5000 /dev/urandom; echo; cat'
check 'endless lines' fails 'a line of more than 65536 bytes' 'tr "\000" a </dev/zero'
check 'lines without end' fails 'expected name, wants or ready' yes
check 'unknown wants' fails 'found "view food", expected event, view, legal or know' 'echo wants view food; cat >/dev/null'
check 'an action that is not legal' fails 'found "best play zz", expected a legal action after best' \
    'printf "ready\nbest play zz\n"; cat >/dev/null'
check 'an action of somebody else' fails 'expected a legal action after best' 'printf "ready\nbest give r2\n"; cat >/dev/null'
check 'no action' fails 'found "best", expected info or best' 'printf "ready\ninfo x\nbest\n"; cat >/dev/null'
check 'an error that the engine reports' fails 'found "error no idea", expected info or best' \
    'printf "ready\nerror no idea\n"; cat >/dev/null'
check 'in French' in_french fails 'terminé avec le code 0 au lieu de répondre' true

nothing_left() {
    "$TATAMI" sim tatsu 2 --games 1 --bot "engine:sleep 987 >/dev/null 2>&1 & echo \$! >pid; $TATAMI engine -b random" >out || return
    # What was killed is gone only when it next has its turn.
    for _ in $(seq 600); do
        grep -q '^State:.[^Z]' "/proc/$(cat pid)/status" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}
check 'children of an engine do not outlive the run' nothing_left

arena_fails() {
    "$TATAMI" arena tatsu 4 -o rounds=1 --bots "engine:true,random" --deals 5 --csv fail.csv >out 2>err
    [ $? -eq 1 ] && cat err && grep -q '^tatami: game 1: engine:true, seat [02]: exited' err && [ "$(wc -l <fail.csv)" -eq 2 ]
}
check 'an arena says which engine failed, and keeps no such game' arena_fails

# An engine that fails once: then the game goes on from where it was.
cat >once.sh <<END
if [ -f failed ]; then exec $TATAMI engine -b random; fi
echo ready
read -r line
touch failed
END
tries_again() {
    rm -f failed
    printf '\nsave after.record\nquit\n' |
        "$TATAMI" play tatsu 2 --seat 1 --seed 3 --bot 'engine:sh once.sh' >out 2>err || return
    cat out err
    grep -q 'engine:sh once.sh, seat 0: exited' err && grep -q 'Press Enter to let the bot try again' out &&
        grep -q '^\[Seat0 "bot:engine:sh once.sh"\]' after.record && grep -q '^0 ' after.record
}
check 'play: a bot that failed may try again, and the game is as it was' tries_again
gives_up() {
    "$TATAMI" play tatsu 2 --seat 1 --seed 3 --bot 'engine:false' </dev/null >out 2>err
    [ $? -eq 1 ] && grep -q 'engine:false, seat 0: exited with status 1' err
}
check 'play: without an answer from anybody it ends with status 1' gives_up
undone() {
    rm -f heard
    printf '1\nundo\n2\nquit\n' | "$TATAMI" play takamatsu 2 --seed 3 --bot "engine:sh listen.sh heard" >out || return
    cat out heard
    grep -q 'taken back' out && [ "$(grep -c '^new ' heard)" -eq 2 ] || return
    sed -n '/^new/,/^go/{/^event 0/p}' heard >moves # the first move as each of the two games had it
    [ "$(wc -l <moves)" -eq 2 ] && [ "$(sort -u moves | wc -l)" -eq 2 ]
}
check 'play: after an undo an engine is told the game again' undone
no_command_from_a_record() {
    rm -f ran
    "$TATAMI" sim tatsu 2 --games 1 --seed 1 --records saved >/dev/null || return
    sed -e 's/^\[Seat0 .*/[Seat0 "bot:engine:touch ran"]/' -e '/^\[Result/d' -e '20,$d' saved/*.record >trap.record
    "$TATAMI" play --load trap.record --seat 1 </dev/null >/dev/null && [ ! -f ran ]
}
check 'a record does not start programs' no_command_from_a_record

refuses() {
    "$TATAMI" "$@" >out 2>err
    [ $? -eq 1 ] && grep -q 'expected a command of 1 to 200 bytes' err
}
check 'an empty command' refuses sim tatsu 2 --bot engine:
check 'a long command' refuses sim tatsu 2 --bot "engine:$(head -c 300 /dev/zero | tr '\0' x)"
check 'a command with a line end' refuses sim tatsu 2 --bot "engine:a
b"

# answers PATTERN LINE…: our engine, typed to.
answers() {
    pattern=$1
    shift
    printf '%s\n' "$@" | "$TATAMI" engine --bot easy >out || return
    cat out
    tail -n 1 out | grep -Eq "$pattern"
}
check 'our engine greets' answers '^ready$' 'tatami 1'
check 'another version' answers '^error this engine supports version 1: 2$' 'tatami 2'
check 'an unknown word' answers '^error unknown command: hello$' hello
check 'an unknown game' answers '^error unknown game: chess$' 'new chess 2'
check 'too many players' answers '^error 9 players: ' 'new tatsu 9'
check 'an option out of range' answers '^error option rounds is "0"' 'new tatsu 4 rounds=0'
check 'a seat without a game' answers '^error seat comes after new$' 'seat 0 1'
check 'a seat that is not there' answers '^error expected seat N SEED: 4 1$' 'new tatsu 4' 'seat 4 1'
check 'a box that cannot be read' answers '^error line 1: ' 'new tatsu 4' 'box hello' 'seat 0 1'
check 'nothing known' answers '^error there is nothing to decide yet' 'new tatsu 4' 'seat 0 1' go
check 'a view that nobody sealed' answers '^error this view does not have the seal' 'new tatsu 4' 'seat 0 1' \
    "$(sed -n 's/^\(know [0-9a-f]* [0-9a-f]*\)$/\1/p' heard | head -n 1 | grep . || echo 'know 00 00')" \
    "know $(head -c 184 /dev/zero | tr '\0' 0) $(head -c 64 /dev/zero | tr '\0' 0)"
check 'a broken view' answers '^error expected know VIEW SEAL' 'new tatsu 4' 'seat 0 1' 'know 00zz 11'
check 'it goes on after an error' answers '^ready$' nonsense 'tatami 1'
check 'an unknown bot for the engine' sh -c "! '$TATAMI' engine --bot genius"
check 'no engine behind our engine' sh -c "! '$TATAMI' engine --bot engine:cat"
long_line() {
    { head -c 3000000 /dev/zero | tr '\0' a && printf '\ntatami 1\n'; } | "$TATAMI" engine >out &&
        [ "$(head -n 1 out)" = 'error a line too long' ] && [ "$(tail -n 1 out)" = ready ]
}
check 'a line too long for our engine' long_line

# With limits, and what it thought of each action.
cat >limit.sh <<END
sed -u 's/^go.*/go iterations 300/' | $TATAMI engine -b hard | tee thoughts
END
thinks() {
    "$TATAMI" sim tatsu 4 -o rounds=1 --games 1 --seed 1 --bot 'engine:sh limit.sh' --bot random >out || return
    head -n 20 thoughts
    grep -Eq '^info visits [0-9]+ value [01]\.[0-9]{4} action play ' thoughts &&
        [ "$(awk '/^info/ {n += $3} /^best/ {print n; exit}' thoughts)" -eq 300 ]
}
check 'iterations are counted, visits and values are told' thinks
in_time() {
    "$TATAMI" arena tatsu 4 -o rounds=1 --bots "engine:$TATAMI engine -b expert,random" --deals 1 --movetime 20 >out || return
    cat out
    awk '/^Thinking/ {t = 1} t && /^engine1/ {exit !($3 < 2000)}' out
}
check 'an engine keeps to its time' in_time
finish
