#!/bin/sh
# Copies of a database, made while somebody else has it open.
. "$SRC/tests/tap.sh"
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
unset TATAMI_DB XDG_DATA_HOME
export HOME="$scratch/home"

# A database as a server leaves it, by its header; what is in it does not matter to a copy.
make_database() {
    mkdir -p "$(dirname "$1")" && python3 - "$1" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA application_id = 0x5441544d")
db.execute("PRAGMA user_version = 1")
db.execute("PRAGMA journal_mode = WAL")
db.execute("CREATE TABLE words (word)")
db.execute("INSERT INTO words VALUES ('tea')")
END
}

words() {
    python3 - "$1" <<'END'
import sqlite3, sys
print(*[row[0] for row in sqlite3.connect(sys.argv[1]).execute("SELECT word FROM words")])
END
}

# refuses STATUS PATTERN ARGUMENT…: one line on standard error says this, and no file is left.
refuses() {
    wanted=$1
    pattern=$2
    shift 2
    before=$(ls)
    printed=$("$TATAMI" backup "$@" 2>&1 >/dev/null)
    status=$?
    echo "status $status: $printed"
    [ "$status" -eq "$wanted" ] && [ "$(echo "$printed" | wc -l)" -eq 1 ] && [ "$before" = "$(ls)" ] &&
        echo "$printed" | grep -Eq "^tatami: .*$pattern"
}

copies() {
    to=$1
    shift
    "$TATAMI" backup "$to" "$@" && [ "$(words "$to")" = tea ] && [ "$(stat -c %a "$to")" = 600 ]
}

# Somebody has written and not yet committed, and goes on after the copy was made.
copies_while_writing() {
    python3 - "$TATAMI" <<'END'
import sqlite3, subprocess, sys
db = sqlite3.connect("a.db", isolation_level=None)
db.execute("BEGIN IMMEDIATE")
db.execute("INSERT INTO words VALUES ('coffee')")
subprocess.run([sys.argv[1], "backup", "busy.db", "--db", "a.db"], check=True)
db.execute("COMMIT")
END
    [ "$(words busy.db)" = tea ] && [ "$(words a.db)" = 'tea coffee' ]
}

in_french() {
    LANGUAGE=fr "$TATAMI" backup copy --db a.db 2>&1 | grep -q '^tatami: copy existe déjà'
}

make_database a.db
check 'a database is copied' copies copy --db a.db
check 'a copy overwrites nothing' refuses 1 'copy already exists' copy --db a.db
check 'a copy is made while somebody writes' copies_while_writing
check 'the environment names the database' env TATAMI_DB=a.db "$TATAMI" backup by-environment
make_database home/.local/share/tatami/tatami.db
check 'the usual place is in the home folder' copies from-home
make_database data/tatami/tatami.db
check 'or where XDG_DATA_HOME says' env XDG_DATA_HOME="$scratch/data" HOME= "$TATAMI" backup from-data
check 'a relative XDG_DATA_HOME does not count' env XDG_DATA_HOME=nowhere "$TATAMI" backup from-home-2
check 'without a home, somebody must say where' env HOME= sh -c "! $TATAMI backup x"
check 'no such database' refuses 1 'none.db cannot be opened: No such file' x --db none.db
echo 'a letter to my aunt, which is no database; it is long enough to be taken for one, though, by its first hundred bytes' >letter
check 'not a database' refuses 1 'not a Tatami database' x --db letter
check 'a folder that is not there' refuses 1 'no/x cannot be created: No such file' no/x --db a.db
check 'the name of the copy is missing' refuses 2 'no file given.*see: tatami help backup' --db a.db
check 'two names' refuses 2 'one file at a time' x y --db a.db
dd if=/dev/urandom of=a.db bs=4096 seek=1 count=1 conv=notrunc 2>/dev/null
check 'a damaged database is not copied' refuses 1 'a.db is damaged .*restore a backup' x --db a.db
check 'in French, too' in_french
finish
