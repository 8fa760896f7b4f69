#!/usr/bin/python3
"""The systemd unit: as little room as the server needs, and a user of its own."""
import configparser
import os
import re
import shutil
import subprocess

from tap import Tap

WORST = 2.0  # of 10; systemd calls up to 4.9 "OK" or better
UNIT = os.environ["UNIT"]


class Settings(configparser.RawConfigParser):
    """A unit may name a key several times: they add up."""

    def __init__(self):
        super().__init__(strict=False, interpolation=None, delimiters="=", comment_prefixes="#")
        self.optionxform = str


def exposure(unit):
    """What `systemd-analyze security` says, or None and why it says nothing."""
    if not shutil.which("systemd-analyze"):
        return None, "systemd-analyze is not installed"
    ran = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", unit], capture_output=True,
                         text=True, env={**os.environ, "SYSTEMD_COLORS": "0"})
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", ran.stdout)
    return (float(level[1]), "") if level else (None, f"systemd-analyze: {ran.stderr.strip()[-200:]}")


tap = Tap()
unit = Settings()
unit.read(UNIT)
service = unit["Service"]
level, why = exposure(UNIT)
if level is None:
    tap.skip("systemd finds little that the service could harm", why)
else:
    tap.check(f"systemd finds little that the service could harm ({level} of 10)", level <= WORST, level)
tap.equal("it has a user of its own", service["DynamicUser"], "yes")
tap.equal("the whole system is read-only for it", service["ProtectSystem"], "strict")
tap.equal("but for one folder", [service["StateDirectory"], service.get("ReadWritePaths")], ["tatami", None])
tap.check("where the database is", "TATAMI_DB=/var/lib/tatami/" in service["Environment"], service["Environment"])
tap.check("others may not read it", service["StateDirectoryMode"] == "0700" and service["UMask"] == "0077")
tap.check("it starts the program that was installed", re.fullmatch(r"/\S+/bin/tatami serve", service["ExecStart"]))
tap.finish()
