#!/usr/bin/python3
"""A PostgreSQL of one's own: a cluster in a temporary folder, on loopback, that goes away with its test.

    postgres.py COMMAND…    runs the command with TATAMI_TEST_STORE set to the address of an empty database; without
                            PostgreSQL on this machine, runs it without that

PostgreSQL refuses to run as root, so root starts it as another user."""
import atexit
import contextlib
import ctypes
import glob
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

USER = "tatami"


def binaries():
    """The folder with initdb and postgres, the newest version; None if it is not installed."""
    folders = [os.path.dirname(path) for path in glob.glob("/usr/lib/postgresql/*/bin/initdb")]
    if found := shutil.which("initdb"):
        folders.append(os.path.dirname(os.path.realpath(found)))
    return max(folders, key=lambda folder: [int(part) for part in folder.split("/") if part.isdigit()], default=None)


def free_port():
    """One that stays free until we use it, and while what uses it is restarted: below those that the system gives to
    connections, of which other tests open thousands."""
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
        first = int(file.read().split()[0])
    ports = range(10000, first) if first > 11000 else range(first + 1, 65536)
    while True:
        port = random.choice(ports)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def somebody():
    """The user that PostgreSQL runs as: None for ourselves."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    raise RuntimeError("no user to run PostgreSQL as")


class Postgres:
    """A primary, or with `of` a standby of another one."""

    def __init__(self, durable=False, of=None, port=None, **settings):
        self.bin, self.who = binaries(), somebody()
        self.folder = tempfile.mkdtemp(prefix="tatami-pg-")
        if self.who:
            os.chown(self.folder, self.who.pw_uid, self.who.pw_gid)
        self.data = os.path.join(self.folder, "data")
        self.port = port or free_port()
        self.process = None
        self.settings = {"fsync": "on" if durable else "off", "max_connections": "100", "shared_buffers": "64MB",
            "log_min_messages": "fatal", "autovacuum_naptime": "10s", **settings}
        atexit.register(self.discard)
        if of:
            self.run("pg_basebackup", "-h", "127.0.0.1", "-p", str(of.port), "-U", USER,
                "-D", self.data, "-R", "-X", "stream", "-c", "fast")
        else:
            self.run("initdb", "-D", self.data, "-U", USER, "--auth=trust", "-N", "-E", "UTF8", "--locale=C")
        self.start()
        if not of:
            self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, "tatami")

    def as_user(self):
        if not self.who:
            return []
        return ["setpriv", f"--reuid={self.who.pw_uid}", f"--regid={self.who.pw_gid}", "--clear-groups"]

    def run(self, program, *words):
        done = subprocess.run([*self.as_user(), os.path.join(self.bin, program), *words], cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stdout}")
        return done.stdout

    def start(self, within=60.0):
        def child():
            ctypes.CDLL(None).prctl(1, signal.SIGINT)  # PR_SET_PDEATHSIG: no database outlives its test

        words = [f"-c{name}={value}" for name, value in {**self.settings, "port": self.port,
            "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder}.items()]
        with open(os.path.join(self.folder, "log"), "a", encoding="utf-8") as log:
            # setpriv would clear the signal that we asked for when our parent dies, so we change the user ourselves.
            self.process = subprocess.Popen([os.path.join(self.bin, "postgres"), "-D", self.data, *words],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                user=self.who.pw_uid if self.who else None, group=self.who.pw_gid if self.who else None,
                extra_groups=[] if self.who else None, preexec_fn=child)
        self.wait(within)

    def is_ready(self):
        return subprocess.run([os.path.join(self.bin, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)],
            check=False).returncode == 0

    def wait(self, within=60.0):
        end = time.monotonic() + within
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > end:
                with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
                    raise RuntimeError(f"PostgreSQL did not start:\n{log.read()[-3000:]}")
            time.sleep(0.05)

    def stop(self, how=signal.SIGINT):
        """SIGINT ends it at once but tidily, SIGQUIT like a crash."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)

    def restart(self, how=signal.SIGINT):
        self.stop(how)
        self.start()

    def promote(self):
        self.run("pg_ctl", "promote", "-w", "-D", self.data)

    def sql(self, text, database="tatami"):
        """What psql prints, without headings."""
        return self.run("psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, "-d", database, "-qAtX",
            "-v", "ON_ERROR_STOP=1", "-c", text).strip()

    def address(self, database="tatami"):
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def discard(self):
        if self.process and self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    if binaries() is None:
        print("# PostgreSQL is not installed: only the store in a file is tested", file=sys.stderr)
        return subprocess.run(sys.argv[1:], check=False).returncode
    database = Postgres()
    environment = {**os.environ, "TATAMI_TEST_STORE": database.address()}
    status = subprocess.run(sys.argv[1:], env=environment, check=False).returncode
    database.discard()
    return status


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing is left behind
    sys.exit(main())
