#!/usr/bin/python3
"""What the server achieves, beside what is required: `make bench-server`. Prints a table for docs/BENCHMARKS.md."""
import os
import resource
import subprocess
import sys
import tempfile

from server import Server

LOAD = os.environ["LOAD"]
CONNECTIONS = int(os.environ.get("CONNECTIONS", "10000"))
SECONDS = os.environ.get("SECONDS", "20")


def load(server, *flags):
    done = subprocess.run([LOAD, f"--port={server.port}", f"--pid={server.process.pid}", *flags],
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench: the load program ended with status {done.returncode}\n{done.stdout}\n{server.said()[-3000:]}")
    print("    ".join(done.stdout.splitlines()), file=sys.stderr, flush=True)
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def row(what, value, required):
    print(f"| {what} | {value} | {required} |", flush=True)


def main():
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.environ.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")  # as in the service
    tables = CONNECTIONS // 4
    what = f"{CONNECTIONS:,} connections, {tables:,} tables of TATSU with four players"
    # A real disk: what is durable in memory is not durable.
    folder = os.environ.get("BENCH_FOLDER", "/var/tmp")
    print("| what | measured | required |\n|---|---|---|")
    with Server(folder=tempfile.mkdtemp(prefix="tatami-bench-", dir=folder)) as server:
        found = load(server, f"--tables={tables}", f"--seconds={SECONDS}")
        row(f"decisions per second, {what}, as fast as possible", f"{found['decisions_per_s']:,.0f}", "at least 10,000")
        row("… time to acknowledge: median, 99%", f"{found['ack_p50_ms']:.0f}, {found['ack_p99_ms']:.0f} ms", "")
        row("… CPU time per decision: the server, the load program",
            f"{found['server_cpu_us']:.0f}, {found['load_cpu_us']:.0f} µs", "")
        row("memory per connection, with its share of a table", f"{found['memory_per_connection_kib']:.1f} KiB",
            "at most 60 KiB")
    with Server(folder=tempfile.mkdtemp(prefix="tatami-bench-", dir=folder)) as server:
        found = load(server, f"--tables={tables}", f"--seconds={SECONDS}", "--rate=1000")
        row(f"{what}, 1,000 decisions per second: 99% acknowledged within", f"{found['ack_p99_ms']:.1f} ms", "less than 50 ms")
        row("… 99% delivered to the other seats within", f"{found['delivery_p99_ms']:.1f} ms", "less than 50 ms")
        row("… median delivery, the slowest", f"{found['delivery_p50_ms']:.1f}, {found['delivery_max_ms']:.0f} ms", "")
    with Server(folder=tempfile.mkdtemp(prefix="tatami-bench-", dir=folder)) as server:
        # One person and a bot at each table, a few decisions taken.
        load(server, f"--tables={CONNECTIONS}", "--seats=2", "--people=1", "--warmup=0", "--seconds=5")
        server.kill()
        seconds = max(restart(server) for _ in range(3))
        row(f"start with {CONNECTIONS:,} unfinished tables: ready after", f"{seconds:.2f} s", "less than 2 s")


def restart(server):
    """The first start reads back what the killed one left in the write-ahead log; each is measured."""
    seconds = server.start()
    print(f"started in {seconds:.3f} s", file=sys.stderr)
    server.kill()
    return seconds


main()
