#!/bin/sh
# Fair shuffles from a terminal: the promise is kept, a word is given, the game is checked, and a server that lies is told of.
cd "$(dirname "$0")/../.." || exit
. tests/e2e/terminals.sh
root=$PWD

start_server 0
start_terminals
says() {
    grep -E -- "$1" "$scratch/game" || {
        cat "$scratch/game"
        return 1
    }
}
# Never says so.
hides() {
    ! grep -nE -- "$1" "$scratch/game"
}
# whole_game WHO URL ARGUMENTS…: takes the first choice until the end; what was told is in `game`.
whole_game() {
    who=$1
    at=$2
    shift 2
    yes 1 | as "$who" join "$at" --name Chloé "$@" >"$scratch/game" || return
    sed -n 's/^The table is at //p' "$scratch/game" >"$scratch/link"
}
short_game() {
    who=$1
    at=$2
    shift 2
    whole_game "$who" "$at" --open tatsu 2 --bot easy --option rounds=1 "$@"
}

is_honest() {
    short_game "$@" && says '^Fair shuffles: commitment [0-9a-f]{16}…$' && says '^Your word for the shuffles: [0-9a-f]{24}$' &&
        says '^The words for the shuffles are now fixed: [0-9a-f]{24}/$' &&
        says '^The shuffles were fair: [0-9]+ outcomes of chance were checked\.$' && hides Warning
}
check 'line by line: the shuffles were fair' is_honest plain "$url" --plain
check 'for a screen reader: the shuffles were fair' is_honest reader "$url" --screen-reader

looks_again() {
    as "$1" join "$(cat "$scratch/link")" </dev/null >"$scratch/game" && says "$2"
}
check 'what was promised outlives the program' looks_again reader '^The shuffles were fair'
check 'who was not there is told what that means' looks_again stranger \
    '^Every shuffle follows .* This device did not see the commitment before the first card\.$'
says_it_in_french() {
    LANGUAGE=fr looks_again reader '^Les tirages étaient honnêtes : [0-9]+ tirages vérifiés\.$'
}
check 'in French' says_it_in_french

boxed() {
    whole_game boxed "$url" --open dojo 3 --bot easy --bot easy --box boxes/dojo-few-raccoons.box &&
        says '^The shuffles were fair' && says '^  tatami verify dojo.record --box FILE '
}
check 'a corrected box is part of the check' boxed
check 'and comes from the server where no file is given' looks_again nobody '^Every shuffle follows'

# A terminal: the lobby, a word of one's own, a second device.
opens() {
    open aiko "'$url' --name Aiko --open tatsu 2 --option rounds=1"
    wait_for aiko '^ +0  Aiko, you  word: [0-9a-f]{24}' && wait_for aiko '^  Fair shuffles: commitment [0-9a-f]{16}…' || return
    screen aiko | sed -n 's/.*\(http:[^ ]*\).*/\1/p' | head -1 >"$scratch/link"
}
check 'the lobby shows the commitment and a random word' opens
takes_word() {
    line aiko 'word no good' && wait_for aiko 'a word for the shuffles has at most 64 characters' &&
        line aiko 'word kumquat' && wait_for aiko '0  Aiko, you  word: kumquat' && wait_for aiko 'Your word for the shuffles: kumquat'
}
check 'another word is typed' takes_word
second_device() {
    mkdir -p "$scratch/phone/tatami" && cp -r "$scratch/aiko/tatami/servers" "$scratch/phone/tatami" &&
        open phone "'$(cat "$scratch/link")'" && wait_for phone '0  Aiko, you  word: kumquat' &&
        wait_for phone 'already has a word from elsewhere: kumquat' && wait_for aiko '0  Aiko, you  word: kumquat'
}
check 'a second device leaves the word as it is' second_device
joins() {
    tm new-session -d -s ben -x 100 -y 30 \
        "LANGUAGE=fr XDG_CONFIG_HOME='$scratch/ben' '$tatami' join '$(cat "$scratch/link")' --name Ben"
    wait_for ben '1  Ben, vous  mot : [0-9a-f]{24}' && wait_for aiko '1  Ben  word: [0-9a-f]{24}' &&
        line ben 'mot quetsche' && wait_for aiko '1  Ben  word: quetsche' && wait_for ben 'Votre mot pour les tirages : quetsche'
}
check 'the others see it' joins
begins() {
    line aiko start && wait_for aiko 'words for the shuffles are now fixed: kumquat/quetsche' &&
        line ben 'mot tard' && wait_for ben 'la partie a commencé' && line ben quitter
}
check 'the words are fixed when the game begins' begins

plays_on_screen() {
    open solo "'$url' --name Solo --open tatsu 2 --bot random --option rounds=1"
    play_out solo && wait_for solo 'The shuffles were fair' && wait_for solo 'To check it yourself, type save tatsu.record'
}
check 'on a full screen: the shuffles were fair' plays_on_screen
# Type exactly what is shown.
check_oneself() {
    line solo "save $scratch/tatsu.record" && wait_for solo 'Saved to' || return
    screen solo | grep -A 1 'tatami verify' | sed "s|tatami|'$tatami'|" >"$scratch/typed"
    cat "$scratch/typed"
    (cd "$scratch" && sh ./typed) | grep 'tatsu.record: verified'
}
check 'and whoever does not believe it can check' check_oneself

# lies LIE RECORD: a liar in front of the server, while the rest of the arguments run as a command with its address.
lies() {
    lie=$1
    mkfifo "$scratch/end"
    python3 tests/e2e/liar.py "${url##*:}" "$lie" "$root/tests/fuzz/corpus/fuzz_record/fair.record" \
        <"$scratch/end" >"$scratch/liar.port" &
    liar=$!
    exec 3>"$scratch/end"
    until_true test -s "$scratch/liar.port" || return
    shift
    "$@" "http://127.0.0.1:$(cat "$scratch/liar.port")"
    status=$?
    exec 3>&-
    wait "$liar"
    rm "$scratch/end" "$scratch/liar.port"
    return "$status"
}
tells_of() {
    mode=$1
    pattern=$2
    short_game "$lie" "$3" "$mode" && says "$pattern" && says '^Warning: the server did not keep its promise about the shuffles: ' && hides 'were fair'
}
check 'a server that shows another commitment' lies commitment tells_of --plain \
    '^Warning: The server now shows a different commitment from the one this device saved\.$'
check 'the same for a screen reader' lies commitment tells_of --screen-reader \
    '^Warning: The server now shows a different commitment from the one this device saved\.$'
check 'a server that swaps the word' lies word tells_of --plain \
    '^Warning: Your seat’s word is not the one this device gave\.$'
check 'a server that tells of other cards than it dealt' lies cards tells_of --plain \
    'promise about the shuffles: the cards in the record are not the ones you saw$'
check 'a server with the record of another game' lies record tells_of --plain \
    'promise about the shuffles: the commitment of the record is [0-9a-f]{64}, not "[0-9a-f]{64}"$'
has_none() {
    short_game none "$1" --plain && says '^The shuffles could not be checked: there is no record yet$'
}
check 'a server without a record' lies nothing has_none
is_plain() {
    short_game nonsense "$1" --plain && says 'promise about the shuffles: ' && ! grep -P '[\x00-\x09\x0b-\x1f\x7f]' "$scratch/game"
}
check 'a server that sends nonsense' lies nonsense is_plain
warns_on_screen() {
    open liar "'$1' --name Liar --open tatsu 2 --bot random --option rounds=1"
    wait_for liar 'Warning: Your seat’s word is not' && wait_for liar 'your turn, shuffles: warning$' &&
        play_out liar && wait_for liar 'Warning: the server did not keep its promise about the shuffles' && line liar quit && until_true has_ended liar
}
check 'on a full screen' lies word warns_on_screen
comes_back() {
    open mix "'$1' --name Mix --open tatsu 2 --bot random --option rounds=1"
    wait_for mix 'your turn' && line mix quit && until_true has_ended mix && tm kill-session -t mix || return
    echo 'lie now' >&3 && until_true grep -q 'lie now' "$scratch/liar.port" || return
    open mix "'$1'"
    wait_for mix '1\)|> ' && line mix 1 && wait_for mix 'Warning: The players. words were changed after the first card\.'
}
check 'a server that changes a word while nobody looks' lies mix comes_back
finish
