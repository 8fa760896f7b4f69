#!/usr/bin/python3
"""What a site achieves on PostgreSQL with one node and with three, beside one server with SQLite in the same run:
`make bench-site`. Prints tables for docs/BENCHMARKS.md. Everything, the load program included, shares this machine, so the
processor time per decision says more than the decisions per second.

TABLES (250) with four people each, SECONDS (15) for each measurement, BENCH_FOLDER for the data (/var/tmp: a real disk)."""
import os
import subprocess
import sys
import tempfile

import house
from server import Server

LOAD = os.environ["LOAD"]
TABLES, SECONDS = os.environ.get("TABLES", "250"), os.environ.get("SECONDS", "15")
TICK = os.sysconf("SC_CLK_TCK")


def cpu_of(pids):
    """Seconds of processor time of these processes and of children that have ended."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
                total += sum(map(int, stat.read().rpartition(")")[2].split()[11:15]))
        except FileNotFoundError:
            pass
    return total / TICK


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def load(port, nodes, database=None, *flags):
    """What the load program found; with the processor time per decision of all nodes, and of the database."""
    pids = [node.process.pid for node in nodes]
    backends = lambda: [database.process.pid, *children(database.process.pid)] if database else []
    before, before_db = cpu_of(pids), cpu_of(backends())
    done = subprocess.run([LOAD, f"--port={port}", f"--tables={TABLES}", f"--seconds={SECONDS}", "--addresses=1", *flags],
        stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench: the load program ended with status {done.returncode}\n{done.stdout}")
    print("    ".join(done.stdout.splitlines()), file=sys.stderr, flush=True)
    found = {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}
    # The whole run, preparation included: identities, tables and seats are paid for by their decisions.
    found["node_us"] = (cpu_of(pids) - before) * 1e6 / found["acknowledged"]
    found["database_us"] = (cpu_of(backends()) - before_db) * 1e6 / found["acknowledged"]
    return found


def row(what, found):
    print(f"| {what} | {found['decisions_per_s']:,.0f} | {found['ack_p50_ms']:.1f}, {found['ack_p99_ms']:.1f} ms | "
        f"{found['node_us']:.0f} µs | {found['database_us']:.0f} µs | {found['load_cpu_us']:.0f} µs |", flush=True)


def main():
    if reason := house.missing():
        sys.exit(f"bench: {reason}")
    os.environ["TMPDIR"] = tempfile.tempdir = os.environ.get("BENCH_FOLDER", "/var/tmp")
    print("| store | decisions/s | acknowledged: median, 99% | nodes, per decision | database, per decision | load program |\n"
        "|---|---|---|---|---|---|")
    for name, flags in (("as fast as possible", ()), ("1,000 per second", ("--rate=1000",))):
        with Server() as server:
            row(f"SQLite, one server, {name}", load(server.port, [server], None, *flags))
        for n in (1, 3):
            with house.Site(n, durable=True) as site:
                row(f"PostgreSQL, {n} node{'s' if n > 1 else ''} behind HAProxy, {name}",
                    load(site.port, site.nodes, site.primary(), *flags))


if __name__ == "__main__":
    main()
