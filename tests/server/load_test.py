#!/usr/bin/python3
"""The load program on a server as it was built here, with whatever sanitizer is in it: every decision acknowledged and
delivered once, and nothing complained about when the server stops under load.

TABLES and SECONDS make it longer (`make tsan-server`)."""
import os
import re
import subprocess

from server import Server, Tap, equal, eventually

LOAD = os.environ["LOAD"]
TABLES = os.environ.get("TABLES", "50")
SECONDS = os.environ.get("SECONDS", "3")
tap = Tap()
server = Server("--send-threads=2")  # also where the cores are too few for them by default


def decisions():
    return int(re.search(r"^tatami_decisions_total (\d+)$", server.ask("GET", "/metrics").body.decode(), re.M)[1])


def load(*flags):
    return [LOAD, f"--port={server.port}", f"--pid={server.process.pid}", "--warmup=0.5", f"--seconds={SECONDS}",
        *flags]


def loaded(name, *flags):
    @tap.test(f"load: {name}")
    def _():
        done = subprocess.run(load(*flags), capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"status {done.returncode}\n{done.stdout}{done.stderr}"
        found = dict(line.split() for line in done.stdout.splitlines())
        assert int(found["acknowledged"]) > 0 and found["errors"] == "0", found
        print("#", f"{found['decisions_per_s']} decisions/s, 99% acknowledged in {found['ack_p99_ms']} ms, "
              f"delivered in {found.get('delivery_p99_ms', '-')} ms")


loaded("as fast as it goes", f"--tables={TABLES}")
loaded("at a fixed rate", f"--tables={TABLES}", "--rate=200")
loaded("games that end and start again", "--tables=10", '--option="rounds":1')
loaded("people and bots", "--tables=10", "--people=2", "--bot=easy")
loaded("several decide at once", "--tables=8", "--game=dojo", "--seats=5", "--option=")
loaded("long games of another kind", "--tables=8", "--game=tatata", "--seats=4", "--option=")


@tap.test("load: the server is stopped in the middle of it, and stops cleanly")
def _():
    with subprocess.Popen(load(f"--tables={TABLES}"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as busy:
        before = decisions()
        assert eventually(lambda: decisions() > before + 10), "nobody plays"
        equal(server.stop(), 0, "the exit status")
        busy.wait()


server.discard()
tap.finish()
