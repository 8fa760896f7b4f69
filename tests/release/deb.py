#!/usr/bin/python3
"""The packages in a fresh Debian 12: install, serve, upgrade with data, remove, purge. deb.py BUILD PACKAGES; as root.

In a chroot no systemd runs. So the service is started as systemd would: the line of the unit, its variables, a user
without a name, and the one folder that it may write. What systemd itself does with the unit, release_service checks.
"""
import configparser
import glob
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "server"))
import ws  # noqa: E402
from tap import Tap  # noqa: E402

BUILD, PACKAGES = (pathlib.Path(word).resolve() for word in sys.argv[1:])
SOMEBODY = 61184  # the first of the numbers that systemd gives to such services
PORT = re.compile(r'"what":"listening","port":(\d+)')
tap = Tap()


def run(*command, **more):
    ran = subprocess.run(command, capture_output=True, text=True, **more)
    if ran.returncode:
        raise SystemExit(f"{shlex.join(map(str, command))} failed:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return ran.stdout


class Debian:
    """A minimal Debian 12. The first one is kept as an archive in the build folder."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder, "debian")
        kept = BUILD / "debian-12.tar"
        if kept.exists():
            self.root.mkdir()
            run("tar", "-xf", kept, "-C", self.root)
        else:
            run("debootstrap", "--variant=minbase", "bookworm", self.root)
            run("tar", "-cf", kept, "-C", self.root, ".")
        # A service must not be started by whoever installs a package into an image.
        policy = self.root / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        run("mount", "-t", "proc", "proc", self.root / "proc")
        self("apt-get", "-qq", "update")

    def __call__(self, *command):
        return run("chroot", self.root, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive",
                   *command)

    def install(self, *packages):
        for package in packages:
            shutil.copy(package, self.root / "tmp")
        self("apt-get", "-qq", "-y", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", "install",
             *(f"/tmp/{package.name}" for package in packages))

    def files(self):
        """All there is but for what dpkg and apt note for themselves."""
        own = re.compile(r"/(proc|dev|tmp|run|var/(lib/(dpkg|apt|systemd)|cache|log)|etc/ld\.so\.cache)\b")
        found = set()
        for folder, folders, files in os.walk(self.root):
            inside = folder[len(str(self.root)):]
            folders[:] = [name for name in folders if not own.match(f"{inside}/{name}")]
            found.update(f"{inside}/{name}" for name in folders + files)
        return {name for name in found if not own.match(name)}

    def close(self):
        run("umount", self.root / "proc")


class Service:
    def __init__(self, debian, log):
        unit = configparser.RawConfigParser(strict=False, delimiters="=", comment_prefixes="#")
        unit.optionxform = str
        unit.read(debian.root / "usr/lib/systemd/system/tatami.service")
        service = unit["Service"]
        state, link = (debian.root / path / service["StateDirectory"] for path in ("var/lib/private", "var/lib"))
        state.mkdir(parents=True, exist_ok=True)
        os.chmod(state, int(service["StateDirectoryMode"], 8))
        os.chown(state, SOMEBODY, SOMEBODY)
        if not link.exists():
            link.symlink_to("private/" + service["StateDirectory"])
        variables = [*service["Environment"].split(), "TATAMI_PORT=0"]
        self.log = open(log, "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            ["chroot", f"--userspec={SOMEBODY}:{SOMEBODY}", debian.root, "env", "-i", *variables,
             *shlex.split(service["ExecStart"])],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.port = None
        end = time.monotonic() + 60
        while not self.port and time.monotonic() < end and self.process.poll() is None:
            if listening := PORT.search(pathlib.Path(log).read_text()):
                self.port = int(listening[1])
            time.sleep(0.05)
        if not self.port:
            raise SystemExit(f"the service does not listen:\n{pathlib.Path(log).read_text()}")

    def ask(self, *words):
        return ws.ask(self.port, *words)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def debs(folder):
    return sorted(pathlib.Path(name) for name in glob.glob(f"{folder}/*.deb"))


def main():
    with tempfile.TemporaryDirectory(prefix="tatami-deb-") as scratch:
        later = pathlib.Path(scratch, "later")
        run(HERE.parent.parent / "tools/package.sh", BUILD, later, "deb", env={**os.environ, "VERSION_SUFFIX": "+later"})
        debian = Debian(scratch)
        try:
            try_out(debian, pathlib.Path(scratch, "log"), later)
        finally:
            debian.close()
    tap.finish()


def try_out(debian, log, later):
    program = [package for package in debs(PACKAGES) if package.name.startswith("tatami_")]
    # The libraries that it depends on stay when it goes, so they come first.
    needs = [word.split()[0] for word in run("dpkg-deb", "-f", program[0], "Depends").split(",")]
    debian("apt-get", "-qq", "-y", "--no-install-recommends", "install", *needs)
    before = debian.files()

    debian.install(*debs(PACKAGES))
    version = run("dpkg-deb", "-f", program[0], "Version").strip()
    tap.equal("it installs, and runs", debian("tatami", "--version"), f"tatami {version}\n")
    tap.check("in French, too", "COMMANDE" in debian("env", "LANGUAGE=fr", "tatami", "help"))
    tap.check("the service is enabled",
              os.path.islink(debian.root / "etc/systemd/system/multi-user.target.wants/tatami.service"))

    service = Service(debian, log)
    page = service.ask("GET", "/")
    tap.check("it serves, with the browser client", page.status == 200 and b"<script" in page.body, page)
    me = service.ask("POST", "/api/me", {"name": "Aiko"}).json
    game = service.ask("GET", "/api/games").json["games"][0]["id"]
    table = service.ask("POST", "/api/tables", {"game": game}, me["token"]).json
    tap.equal("it stops when told", service.stop(), 0)
    database = debian.root / "var/lib/private/tatami/tatami.db"
    tap.equal("its data is its own", (database.stat().st_uid, database.parent.stat().st_mode & 0o777), (SOMEBODY, 0o700))

    (debian.root / "etc/default/tatami").write_text("TATAMI_GRACE=90\n")
    debian.install(*debs(later))
    tap.equal("it is upgraded", debian("dpkg-query", "-W", "-f", "${Version}", "tatami"), f"{version}+later")
    tap.equal("what the administrator wrote stays", (debian.root / "etc/default/tatami").read_text(), "TATAMI_GRACE=90\n")
    service = Service(debian, log)
    tap.equal("people are known after the upgrade", service.ask("GET", "/api/me", None, me["token"]).json["name"], "Aiko")
    tap.equal("their tables stand", service.ask("GET", f"/api/tables/{table['id']}", None, me["token"]).status, 200)
    service.stop()

    debian("apt-get", "-qq", "-y", "remove", "tatami")
    tap.check("removed, it leaves the data", database.exists() and not (debian.root / "usr/bin/tatami").exists())
    debian("apt-get", "-qq", "-y", "purge", "tatami", "libtatami-dev", "libtatami0")
    left = sorted(debian.files() - before)
    tap.equal("purged, it leaves nothing", left, ["/var/lib/private"])


main()
