#!/bin/sh
# Completion in the shells: bash completes; the other two are checked by the shell where it is there, and by what they say.
cd "$(dirname "$0")/../.." || exit
. tests/tap.sh
tatami=${TATAMI:-build/tatami}
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
for shell in bash zsh fish; do "$tatami" completion $shell >"$scratch/$shell"; done

# completes EXPECTED WORD…: bash offers exactly these for the last word.
completes() {
    expected=$1
    shift
    # shellcheck disable=SC2016 # for the bash that it is given to
    got=$(bash --norc -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tatami; echo "${COMPREPLY[*]}"' \
        "$scratch/bash" tatami "$@")
    [ "$got" = "$expected" ] || { echo "offered: $got" && return 1; }
}

# Every command, and every flag that its help shows, with its help.
says_what_help_says() {
    commands=$("$tatami" help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
    [ "$commands" ] || return
    for command in $commands; do
        grep -qw -- "$command" "$scratch/$1" || { echo "no command $command" && return 1; }
        for flag in $("$tatami" help "$command" 2>/dev/null | sed -n 's/^ .*--\([a-z-]*\).*/\1/p'); do
            grep -qwE -- "(--|-l )$flag" "$scratch/$1" || { echo "no flag $flag" && return 1; }
        done
    done
}

parses() {
    case $1 in
    bash) bash -n "$scratch/bash" ;;
    zsh) if command -v zsh >/dev/null; then zsh -n "$scratch/zsh"; else head -n 1 "$scratch/zsh" | grep -qx '#compdef tatami'; fi ;;
    fish) if command -v fish >/dev/null; then fish --no-execute "$scratch/fish"; else ! grep -qv '^complete -c tatami\|^#' "$scratch/fish"; fi ;;
    esac
}

refuses_other_shells() {
    ! "$tatami" completion csh 2>"$scratch/err" && grep -q 'bash, zsh or fish' "$scratch/err"
}

games=$("$tatami" games | sed -n 's/^\([a-z]*\) (.*/\1/p' | tr '\n' ' ' | sed 's/ $//')
check 'bash completes commands' completes "rules replay reports" r
check 'bash completes games' completes "$games" play ''
check 'bash completes flags' completes '--screen-reader' play --scr
check 'bash completes bots' completes 'hard' play -b h
check 'bash completes options of games' completes 'target=' sim "${games%% *}" 2 --option ta
check 'bash completes files' completes 'tests/tap.sh' watch tests/tap
check 'bash offers nothing for a number' completes '' play --seed ''
check 'bash completes shells' completes 'fish' completion f
check 'bash completes help on a command' completes 'watch' help w
for shell in bash zsh fish; do
    check "$shell can read it" parses $shell
    check "$shell has every command and flag of help" says_what_help_says $shell
done
check 'other shells are refused' refuses_other_shells
finish
