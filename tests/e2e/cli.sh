#!/bin/sh
# The program from outside: records replay to the byte, bad input is refused in one line, and a pipe can play a game.
. "$SRC/tests/tap.sh"
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit

# in_french COMMAND…
in_french() {
    (
        export LANGUAGE=fr
        "$@"
    )
}

# refuses STATUS PATTERN ARGUMENT…: the program ends so, with one line on standard error that says this. $input is read.
refuses() {
    wanted=$1
    pattern=$2
    shift 2
    "$TATAMI" "$@" >out 2>err <"${input:-/dev/null}"
    status=$?
    echo "status $status, wanted $wanted with $pattern" && head -c 2000 err
    [ "$status" -eq "$wanted" ] && [ "$(wc -l <err)" -eq 1 ] && grep -Eq "^tatami: .*$pattern" err
}

# with INPUT COMMAND…: the command with this file as its input.
with() {
    input=$1
    shift
    "$@"
}

replays() {
    "$TATAMI" replay --legal "$1" >got && cmp got "${1%.record}.legal"
}

# same_but_hidden SEAT: `seen` is `whole` line by line, as that seat lived it: its own choices and decisions in full, `?`
# for the choices of others, and elsewhere nothing but `?` for what it did not see.
same_but_hidden() {
    awk -v seat="$1" '
        function wrong() { print "line " FNR ": " $0 " for: " line; bad = 1 }
        NR == FNR { whole[FNR] = $0; lines = FNR; next }
        { line = whole[FNR] }
        $1 == "turn" && $2 != seat ":" { if ($0 != "turn " $2 " ?" || index(line, "turn " $2 " ") != 1) wrong(); next }
        $0 == line { next }
        $1 == "turn" || $1 == seat || $1 == "chance:" || $1 == "over:" { wrong(); next }
        $2 == "?" && NF == 2 { if (index(line, $1 " ") != 1) wrong(); next }
        {
            n = split(line, words, " ")
            if (n != NF) wrong()
            for (i = 1; i <= NF; i++) if ($i != words[i] && $i !~ /[?]$/) { wrong(); break }
        }
        END { if (FNR != lines) { print FNR " lines for " lines; bad = 1 } exit bad }' whole seen
}

# Every seat's side of a record can be told, and is the record but for what that seat did not see.
replays_by_seat() {
    seats=$(sed -n 's/^\[Players "\(.\)"\]$/\1/p' "$1")
    "$TATAMI" replay --legal "$1" >whole || return
    seat=0
    while [ "$seat" -lt "$seats" ]; do
        "$TATAMI" replay --legal --seat "$seat" "$1" >told || return
        grep -v '^; ' told >seen # what no event names is told in comments
        same_but_hidden "$seat" || return
        seat=$((seat + 1))
    done
    [ "$seat" -ge 2 ]
}

"$TATAMI" games | sed -n 's/^\([a-z]*\) (.*/\1/p' >known
for record in "$SRC"/tests/examples/*.record "$SRC"/tests/golden/*/*.record; do
    grep -qxF "$(sed -n 's/^\[Game "\(.*\)"\]$/\1/p' "$record")" known || continue
    file=$(basename "$record")
    [ -f "${record%.record}.legal" ] && check "$file replays to the byte" replays "$record"
    check "$file replays for every seat" replays_by_seat "$record"
done

# What a seat saw and no event names follows as a comment; D20: not even the cards' owner sees a trophy's name.
cat >hall.record <<'END'
[Tatami "1"]
[Game "dojo"]
[Players "3"]
[Option "white-belt=yes"]

* trophy broom
* draw m1
0 give 0
* draw f2
0 give 1
* draw t3
0 give 2
1 challenge
1 swap
0 place 0 0
END
cat >expected <<'END'
* trophy ?
* draw ?
0 give 0
* draw ?
0 give 1
* draw ?
0 give 2
; Seat 2 was given t3.
1 challenge
; Seat 1 turned up f2, and seat 0 m1.
1 swap
0 place 0 0
; Seat 0 placed f2.
turn 1
turn 2
END
lived() {
    "$TATAMI" replay --seat 2 hall.record >got
    diff got expected
}
check 'replay --seat: what was seen and no event names' lived
french_lived() {
    LANGUAGE=fr "$TATAMI" replay --seat 2 hall.record | grep -qx '; La place 2 a reçu t3.'
}
check 'replay --seat: the same in French' french_lived

cat >small.record <<'END'
[Tatami "1"]
[Game "tatsu"]
[Players "4"]

* deal rv6 r2 r6 r5 r4 r3 rv7 / yf yv6 y6 y4 y2 yv4 yx1 / rf rx1 rx2 rx3 rv3 rv4 rv5 / yx3 yv7 y5 y3 yv3 yv5 yx2
0 play rv6
1 ask 3
END

prints_as_the_page_shows() {
    cat >expected <<'END'
chance: deal
* deal rv6 r2 r6 r5 r4 r3 rv7 / yf yv6 y6 y4 y2 yv4 yx1 / rf rx1 rx2 rx3 rv3 rv4 rv5 / yx3 yv7 y5 y3 yv3 yv5 yx2
turn 0: ask 2 | play r2 | play r3 | play r4 | play r5 | play r6 | play rv6 | play rv7
0 play rv6
turn 1: ask 3 | play y2 | play y4 | play y6 | play yf | play yv4 | play yv6 | play yx1
1 ask 3
turn 3: give y3 | give y5 | give yv3 | give yv5 | give yv7 | give yx2 | give yx3
END
    { head -n 6 small.record && echo '; a comment' && echo && tail -n 1 small.record; } | "$TATAMI" replay --legal - >got
    cmp got expected
}
check 'standard input replays, comments are not echoed' prints_as_the_page_shows

hides_from_a_seat() {
    cat >expected <<'END'
chance: deal
* deal r? r? r? r? r? r? r? / y? y? y? y? y? y? y? / rf rx1 rx2 rx3 rv3 rv4 rv5 / y? y? y? y? y? y? y?
turn 0: ?
0 play rv6
turn 1: ?
1 ask 3
turn 3: ?
END
    "$TATAMI" replay --legal --seat 2 small.record | cmp - expected
}
check 'a seat sees its own cards only' hides_from_a_seat

# A record cut after any byte: what is whole lines (from the 41st byte on) is a shorter record, the rest is refused.
cut_anywhere() {
    size=$(wc -c <small.record)
    n=0
    while [ "$n" -lt "$size" ]; do
        head -c "$n" small.record >cut.record
        { cat cut.record && echo; } | sed '/./,$!d' | grep -vxFf small.record >rest
        if [ -s rest ] || [ "$n" -lt 41 ]; then wanted=1; else wanted=0; fi
        "$TATAMI" replay cut.record >out 2>err
        status=$?
        if [ "$status" -ne "$wanted" ] || [ "$(wc -l <err)" -ne "$wanted" ]; then
            echo "cut after $n bytes: status $status, wanted $wanted" && cat err
            return 1
        fi
        n=$((n + 1))
    done
}
check 'a record cut anywhere is processed as far as it goes' cut_anywhere

sed 's/^0 play rv6$/1 play y6/' small.record >seat.record
sed 's/^0 play rv6$/0 play y6/' small.record >card.record
sed 's/"tatsu"/"chess"/' small.record >game.record
sed 's/^\[Players.*/&\n[Option "target=49"]/' small.record >option.record
sed 's/^\[Players.*/&\n[Result "1 2 3 4"]/' small.record >result.record
sed 's/$/\r/' small.record >crlf.record
head -c 3000 /dev/urandom >junk.record
head -c 10485760 /dev/zero | tr '\0' x >long.record
{ head -4 small.record && head -c 5242880 long.record; } >longish.record
{ head -5 small.record && printf '0 play \377\n'; } >utf8.record
{ head -5 small.record && printf '0 play \033[2Jr2\n'; } >escape.record
: >empty.record
mkdir folder
chmod 000 small.record 2>/dev/null && [ ! -r small.record ] && secret=yes
chmod 644 small.record

check 'a file that is not there' refuses 1 'nowhere\.record: ' replay nowhere.record
check 'a folder instead of a file' refuses 1 'folder: ' replay folder
if [ "${secret:-}" = yes ]; then
    chmod 000 card.record
    check 'a file that may not be read' refuses 1 'card\.record: ' replay card.record
    chmod 644 card.record
fi
check 'an empty file' refuses 1 'line 1: .*\[Tatami ' replay empty.record
check 'an empty pipe' refuses 1 '-: line 1: .*\[Tatami ' replay -
check 'binary junk' refuses 1 'junk\.record: line 1: ' replay junk.record
check 'a line of 10 MiB' refuses 1 'long\.record: .*8 MiB' replay long.record
check 'a line of 10 MiB through a pipe' with long.record refuses 1 '-: .*8 MiB' replay -
check 'a line of 5 MiB' refuses 1 'longish\.record: line 5: found "x{60}…", expected .* deal' replay longish.record
check 'an action for the wrong seat' refuses 1 'line 6: found "1 play y6", expected 0: ask 2 \| play r2' replay seat.record
check 'an action that is not legal' refuses 1 'line 6: found "0 play y6", expected 0: ask 2 \| play r2' replay card.record
check 'a game that nobody knows' refuses 1 'line 2: found "chess"' replay game.record
check 'an option out of range in a record' refuses 1 'line 4: option target is "49", expected .* 50 to 5000' replay option.record
check 'lines that end as in Windows' refuses 1 'line 1: .*\\x0d' replay crlf.record
check 'text that is not UTF-8' refuses 1 'line 6: expected UTF-8 text' replay utf8.record
check 'nothing that a terminal obeys is echoed' refuses 1 'line 6: .*\\x1b\[2J' replay escape.record
check 'the result of an unfinished game is not compared' "$TATAMI" replay result.record
prints_what_was_valid() {
    "$TATAMI" replay card.record 2>/dev/null | grep -q '^\* deal rv6'
}
check 'what was valid is printed' prints_what_was_valid
check 'nothing hidden in a message for a seat' refuses 1 'line 6: found "\?", expected 0: \?$' replay --seat 2 card.record
check 'a seat that the game has not' refuses 1 'no seat 5, expected 0 to 3' replay --seat 5 small.record
check 'a box that is not there' refuses 1 'nowhere\.box: ' replay --box nowhere.box small.record
check 'a record as a box' refuses 1 'small\.record: line 1: found "Tatami", .*\[TatamiBox' replay --box small.record small.record

check 'an unknown command' refuses 2 'unknown command "dance"' dance
check 'an unknown flag' refuses 2 'unknown flag --loud .*tatami help replay' replay --loud small.record
check 'a flag without its value' refuses 2 '--seat needs a value' replay small.record --seat
check 'a value for a flag that takes none' refuses 2 '--legal takes no value' replay --legal=yes small.record
check 'no record' refuses 2 'which record' replay
check 'two records' refuses 2 'one record' replay small.record small.record
check 'help on an unknown command' refuses 2 'unknown command "dance"' help dance
for number in '' -1 +1 1.5 9 x 0x1 99999999999999999999 ' 1' '1 '; do
    check "seat \"$number\"" refuses 2 "--seat is \"$(echo "$number" | sed 's/[.+]/\\&/g')\"" replay --seat "$number" small.record
done
no_words() {
    "$TATAMI" >out
    [ $? -eq 2 ] && grep -q 'tatami play' out
}
helps() {
    "$TATAMI" help && "$TATAMI" --help && "$TATAMI" help play && "$TATAMI" sim --help
}
no_room() {
    "$TATAMI" games >/dev/full 2>err
    [ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ]
}
check 'no words: help, and status 2' no_words
check 'help: status 0' helps
check 'output that cannot be written' no_room

as_usual() {
    "$TATAMI" sim tatsu --games 1 | grep -q '^TATSU, 4 players, 1 game,' && "$TATAMI" sim tatsu 2 --games 1 | grep -q '^TATSU, 2 players'
}
check 'sim: an unknown game' refuses 1 'unknown game "chess", expected one of .*tatsu' sim chess 4
check 'sim: as many players as usual' as_usual
sim_in_french() {
    LANGUAGE=fr "$TATAMI" sim tatsu 2 --games 3 --seed 1 >out && cat out || return
    ! grep -q '[0-9]\.[0-9]' out && grep -q 'victoires *[0-9]*,[0-9] %' out && grep -q 'longueur : [0-9]*,[0-9] ' out
}
check 'sim: numbers in French' sim_in_french
check 'sim: no words' refuses 2 'which game' sim
check 'sim: too many arguments' refuses 2 'too many arguments' sim tatsu 4 5
check 'sim: too many players' refuses 1 '9 players: TATSU is for 2 to 4' sim tatsu 9
check 'sim: no number' refuses 2 'the number of players is "four"' sim tatsu four
check 'sim: no game at all' refuses 2 '--games is "0"' sim tatsu 4 --games 0
check 'sim: an option out of range' refuses 1 'option target is "5001"' sim tatsu 4 --option target=5001 --records made
check 'sim: an option without a value' refuses 1 'option "target", expected target=VALUE' sim tatsu 4 --option target
check 'sim: an unknown option' refuses 1 'unknown option "speed=1", TATSU has: target' sim tatsu 4 --option speed=1
check 'sim: an unknown bot' refuses 1 'unknown bot "genius", expected one of .*random' sim tatsu 4 --bot genius --records made
check 'sim: records into a file' refuses 1 'small\.record' sim tatsu 4 --games 1 --records small.record
check 'sim: records nowhere' refuses 1 'no/where' sim tatsu 4 --games 1 --records no/where
check 'play: an unknown game' refuses 1 'unknown game "chess"' play chess
check 'play: no game' refuses 2 'which game' play
check 'play: two games' refuses 2 'the number of players is "tatsu"' play tatsu tatsu
check 'play: a seat too far' refuses 1 'no seat 4, expected 0 to 3' play tatsu --seat 4
check 'play: a player alone' refuses 1 '1 players: TATSU is for 2 to 4' play tatsu 1
check 'play: a broken record' refuses 1 'card\.record: line 6: ' play --load card.record
check 'bench: an unknown game' refuses 1 'unknown game "now"' bench now
check 'bench: too many players' refuses 1 '9 players: TATSU is for 2 to 4' bench tatsu 9
check 'games: words' refuses 2 'no arguments' games now
check 'nothing was written by what was refused' sh -c '[ ! -e made ] && [ ! -e no ] && grep -q Tatami small.record'

check 'in French: an unknown game' in_french refuses 1 'jeu inconnu.: «.chess.», les jeux sont .*tatsu' sim chess 4
check 'in French: an unknown flag' in_french refuses 2 'option inconnue.: --loud' replay --loud
check 'in French: an illegal action' in_french refuses 1 'ligne 6.: «.0 play y6.» trouvé, attendu.: 0: ask 2' replay card.record
check 'in French: an option out of range' in_french refuses 1 'option target.: «.49.» trouvé, un nombre de 50 à 5000' \
    replay option.record
check 'in French: a line of 10 MiB' in_french refuses 1 '8.Mio' replay long.record

simulates() {
    "$TATAMI" sim tatsu "$1" --games 3 --seed 5 --option target=50 --records "sim$1" >once || return
    "$TATAMI" sim tatsu "$1" --games 3 --seed 5 --option target=50 >twice && cmp once twice || return
    [ "$(grep -c "^seat [0-9].*wins .*95%" once)" -eq "$1" ] || return
    for record in "sim$1"/*.record; do
        grep -q '^\[Result "' "$record" && "$TATAMI" replay "$record" | grep -q '^over: ' || return
    done
    [ "$(find "sim$1" -name '*.record' | wc -l)" -eq 3 ]
}
for n in 2 3 4; do check "sim: $n players, the same games again, and their records replay" simulates "$n"; done

contradicted() {
    sed 's/^\[Result .*/[Result "1 2"]/' "$(find sim2 -name '*.record' | head -1)" >contradicted.record
    refuses 1 'line [0-9]*: the result is "1 2", but the game ended with "' "$@" contradicted.record
}
check 'a result that the game contradicts' contradicted replay
check 'play: a result that the game contradicts' contradicted play --load

# played PATTERN ARGUMENT…: a game through a pipe, lines from standard input; it says this and ends well, without a murmur.
played() {
    pattern=$1
    shift
    "$TATAMI" play tatsu --bot random --seed 1 "$@" >out 2>err
    status=$?
    echo "status $status, wanted: $pattern" && tail -n 40 out && cat err
    [ "$status" -eq 0 ] && [ ! -s err ] && grep -q -- "$pattern" out
}
say() {
    lines=$1
    shift
    printf '%b' "$lines" | "$@"
}
check 'play: nothing is said' say '' played '1) ask 1'
check 'play: quit' say 'quit\n1\n' played '1) ask 1'
check 'play: quit without a line end' say 'quit' played '1) ask 1'
check 'play: nonsense' say 'dance\n' played '"dance" is not possible here'
check 'play: a number too high' say '99\n' played '"99" is not possible here\. Type a number from 1 to '
check 'play: a number too low' say '0\n-1\n' played '"-1" is not possible here'
check 'play: a number beyond all numbers' say '99999999999999999999999\n' played 'is not possible here'
check 'play: a leading zero' say '01\n' played '"01" is not possible here'
check 'play: nothing that a terminal obeys is echoed' say '\0033[2J\n' played '"\\x1b\[2J" is not possible here'
check 'play: bytes' say '\0377\0000\0001\n\r\n \n' played '"\\xff" is not possible here'
say_file() {
    file=$1
    shift
    "$@" <"$file"
}
check 'play: a line of 10 MiB' say_file long.record played '"x\{60\}…" is not possible here'
check 'play: help' say 'help\n' played 'save FILE'
check 'play: a number is a choice' say '1\n' played 'trick 1'
check 'play: an action is a choice' say '  ask 1  \r\n' played 'trick 1'
check 'play: undo of a deal' say 'undo\n' played 'Cannot undo: '
check 'play: undo of an ask' say 'ask g\nundo\n' played 'Your last decision was taken back' 3
check 'play: undo of what was seen' say 'ask 1\nundo\n' played 'Cannot undo: '
check 'play: save without a name' say 'save\n' played 'save FILE'
check 'play: another seat' say '' played 'You have seat 2' --seat 2
check 'play: in French' in_french say 'danse\naide\nquitter\n' played 'pas possible'
check 'play: two players' say '1\n1\n1\n' played 'trick 1' 2

saves() {
    printf '1\nsave mine.record\nquit\n' | "$TATAMI" play tatsu --bot random --seed 1 >out 2>err || return
    cat err && [ ! -s err ] && "$TATAMI" replay mine.record >before || return
    printf '1\nsave mine.record\nquit\n' | "$TATAMI" play --load mine.record --seed 2 >out || return
    "$TATAMI" replay mine.record >after || return
    # All but the last line, who decides, is the same.
    sed '$d' before >start && [ "$(wc -l <after)" -gt "$(wc -l <before)" ] && head -n "$(wc -l <start)" after | cmp - start
}
check 'play: a game is saved, loaded, played on and saved again' saves

# saves_not PATTERN PATH: the game goes on, one line says why, and what was there stays.
saves_not() {
    printf 'save %s\nquit\n' "$2" | timeout 5 "$TATAMI" play tatsu --bot random --seed 1 >out 2>err
    status=$?
    echo "status $status" && cat err
    [ "$status" -eq 0 ] && [ "$(wc -l <err)" -eq 1 ] && grep -Eq "^tatami: $1" err
}
echo precious >notes.txt
mkfifo pipe
check 'play: save into no folder' saves_not 'no/where: ' no/where
check 'play: save over a folder' saves_not 'folder: ' folder
check 'play: save over what is no record' saves_not 'notes\.txt: this file exists and is not a record' notes.txt
check 'play: what is no record stays' grep -qx precious notes.txt
check 'play: save over what is no file' saves_not 'pipe: ' pipe
check 'play: what is no file stays' test -p pipe
check 'play: nothing is left beside' sh -c '! ls -d folder.* notes.txt.* pipe.* 2>/dev/null'

whole_game() {
    yes 1 | head -n 500 | "$TATAMI" play tatsu --bot random --seed 4 --option rounds=1 "$@" >out 2>err
    echo "status $?" && cat err
    [ ! -s err ] && grep -q '^The game is over. Won by: ' out
}

# explains LANGUAGE GAME: its page, with what was ruled and what is assumed.
explains() {
    LANGUAGE=$1 "$TATAMI" rules "$2" >out || return
    head -n 1 out && [ "$(grep -c '^## ' out)" -eq 1 ] && [ "$(grep -c '^### ' out)" -ge 3 ] || return
    ! grep -q '\[.*ruling.*\]' "$SRC/docs/rules/$2.md" || grep -q '\*\*\[ruling\]\*\*' out
}
for game in $("$TATAMI" games | sed -n 's/^\([a-z]*\) (.*/\1/p'); do
    check "rules: $game in English" explains en "$game"
    check "rules: $game in French" explains fr "$game"
done
# aids LANGUAGE GAME: one page of A4 or Letter, on a terminal or on paper, and what to type at its end.
aids() {
    LANGUAGE=$1 "$TATAMI" rules --aid "$2" >out || return
    head -n 1 out && wc -l out
    [ "$(grep -c '^## ' out)" -eq 1 ] && [ "$(wc -l <out)" -le 55 ] && [ "$(LC_ALL=C.UTF-8 wc -L <out)" -le 80 ] &&
        grep '^### ' out | tail -n 1 | grep -Eq '^### (Typing|À taper)$'
}
# credited LANGUAGE GAME AUTHOR: named in the rules, which say that the game is not ours.
credited() {
    LANGUAGE=$1 "$TATAMI" rules "$2" | tail -n 30 >out
    cat out && grep -Eq '^### (Credits|Crédits)$' out && grep -q "$3" out && grep -Eq 'independent|indépendante' out
}
for language in en fr; do
    for game in $("$TATAMI" games | sed -n 's/^\([a-z]*\) (.*/\1/p'); do
        check "rules --aid: $game in $language fits a page" aids $language "$game"
        check "rules: $game has credits, in $language" credited $language "$game" '\*\*'
    done
    check "rules: who made TATSU, in $language" credited $language tatsu 'Wolfgang Werner'
    check "rules: who made Takamatsu, in $language" credited $language takamatsu 'Martin Schlegel'
    check "rules: who made TATATA!, in $language" credited $language tatata 'Angelo Porazzi'
    check "rules: who made Dojo, in $language" credited $language dojo 'Antoine Bauza'
done
french_rules() {
    LANGUAGE=fr "$TATAMI" rules tatsu | grep -q Décisions
}
check 'rules: French is another text' french_rules
check 'rules: an unknown game' refuses 1 'unknown game "nim"' rules nim
check 'rules: no game' refuses 2 'which game' rules

for n in 2 3 4; do check "play: a whole game with $n players" whole_game "$n"; done

# One line for each thing, none of them indented or drawn, and the choices in one of them.
for_a_screen_reader() {
    printf 'play r5\nquit\n' | "$TATAMI" play tatsu --screen-reader --bot random --seed 7 >out 2>err
    cat out err
    [ ! -s err ] && grep -qx 'Your turn: ask 1, ask Bot 1 for a red card; .*; play rv5, red 1 (5 points); play rx3, red ×3' out &&
        grep -qx '> you: play red 5' out && grep -qx 'Winner of the trick: you' out && ! grep -q '^ \|Score' out
}
check 'play: a screen reader gets one line for each thing' for_a_screen_reader
many_choices() {
    echo list | "$TATAMI" play tatata --screen-reader --bot random --seed 7 >out && cat out &&
        grep -qx 'Your turn, 12 choices. Type an action, or list, or table.' out && grep -q '1) discard J1  *to the discards, for nothing$' out
}
check 'play: a screen reader is not read a long list unasked' many_choices
why_not() {
    printf '%s\n' "$2" | "$TATAMI" play "$1" --bot random --seed 7 >out && cat out && grep -q "Not now: .*$3" out
}
check 'play: the other clan'\''s card' why_not tatsu 'play y3' 'belongs to the other clan'
check 'play: nobody has asked' why_not tatsu 'give y3' 'nobody has asked'
check 'play: a room is not emptied' why_not takamatsu 'move o1 bbb o4' 'one must stay'
check 'play: as many rooms as samurai' why_not takamatsu 'move o1 b o3' 'moves one room'
check 'play: no points to fly with' why_not tatata 'go 3' 'fly points needed: 3; you have 0'
check 'play: a card that is not held' why_not tatata 'play F1 as fly' 'do not have'
check 'play: a card is given first' why_not dojo 'rock' 'gives the card'
check 'watch: without a terminal' refuses 1 'watch needs a terminal' watch small.record
check 'watch: no record' refuses 2 'which record' watch
check 'completion: no shell' refuses 2 'which shell' completion
finish
