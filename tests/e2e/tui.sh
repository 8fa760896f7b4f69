#!/bin/sh
# The terminal client in a real terminal: tmux types the keys and its screens are compared with tests/tui/*.txt.
# With --write, rewrites them; review the diff.
cd "$(dirname "$0")/../.." || exit
. tests/tap.sh
tatami=${TATAMI:-build/tatami}
write=
[ "${1-}" = --write ] && write=yes
scratch=$(mktemp -d) || exit
socket=tatami-$$
export LC_ALL=C.UTF-8 LANGUAGE=en
unset NO_COLOR TMUX

tm() {
    tmux -L "$socket" -f /dev/null "$@"
}
trap 'tm kill-server 2>/dev/null; rm -rf "$scratch"' EXIT
# The session that keeps the server, and what it was told, alive.
tm new-session -d -s t0 \; set-option -g remain-on-exit on \; set-option -g default-terminal screen-256color \; \
    set-option -g status off

# open WIDTH HEIGHT COMMAND: a new terminal with a shell command in it; it stays open when that ends.
opened=0
open() {
    opened=$((opened + 1))
    session=t$n_checks-$opened # `check` is a subshell: what it counts is forgotten
    tm new-session -d -s "$session" -x "$1" -y "$2" "$3" && tm kill-session -a -t "$session"
}

screen() {
    tm capture-pane -p -t "$session" | sed 's/ *$//'
}

keys() {
    tm send-keys -t "$session" "$@"
}

# wait_for PATTERN: until the screen shows it. A slow machine has time; what never comes is an error.
wait_for() {
    for _ in $(seq 1200); do
        screen | grep -qE -- "$1" && return
        sleep 0.05
    done
    echo "never seen: $1"
    screen
    return 1
}

# The program in the terminal has ended.
has_ended() {
    for _ in $(seq 1200); do
        [ "$(tm display-message -p -t "$session" '#{pane_dead}')" = 1 ] && return
        sleep 0.05
    done
    screen
    return 1
}

# What has happened so far: the number in the last corner, where it is the person's turn or the game is over.
count() {
    screen | sed -n '$s/.*[▶★]#\([0-9]*\)$/\1/p'
}

# step KEY…: types, and waits until all has happened that follows.
step() {
    before=$(count)
    keys "$@"
    for _ in $(seq 3000); do
        now=$(count)
        [ "$now" ] && [ "$now" != "$before" ] && return
        sleep 0.02
    done
    echo "nothing happened after: $*"
    screen
    return 1
}

# golden NAME: the screen is the one that was reviewed; whole, so that it is taken until it is twice the same.
golden() {
    screen >"$scratch/last"
    for _ in $(seq 50); do
        sleep 0.03
        screen >"$scratch/now"
        cmp -s "$scratch/last" "$scratch/now" && break
        mv "$scratch/now" "$scratch/last"
    done
    if [ "$write" ]; then
        cp "$scratch/last" "tests/tui/$1.txt"
    else
        diff -u "tests/tui/$1.txt" "$scratch/last"
    fi
}

# short GAME: players and options with which a game is soon over, where it needs any.
short() {
    cat "tests/tui/$1.short" 2>/dev/null || true
}

# whole_game GAME WIDTH HEIGHT OPTIONS: from start to end, always the first choice.
whole_game() {
    game=$1 size=$2x$3 n=0
    open "$2" "$3" "$tatami play $game --seed 7 --bot random --pace 0 $4"
    wait_for 'your turn' || return
    golden "$game-$size-start" || return
    until screen | grep -q '★#'; do
        step Down Enter || return
        n=$((n + 1))
        if [ "$n" -eq 6 ]; then golden "$game-$size-middle" || return; fi
        [ "$n" -lt 400 ] || return
    done
    golden "$game-$size-end" || return
    keys F10
    has_ended
}

# The same command, in French.
in_french() {
    open 80 24 "LANGUAGE=fr $tatami play $1 --seed 7 --bot random --pace 0"
    wait_for 'à vous' && golden "$1-french"
}

resized_in_the_middle() {
    open 80 24 "$tatami play tatsu --seed 7 --bot random --pace 0"
    wait_for 'your turn' && step Down Enter || return
    tm resize-window -t "$session" -x 132 -y 43
    wait_for '^[^│]{95}│ Choices' && golden resized-large && step Down Enter || return
    tm resize-window -t "$session" -x 60 -y 18
    wait_for '^[^│]{33,37}│ Choices' && golden resized-small
}

keys_of_the_list_and_the_pieces() {
    open 80 24 "$tatami play takamatsu --seed 7 --bot random --pace 0"
    wait_for 'your turn' || return
    keys o1
    wait_for 'Choices: 2 of 4' || return
    keys Escape Tab Enter
    wait_for 'Choices: 2 of 4' && golden narrowed || return
    keys Escape d a n c e Enter
    wait_for 'is not an action of this game' || return
    keys Escape F1
    wait_for 'Keys' && golden help
}

# click X Y, both below 94 and counted from 0: a button pressed and released, as terminals write it.
click() {
    place=$(awk "BEGIN { printf \"%c%c\", $1 + 33, $2 + 33 }")
    keys -l "$(printf '\033[M %s\033[M#%s' "$place" "$place")"
}

two_clicks_make_a_move() {
    open 80 24 "$tatami play takamatsu --seed 7 --bot random --pace 0"
    wait_for '▶#' || return
    click 16 3
    wait_for 'Choices: 2 of 4' || return
    click 30 3
    wait_for 'you: move 2 × blue from o1 to o3'
}

hint_undo_and_save() {
    open 80 24 "$tatami play tatata 2 --seed 7 --bot random --pace 0"
    wait_for 'your turn' && step discard Enter || return
    keys F3
    wait_for 'taken back' || return
    keys F2
    wait_for '[0-9]+%' || return
    keys Escape F4 "$scratch/game.record" Enter
    wait_for 'Saved to' && "$tatami" replay "$scratch/game.record"
}

goes_on_with_a_saved_game() {
    open 80 24 "$tatami play --load $scratch/game.record --bot random"
    wait_for 'TATATA!.*your turn'
}

watches_a_record() {
    "$tatami" sim dojo 3 --seed 5 --games 1 --records "$scratch/records" >"$scratch/sim"
    open 80 24 "$tatami watch $scratch/records/*.record"
    wait_for 'Moment 0 of' || return
    keys Right Right Right
    wait_for 'Moment 3 of' || return
    keys End
    wait_for 'Points: rows' && golden watch-end || return
    keys Home
    wait_for 'Moment 0 of' || return
    keys F2
    wait_for 'as seat 0 saw it' || return
    keys PPage NPage
    wait_for 'Moment 10 of' && golden watch-seat
}

without_colours() {
    open 80 24 "NO_COLOR=1 $tatami play tatsu --seed 7 --bot random --pace 0"
    wait_for 'your turn' || return
    [ "$(tm capture-pane -pe -t "$session" | grep -ac '\[3[0-8]')" -eq 0 ] || return
    open 80 24 "$tatami play tatsu --no-color --seed 7 --bot random --pace 0"
    wait_for 'your turn' || return
    [ "$(tm capture-pane -pe -t "$session" | grep -ac '\[3[0-8]')" -eq 0 ]
}

with_colours() {
    open 80 24 "TERM=$1 $tatami play tatsu --seed 7 --bot random --pace 0"
    wait_for 'your turn' || return
    tm capture-pane -pe -t "$session" | grep -aqF "$2"
}

in_ascii() {
    open 80 24 "$1"
    wait_for 'your turn' && golden ascii && ! screen | LC_ALL=C grep -q '[^ -~]'
}

dumb_terminal_has_lines() {
    open 80 24 "TERM=dumb $tatami play tatsu --seed 7"
    wait_for 'Type help for help' && wait_for '^> ' || return
    keys quit Enter
    has_ended
}

# The terminal as it was: the earlier screen, its modes, and the status of the program.
given_back() {
    wait_for "status $1" && wait_for '^earlier' || return
    keys 'stty -a; echo done' Enter
    wait_for '^done' && screen | grep -q ' icanon' && screen | grep -q ' echo '
}

# shell COMMAND: in a shell with job control.
in_a_shell() {
    open 80 50 "PS1='$ ' bash --norc --noprofile"
    keys 'clear; echo earlier' Enter
    wait_for '^earlier' || return
    keys "$tatami play tatsu --seed 7 --bot random; echo status \$?" Enter
    wait_for 'your turn'
}

pid_of_the_game() {
    pgrep -P "$(tm display-message -p -t "$session" '#{pane_pid}')"
}

leaves_a_clean_terminal() {
    in_a_shell || return
    keys F10
    wait_for 'Quit\? The game' || return
    keys y
    given_back 0
}

survives_suspension() {
    in_a_shell || return
    keys C-z
    wait_for 'Stopped' && wait_for '^earlier' || return
    keys fg Enter
    wait_for 'your turn' || return
    keys C-c
    wait_for 'Quit\? The game' || return
    keys C-c
    given_back 148 # what it was when it stopped
}

ends_on_sigterm() {
    in_a_shell || return
    kill -TERM "$(pid_of_the_game)"
    given_back 143
}

gives_the_terminal_back_in_a_crash() {
    in_a_shell || return
    kill -SEGV "$(pid_of_the_game)"
    given_back '[1-9]'
}

games=$("$tatami" games | sed -n 's/^\([a-z]*\) (.*/\1/p')
check 'the registry was read' test "$games"
for size in '80 24' '132 43'; do
    # shellcheck disable=SC2086 # two words
    set -- $size
    for game in $games; do check "a whole game of $game at $1 by $2" whole_game "$game" "$1" "$2" "$(short "$game")"; done
done
for game in $games; do check "$game speaks French" in_french "$game"; done
check 'a terminal that changes its size' resized_in_the_middle
check 'the list narrows, pieces can be pointed at' keys_of_the_list_and_the_pieces
check 'the mouse points at pieces' two_clicks_make_a_move
check 'hint, undo and save' hint_undo_and_save
check 'a saved game goes on' goes_on_with_a_saved_game
check 'a record is watched' watches_a_record
check 'no colours where none are wanted' without_colours
check '256 colours' with_colours screen-256color '38;5;'
check '8 colours' with_colours screen '[31m'
check 'ASCII where it is asked for' in_ascii "$tatami play takamatsu --ascii --seed 7 --bot random --pace 0"
check 'ASCII where the locale has no more' in_ascii "LC_ALL=C $tatami play takamatsu --seed 7 --bot random --pace 0"
check 'a dumb terminal has lines' dumb_terminal_has_lines
check 'leaving gives the terminal back' leaves_a_clean_terminal
check 'so does Ctrl-Z, and fg takes it again' survives_suspension
check 'so does SIGTERM' ends_on_sigterm
check 'so does a crash' gives_the_terminal_back_in_a_crash
finish
