#!/bin/sh
# The arena from outside: the same results whatever the threads, stopped and gone on with, and nothing overwritten.
. "$SRC/tests/tap.sh"
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit

# arena ARGUMENT…: short games with quick bots; out has the report, err what went wrong.
arena() {
    "$TATAMI" arena tatsu 4 --option rounds=1 --bots thumb,random "$@" >out 2>err
    status=$?
    cat out err
    return "$status"
}

# refuses STATUS PATTERN ARGUMENT…: the program ends so, with one line on standard error that says this.
refuses() {
    wanted=$1
    pattern=$2
    shift 2
    "$TATAMI" arena "$@" >out 2>err </dev/null
    status=$?
    echo "status $status, wanted $wanted with $pattern" && cat err
    [ "$status" -eq "$wanted" ] && [ "$(wc -l <err)" -eq 1 ] && grep -Eq "^tatami: .*$pattern" err
}
in_french() {
    (
        export LANGUAGE=fr
        "$@"
    )
}

# What of a report is the same for a seed: all before the times.
without_times() {
    sed '/^Thinking time/,$d;/^$/d' out
}

threads() {
    arena --deals 30 --seed 1 --threads 1 --csv one.csv && without_times >one || return
    arena --deals 30 --seed 1 --threads 3 --csv three.csv && without_times >three || return
    cmp one.csv three.csv && cmp one three && [ "$(wc -l <one.csv)" -eq 62 ]
}
check 'three threads give the bytes of one' threads

reports() {
    arena --deals 30 --seed 1 || return
    grep -q '^TATSU, 4 players, seed 1, rounds=1$' out && grep -q '^30 deals, each played 2 times' out &&
        grep -Eq '^thumb +[0-9.]+% +[0-9.]+ to [0-9.]+% +50\.0% +-?[0-9.]+$' out &&
        grep -Eq '^random +[0-9.]+ \([0-9.]+–[0-9.]+\) +-$' out && grep -Eq '^thumb +[0-9.]+ +[0-9.]+ +[0-9]+$' out
}
check 'shares, a matrix and times are reported' reports

describes() {
    head -n 2 one.csv >got
    version=$("$TATAMI" version | cut -d ' ' -f 2)
    cat >expected <<END
# tatami arena version=$version game=tatsu players=4 bots=thumb,random options=target=500,facedown=each,rounds=1 seed=1
deal,rotation,points0,points1,points2,points3,winners
END
    cmp got expected && sed -n 3p one.csv | grep -Eq '^0,0(,-?[0-9]+){5}$' && sed -n 62p one.csv | grep -Eq '^29,1,'
}
check 'the file says what was played' describes

# Anywhere: in the first line, in the second, at a line end, in the middle of a deal, in a number.
goes_on() {
    size=$(wc -c <one.csv)
    head=$(head -n 2 one.csv | wc -c)
    for n in 0 1 60 118 119 130 "$head" "$(head -n 5 one.csv | wc -c)" 400 $((size - 1)) "$size"; do
        head -c "$n" one.csv >cut.csv
        arena --deals 30 --seed 1 --csv cut.csv || return
        without_times >again
        cmp one.csv cut.csv && cmp one again || return
    done
}
check 'a file cut anywhere is completed to the same bytes' goes_on

nothing_to_do() {
    cp one.csv same.csv
    arena --deals 30 --seed 1 --csv same.csv && cmp one.csv same.csv || return
    ! grep -q '^Thinking time' out # nobody thought
}
check 'a complete file is only reported' nothing_to_do

takes_fewer() {
    arena --deals 7 --seed 1 --csv same.csv && without_times >got || return
    arena --deals 7 --seed 1 && without_times | cmp - got && cmp one.csv same.csv
}
check 'fewer deals than the file has: the first ones, and the file stays' takes_fewer

takes_more() {
    arena --deals 5 --seed 1 --csv more.csv && arena --deals 30 --csv more.csv && cmp one.csv more.csv
}
check 'more deals, and the seed of the file' takes_more

# The games are the same; so are the shares, and those without luck stand beneath.
luck() {
    arena --deals 30 --seed 1 && without_times | grep -v '^Thinking' >plain || return
    arena --deals 30 --seed 1 --luck 5 --threads 3 --csv luck.csv && without_times >lucky || return
    diff plain lucky | grep -q '^<' && return 1
    sed -n '/without luck/,$p' lucky | grep -Eq '^thumb +[0-9.]+% +[0-9.]+ to [0-9.]+% +-?[0-9.]+% +[0-9.]+%$' || return
    grep -q ' luck=5 seed=1$' luck.csv && sed -n 2p luck.csv | grep -q ',points3,luck0,luck1,luck2,luck3,winners$' || return
    sed -E '1d;2d;s/(,-?[0-9]+){4},([0-9]+)$/,\2/' luck.csv >games && sed 1,2d one.csv | cmp - games
}
check 'luck: the same games, and shares without it' luck

few_deals() {
    arena --deals 9 --seed 1 --luck 1 && grep -q '^Too few deals' out && ! grep -q 'without luck' out
}
check 'luck: nothing is said of a few deals' few_deals

luck_goes_on() {
    for n in 0 100 "$(head -n 2 luck.csv | wc -c)" 700 $(($(wc -c <luck.csv) - 1)); do
        head -c "$n" luck.csv >cut.csv
        arena --deals 30 --seed 1 --luck 5 --csv cut.csv && without_times | cmp - lucky && cmp luck.csv cut.csv || return
    done
}
check 'luck: a file cut anywhere is completed to the same bytes' luck_goes_on

new_seed() {
    arena --deals 3 --csv a.csv && arena --deals 3 --csv b.csv && ! cmp -s a.csv b.csv
}
check 'without a seed, another one each time' new_seed

three_bots() {
    "$TATAMI" arena tatsu 3 -o rounds=1 --bots thumb,random,random --deals 20 --seed 1 --csv rot.csv >out || return
    cat out
    grep -Eq '^thumb .* 33\.3%' out && grep -Eq '^random .* 66\.7%' out && [ "$(wc -l <rot.csv)" -eq 62 ]
}
check 'one bot among two others' three_bots

odd_seats() {
    "$TATAMI" arena tatsu 3 -o rounds=1 --bots thumb,random --deals 5 --seed 1 >out && grep -Eq '^thumb .* 50\.0%' out
}
check 'two bots at three seats' odd_seats

# with LINE…: a file of the arena with these lines at its end.
with() {
    { head -n 4 one.csv && printf '%s\n' "$@"; } >bad.csv
    cp bad.csv before.csv
}
refuses_file() {
    refuses 1 "$@" && cmp bad.csv before.csv
}
bad='tatsu 4 -o rounds=1 --bots thumb,random --csv bad.csv'
# shellcheck disable=SC2086 # a list of arguments
{
    cp one.csv bad.csv && cp one.csv before.csv
    check 'other bots' refuses_file 'bad\.csv: contains the results of a different arena: .*bots=thumb,random' $bad --bots thumb
    check 'another seed' refuses_file 'a different arena: .*seed=1' $bad --seed 2
    check 'luck, in a file without it' refuses_file 'a different arena: .*rounds=1 seed=1' $bad --luck 5
    cp luck.csv bad.csv && cp luck.csv before.csv
    check 'no luck, in a file with it' refuses_file 'a different arena: .*luck=5' $bad
    check 'other luck' refuses_file 'a different arena: .*luck=5' $bad --luck 6
    cp one.csv bad.csv && cp one.csv before.csv
    check 'another option' refuses_file 'a different arena: .*rounds=1' $bad -o rounds=2
    with 1,1,0,0,0,0,5
    check 'a game that does not follow' refuses_file 'bad\.csv: line 5: found "1,1,0,0,0,0,5", expected "1,0,…"' $bad
    for line in '1,0,1,2,3,5' '1,0,1,2,3,4,5,6' '1,0,1,2,3,x,5' '1,0,1,2,3,4,0' '1,0,1,2,3,4,16' '1,0,1,2,3,04,5' '' \
        '1,0,1,2,3,4,5 ' '1,0,99999999999,2,3,4,5' '-1,0,1,2,3,4,5'; do
        with "$line" 1,1,1,2,3,4,5
        check "a line \"$line\"" refuses_file 'bad\.csv: line 5: ' $bad
    done
    { head -n 4 one.csv && head -c 5000 /dev/zero | tr '\0' 1 && echo; } >bad.csv && cp bad.csv before.csv
    check 'a long line' refuses_file 'bad\.csv: line 5: ' $bad
    { head -n 4 one.csv && printf '1,0\0001\n' && sed -n 5,9p one.csv; } >bad.csv && cp bad.csv before.csv
    check 'a NUL' refuses_file 'bad\.csv: line 5: ' $bad
    for text in 'precious\n' 'precious' '# tatami arenas\n' '\0001\0002\0000'; do
        printf '%b' "$text" >bad.csv && cp bad.csv before.csv
        check "a file of another kind: $(wc -c <bad.csv) bytes" refuses_file 'bad\.csv: this file exists and does not contain arena results' $bad
    done
}
mkfifo pipe
mkdir folder
printf 'precious\n' >notes.svg
small='tatsu 4 -o rounds=1 --bots thumb,random --deals 2'
# shellcheck disable=SC2086 # a list of arguments
{
    check 'a pipe as the file' refuses 1 'pipe: ' $small --csv pipe
    check 'a folder as the file' refuses 1 'folder: ' $small --csv folder
    check 'a file nowhere' refuses 1 'no/where: ' $small --csv no/where
    check 'a chart over something else' refuses 1 'notes\.svg: this file exists and is not a chart' $small --svg notes.svg
    check 'a chart nowhere' refuses 1 'no/where: ' $small --svg no/where
    check 'a chart over a folder' refuses 1 'folder: ' $small --svg folder
}
check 'what was there stays' grep -qx precious notes.svg

decides() {
    arena --sprt 0.5,0.7 --deals 1000 --seed 2 --threads 1 --csv sprt1.csv && without_times >first || return
    arena --sprt 0.5,0.7 --deals 1000 --seed 2 --threads 3 --csv sprt3.csv && without_times >second || return
    cmp first second && cmp sprt1.csv sprt3.csv || return
    n=$(sed -n 's/^Sequential test: decided after \([0-9]*\) deals: thumb is at 0.7 rather than 0.5 against random$/\1/p' out)
    [ "$n" -ge 10 ] && [ "$n" -lt 200 ] && [ "$(wc -l <sprt1.csv)" -eq $((2 + 2 * n)) ] || return
    arena --deals 300 --seed 2 --csv long.csv && arena --sprt 0.5,0.7 --seed 2 --deals 1000 --csv long.csv || return
    without_times | cmp - first && [ "$(wc -l <long.csv)" -eq 602 ]
}
check 'the sequential test stops at the same deal whatever the threads, also on a file' decides
refutes() {
    "$TATAMI" arena tatsu 4 -o rounds=1 --bots random,thumb --sprt 0.5,0.7 --deals 1000 --seed 2 >out || return
    cat out
    grep -q '^Sequential test: decided after .*: random is at 0.5 rather than 0.7 against thumb$' out
}
check 'the sequential test may say no' refutes
undecided() {
    arena --sprt 0.5,0.55 --deals 9 --seed 2 && grep -q '^Sequential test: undecided' out && grep -q '^9 deals' out
}
check 'the sequential test may stay open' undecided

# start FILE: a long arena in the background, until some games are on file.
start() {
    rm -f "$1"
    "$TATAMI" arena tatsu 4 -o rounds=1 --bots thumb,random --deals 100000000 --seed 1 --threads 3 --csv "$1" \
        >out 2>err &
    child=$!
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.1
        [ -f "$1" ] && [ "$(wc -l <"$1")" -gt 100 ] && return
    done
}
# stopped FILE SIGNAL: the status is kept.
stopped() {
    start "$1"
    kill "-$2" "$child"
    wait "$child"
    status=$?
    echo "status $status" && cat out err
}
# resumes FILE: it can go on, with some deals more.
resumes() {
    n=$(($(wc -l <"$1") / 2 + 40))
    arena --deals "$n" --csv "$1" && [ "$(wc -l <"$1")" -eq $((2 * n + 2)) ] && cmp -n "$(wc -c <one.csv)" one.csv "$1"
}
interrupted() {
    stopped stop.csv "$1"
    [ "$status" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'stopped after .* of 100000000 deals; run the same' err &&
        grep -q '^TATSU, 4 players' out && tail -n 1 stop.csv | grep -Eq '^[0-9]+,[01](,-?[0-9]+){5}$' && resumes stop.csv
}
killed() {
    stopped killed.csv KILL
    [ "$status" -gt 128 ] && resumes killed.csv
}
check 'Ctrl-C: a report, status 1, and the file can go on' interrupted INT
check 'a polite kill does the same' interrupted TERM
check 'kill -9 leaves a file that can go on' killed

only_one_writes() {
    start both.csv
    refuses 1 'both\.csv: another arena is writing to it' tatsu 4 -o rounds=1 --bots thumb,random --csv both.csv
    refused=$?
    kill "$child"
    wait "$child"
    return "$refused"
}
check 'two arenas do not write to one file' only_one_writes

draws() {
    arena --deals 5 --seed 1 --svg chart.svg --bots easy,easy || return
    cat chart.svg
    [ "$(grep -c '<circle ' chart.svg)" -eq 3 ] && grep -q '>random</text>' chart.svg &&
        grep -q '>100%</text>' chart.svg &&
        ! grep -qi script chart.svg && python3 -c 'import xml.dom.minidom as d; d.parse("chart.svg")' || return
    arena --deals 30 --seed 1 --csv one.csv --svg chart.svg && [ "$(grep -c '<circle ' chart.svg)" -eq 2 ]
}
check 'a chart, drawn again over itself, also when all games were on file' draws
check 'nothing is left beside' sh -c '! ls -d chart.svg.* 2>/dev/null'

check 'an unknown game' refuses 1 'unknown game "chess", expected one of .*tatsu' chess 4 --bots thumb,random
check 'an unknown bot' refuses 1 'unknown bot "genius", expected one of random, .*easy' tatsu 4 --bots thumb,genius
check 'an empty bot' refuses 1 'unknown bot "", expected one of random' tatsu 4 --bots thumb,
check 'a long name' refuses 1 'unknown bot "x{60}…"' tatsu 4 --bots "$(head -c 5000 /dev/zero | tr '\0' x)"
check 'too many players' refuses 1 '5 players: TATSU is for 2 to 4' tatsu 5 --bots thumb,random
check 'an unknown option' refuses 1 'unknown option "speed=1"' tatsu 4 --bots thumb,random -o speed=1
check 'a box that is not there' refuses 1 'nowhere\.box: ' tatsu 4 --bots thumb,random --box nowhere.box
check 'no words' refuses 2 'which game' --bots thumb,random
check 'too many arguments' refuses 2 'too many arguments' tatsu 4 4 --bots thumb,random
check 'no bots' refuses 2 'two or more bots: --bots a,b .*tatami help arena' tatsu 4
check 'one bot' refuses 2 'two or more bots' tatsu 4 --bots thumb
check 'more bots than seats' refuses 2 'more bots than seats' tatsu 2 --bots thumb,random,random
check 'no deals' refuses 2 '--deals is "0"' tatsu 4 --bots thumb,random --deals 0
check 'no threads' refuses 2 '--threads is "0"' tatsu 4 --bots thumb,random --threads 0
check 'no luck' refuses 2 '--luck is "0", expected .*100000' tatsu 4 --bots thumb,random --luck 0
check 'too much luck' refuses 2 '--luck is "100001"' tatsu 4 --bots thumb,random --luck 100001
check 'a test of three bots' refuses 2 '--sprt needs two different bots' tatsu 3 --bots thumb,random,easy --sprt 0.5,0.6
for shares in '' 0.5 '0.5,' 0.6,0.5 0.5,0.5 0.5,1.0 0,0.5 0.0,0.5 .5,.6 0.5,0.6,0.7 0.5,0.6x a,b nan,0.5 '0,5,0,6'; do
    check "a test of \"$shares\"" refuses 2 '--sprt needs two shares' tatsu 4 --bots thumb,random --sprt "$shares"
done
helps() {
    "$TATAMI" help arena >out
    for flag in bots deals sprt luck csv svg threads seed option box; do grep -q -- "--$flag" out || return; done
}
check 'help on all of it' helps

french() {
    LANGUAGE=fr arena --deals 5 --seed 1 && grep -q '^TATSU, 4 joueurs, graine' out && grep -q 'part des victoires' out
}
# Numbers for people have a comma, and a space before the sign of percent. Files for other programs stay the same.
french_numbers() {
    arena --deals 5 --seed 1 --csv english.csv || return
    LANGUAGE=fr arena --deals 5 --seed 1 --csv french.csv --svg french.svg && cat out french.svg || return
    ! grep -q '[0-9]\.[0-9]' out && grep -q ' 50,0 %' out && grep -q '[0-9],[0-9] à [0-9]*,[0-9] %' out || return
    grep -q '>100 %</text>' french.svg && grep -q '>0,0*1</text>' french.svg && cmp english.csv french.csv
}
french_luck() {
    LANGUAGE=fr arena --deals 5 --seed 1 --luck 2 && grep -q '^Trop peu de donnes' out && ! grep -q luck out || return
    LANGUAGE=fr arena --deals 10 --seed 1 --luck 2 && grep -q '^Les mêmes résultats sans la chance' out && ! grep -q luck out
}
check 'in French: a report' french
check 'in French: without luck' french_luck
check 'in French: numbers' french_numbers
check 'in French: an unknown bot' in_french refuses 1 'bot inconnu.*genius' tatsu 4 --bots thumb,genius
check 'in French: no bots' in_french refuses 2 'au moins deux bots' tatsu 4
finish
