# shellcheck shell=sh
# For tests of people at tables on a real server: a server, settings for each person, and terminals whose keys tmux types.
# Sourced from the root of the sources; `finish` ends the test as in tests/tap.sh.
. tests/tap.sh
tatami=$(realpath "${TATAMI:-build/tatami}")
scratch=$(mktemp -d) || exit
socket=tatami-join-$$
export LC_ALL=C.UTF-8 LANGUAGE=en HOME="$scratch" USER=tester
unset NO_COLOR TMUX XDG_CONFIG_HOME

tm() {
    tmux -L "$socket" -f /dev/null "$@"
}
stop_server() {
    [ "$server" ] && kill -KILL "$server" 2>/dev/null && wait "$server" 2>/dev/null
    server=
}
trap 'tm kill-server 2>/dev/null; stop_server; rm -rf "$scratch"' EXIT

# start_server PORT FLAG…: sets $url once it listens.
start_server() {
    : >"$scratch/listening"
    port=$1
    shift
    "$tatami" serve --port "$port" --db "$scratch/tables.db" --bot-pause 0 "$@" >"$scratch/listening" 2>"$scratch/server.log" &
    server=$!
    for _ in $(seq 1200); do
        url=$(sed -n 's/.*\(https*:[^ ]*\)\/ .*/\1/p' "$scratch/listening")
        [ "$url" ] && return
        sleep 0.05
    done
    echo "the server does not start"
    cat "$scratch/server.log"
    exit 1
}

# Keeps tmux alive, and the screens of programs that have ended.
start_terminals() {
    tm new-session -d -s keeper \; set-option -g remain-on-exit on \; set-option -g default-terminal screen-256color \; \
        set-option -g status off
}

# until_true COMMAND…: a slow machine has time; what never comes is an error.
until_true() {
    for _ in $(seq 1200); do
        "$@" && return
        sleep 0.05
    done
    echo "never true: $*"
    return 1
}

# as WHO ARGUMENTS…: the program with that person's settings.
as() {
    who=$1
    shift
    XDG_CONFIG_HOME="$scratch/$who" "$tatami" "$@"
}

# open WHO ARGUMENTS: a terminal of that person.
open() {
    tm new-session -d -s "$1" -x 100 -y 30 "XDG_CONFIG_HOME='$scratch/$1' '$tatami' join $2 2>'$scratch/$1.err'"
}
screen() {
    tm capture-pane -p -t "$1" | sed 's/ *$//'
}
shows() {
    screen "$1" | grep -qE -- "$2"
}
wait_for() {
    until_true shows "$1" "$2" || {
        screen "$1"
        return 1
    }
}
keys() {
    who=$1
    shift
    tm send-keys -t "$who" "$@"
}
line() {
    tm send-keys -t "$1" -l "$2"
    tm send-keys -t "$1" Enter
}
has_ended() {
    [ "$(tm display-message -p -t "$1" '#{pane_dead}')" = 1 ]
}

# The number of things that have happened, as the last corner of a screen says.
count() {
    screen "$1" | sed -n '$s/.*#\([0-9]*\)$/\1/p'
}
has_grown() {
    now=$(count "$1")
    [ "$now" ] && [ "$now" -gt "$2" ]
}

# play_out WHO: takes the first choice until the game is over.
play_out() {
    for _ in $(seq 60); do
        until_true shows "$1" '^ .*(your turn|the game is over)(, shuffles: warning)?$' || return
        shows "$1" 'the game is over(, shuffles: warning)?$' && return
        before=$(count "$1")
        keys "$1" Down Enter
        until_true has_grown "$1" "$before" || return
    done
    return 1
}
