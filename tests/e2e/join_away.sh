#!/bin/sh
# People who are away from a table, in terminals: a bot that stands in, coming back, and the clock.
cd "$(dirname "$0")/../.." || exit
. tests/e2e/terminals.sh

start_server 0 --grace 0 --bot-pause 1500
start_terminals

begins() {
    open aiko "'$url' --name Aiko --open takamatsu 2"
    wait_for aiko 'free seat' || return
    open ben "'$(screen aiko | sed -n 's/.*\(http:[^ ]*\).*/\1/p' | head -1)' --name Ben"
    wait_for aiko '1  Ben' && line aiko start && wait_for aiko '^ Takamatsu .*(your turn|connected)$' && wait_for ben 'are now fixed' || return
    # The one who does not decide waits for the other.
    if shows aiko '^ Takamatsu .*your turn$'; then echo ben aiko 0 Aiko; else echo aiko ben 1 Ben; fi >"$scratch/roles"
}
check 'two people play' begins
read -r waits away seat called <"$scratch/roles"

refuses() {
    line "$waits" 'stand-in 7' && wait_for "$waits" 'which seat\? Type a number from 0 to 1' &&
        line "$away" "stand-in $seat" && wait_for "$away" 'a bot cannot stand in for that seat now'
}
check 'not for a seat that is not there, nor for oneself' refuses
stands_in() {
    line "$waits" "stand-in $seat" && wait_for "$waits" "$called: a bot takes over for now" &&
        wait_for "$away" "$called: a bot takes over for now" && wait_for "$waits" '^ Takamatsu .*your turn$'
}
check 'a bot stands in for somebody who keeps everybody waiting, and plays' stands_in
is_shown() {
    line "$waits" who && wait_for "$waits" "^ $seat: $called, medium" && wait_for "$away" '│ back$'
}
check 'who looks sees the bot, and the other one the way back' is_shown
comes_back() {
    line "$away" back && wait_for "$waits" "$called is back" && before=$(count "$away") && keys "$waits" Down Enter &&
        until_true has_grown "$away" "$before" && wait_for "$away" '^ Takamatsu .*your turn$' && before=$(count "$away") &&
        keys "$away" Down Enter && until_true has_grown "$away" "$before"
}
check 'who comes back decides again' comes_back

clock() {
    open hana "'$url' --name Hana --open tatsu 2 --bot easy --clock 5"
    wait_for hana 'your turn, [1-5] s left$' && left=$(time_left) && until_true runs_down "$left"
}
time_left() {
    screen hana | sed -n '1s/.*, \([0-9]*\) s left$/\1/p'
}
runs_down() {
    now=$(time_left)
    [ "$now" ] && [ "$now" -lt "$1" ]
}
check 'the clock is shown, and runs' clock
time_is_up() {
    wait_for hana 'Hana: a bot takes over for now' && wait_for hana '│ back$'
}
check 'when the time is up a bot plays on' time_is_up
in_time() {
    line hana back && wait_for hana 'Hana is back' && wait_for hana 'your turn, [0-5] s left$' && before=$(count hana) &&
        keys hana Down Enter && until_true has_grown hana "$before"
}
check 'who comes back has time again' in_time
too_short() {
    ! "$tatami" join "$url" --open tatsu --clock 4 </dev/null 2>"$scratch/err" && cat "$scratch/err" && grep -q '5 to 1209600' "$scratch/err"
}
check 'a clock of less than 5 seconds is refused' too_short
finish
