#!/bin/sh
# Tables on a real server, played from terminals (tmux types the keys) and from pipes; the server goes away in between.
cd "$(dirname "$0")/../.." || exit
. tests/e2e/terminals.sh

someone_decides() {
    for who in aiko ben; do
        screen "$who" | head -1 | grep -q 'your turn' && decider="$who" && return
    done
    return 1
}
# Both screens tell of the same number of things.
agree() {
    [ "$(count aiko)" ] && [ "$(count aiko)" = "$(count ben)" ]
}

# turns N: whoever's turn it is takes the first choice, N times.
turns() {
    for _ in $(seq "$1"); do
        until_true someone_decides || return
        before=$(count "$decider")
        keys "$decider" Down Enter
        until_true has_grown "$decider" "$before" || return
    done
    until_true agree
}

start_server 0
port=${url##*:}
start_terminals

fails() {
    wanted=$1
    shift
    "$@" </dev/null >"$scratch/out" 2>&1
    status=$?
    cat "$scratch/out"
    [ "$status" -ne 0 ] && grep -qE -- "$wanted" "$scratch/out" && [ "$(wc -l <"$scratch/out")" = 1 ]
}
check 'a wrong address is refused' fails '"ftp://x/y" is not a valid address' as one join ftp://x/y
check 'a server that is not there' fails 'http://127.0.0.1:1: no answer' as one join http://127.0.0.1:1
check 'an unknown table' fails 'there is no such table' as one join "$url/t/nothing"
check "a bot's name is refused" fails "that looks like a bot’s name" as two join "$url" --name 'Bot 1'
check 'a table to join and one to open' fails 'not both' as one join "$url/t/x" --open tatsu
check 'in French' fails "table.* n.existe pas" env LANGUAGE=fr XDG_CONFIG_HOME="$scratch/one" "$tatami" join "$url/t/nothing"

# whole_game GAME ARGUMENTS…: takes the first choice until the end.
whole_game() {
    yes 1 | as pipe join "$url" --name Chloé --open "$@" >"$scratch/game" || return
    tail -30 "$scratch/game"
    grep -q 'The game is over. Won by: ' "$scratch/game"
}
check 'a whole game from a pipe' whole_game tatsu 2 --bot easy --option rounds=1
check 'a whole game for a screen reader' whole_game dojo 3 --bot easy --bot easy --screen-reader
has_no_drawing() {
    ! grep -n '[╭│╰]' "$scratch/game"
}
check 'a screen reader hears no drawing' has_no_drawing

file=$scratch/pipe/tatami/servers/http-127.0.0.1-$port
is_private() {
    [ "$(stat -c %a "$file")" = 600 ]
}
shows_token() {
    grep -rl "$(cat "$file")" "$scratch/game" "$scratch/server.log"
}
check 'who one is lies in a file of its own' is_private
check 'and is never shown' silent shows_token

open_table() {
    open aiko "'$url' --name Aiko --open tatsu 2 --option rounds=2 --listed"
    wait_for aiko 'waiting for players' && wait_for aiko 'free seat'
    link=$(screen aiko | sed -n 's/.*\(http:[^ ]*\).*/\1/p' | head -1)
    echo "$link" >"$scratch/link"
    [ "$link" ]
}
check 'a table is opened and waits' open_table

lists() {
    printf 'nonsense\nquit\n' | as three join "$url" --name Dora >"$scratch/out" || return
    cat "$scratch/out"
    grep -q '1) tatsu: Aiko, free seat' "$scratch/out" && grep -q 'Type a number, open GAME, or quit' "$scratch/out"
}
check 'the server lists it' lists

joins() {
    open ben "'$(cat "$scratch/link")' --name Ben"
    wait_for aiko '1  Ben' && wait_for aiko 'start now' && line aiko start && wait_for ben 'trick 1 of 7'
}
check 'another person joins, and the host begins' joins

talks() {
    line ben 'chat good luck' && wait_for aiko 'Ben > good luck' && wait_for ben 'Ben > good luck'
}
check 'they talk' talks
check 'they play' turns 6

goes_away() {
    stop_server
    wait_for aiko 'no connection' && wait_for ben 'no connection'
}
goes_away >/dev/null # not in a check: the server is the shell's own child
check 'a line that drops is told' wait_for aiko 'The connection to the server is lost'

decides_without() {
    for who in aiko ben; do
        before=$(count "$who")
        echo "$who $before"
        shows "$who" 'Choices: [1-9]' && keys "$who" Down Enter && echo "$before" >"$scratch/before" && echo "$who" >"$scratch/who"
    done
    [ -s "$scratch/who" ]
}
check 'a decision can be taken meanwhile' decides_without

start_server "$port"
comes_back() {
    wait_for aiko 'Connected again' && wait_for ben 'Connected again' &&
        until_true has_grown "$(cat "$scratch/who")" "$(cat "$scratch/before")" && until_true agree
}
check 'the line comes back, and the decision is played' comes_back
check 'the game goes on' turns 4

leaves() {
    line ben quit && until_true has_ended ben && wait_for aiko 'Ben is offline'
    tm kill-session -t ben
    open ben "'$(cat "$scratch/link")'"
    wait_for aiko 'Ben is back' && until_true agree
}
check 'who leaves keeps the seat, and comes back' leaves
check 'and plays on' turns 2

# Alone against a bot: hints, the end, and the next table.
hints() {
    open solo "'$url' --name Solo --open tatsu 2 --bot random --option rounds=1"
    wait_for solo 'your turn' && line solo hint && wait_for solo '[0-9]%'
}
check 'a hint shows chances' hints
check 'a whole game in a terminal' play_out solo
goes_on() {
    line solo rematch && wait_for solo 'a rematch is open' && line solo next &&
        wait_for solo 'waiting for players' && line solo start && wait_for solo 'trick 1 of 7'
}
check 'a rematch' goes_on
saves() {
    line solo "save $scratch/solo.record" && wait_for solo 'Saved to' && head -1 "$scratch/solo.record" | grep '^\[Tatami "'
}
check 'the record is saved' saves

# Two people: the other one is asked.
decides_of() {
    for decider; do screen "$decider" | head -1 | grep -q 'your turn' && return; done
    return 1
}
asks() {
    open uma "'$url' --name Uma --open takamatsu 2"
    wait_for uma 'free seat'
    open vic "$(screen uma | sed -n 's/.*\(http:[^ ]*\).*/\1/p' | head -1) --name Vic"
    wait_for uma '1  Vic' && line uma start && until_true decides_of uma vic || return
    first=$decider
    other=uma
    [ "$first" = uma ] && other=vic
    keys "$first" Down Enter
    until_true decides_of "$other" && line "$first" undo && wait_for "$other" 'agree or refuse' || return
    line "$other" refuse
    wait_for "$first" 'The undo was refused' && line "$first" undo && wait_for "$other" 'undo: agree' || return
    line "$other" agree
    wait_for "$first" 'the last decision was taken back' && until_true decides_of "$first"
}
check 'an undo is asked for, refused, and agreed to' asks

speaks_french() {
    tm new-session -d -s french -x 100 -y 30 \
        "LANGUAGE=fr XDG_CONFIG_HOME='$scratch/french' '$tatami' join '$(cat "$scratch/link")' --name Émile --look-on"
    # At a listed table, spectators may chat when the host says so.
    wait_for french 'connecté' && line french 'dire bonjour' && wait_for french 'seuls les joueurs parlent' &&
        line aiko spectators-on && wait_for aiko 'spectators can chat now' && line french 'dire bonjour' && wait_for aiko 'Émile > bonjour' && wait_for french 'Manche'
}
check 'a spectator in French' speaks_french
finish
