"""A whole site on loopback: PostgreSQL, perhaps with a standby, nodes of Tatami, and HAProxy in front of them with the
configuration that operators get (packaging/haproxy.cfg). Everything goes away with the test."""
import atexit
import ctypes
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))

import ws  # noqa: E402
from postgres import Postgres, binaries, free_port  # noqa: E402
from server import Server, eventually  # noqa: E402

PACKAGING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "packaging")
CONFIG = os.path.join(PACKAGING, "haproxy.cfg")


def missing():
    """What this machine lacks for a site, or None."""
    if binaries() is None:
        return "PostgreSQL is not installed"
    if not haproxy():
        return "HAProxy is not installed"
    return None


def haproxy():
    return shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")


class Wire:
    """A way to a database that can be cut without either side noticing: nothing comes through, nothing is closed."""

    def __init__(self, targets):
        self.targets = targets  # functions that give a port; one is chosen by the port that was asked
        self.cut = False
        self.pairs = set()
        self.lock = threading.Lock()
        self.listeners = []
        for target in targets:
            listener = socket.create_server(("127.0.0.1", 0))
            self.listeners.append(listener)
            threading.Thread(target=self.accept, args=(listener, target), daemon=True).start()

    def ports(self):
        return [listener.getsockname()[1] for listener in self.listeners]

    def accept(self, listener, target):
        while True:
            try:
                near = listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.carry, args=(near, target), daemon=True).start()

    def carry(self, near, target):
        while self.cut:
            time.sleep(0.02)
        try:
            far = socket.create_connection(("127.0.0.1", target()), 2)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        for one in (near, far):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self.lock:
            self.pairs.add((near, far))
        try:
            while True:
                readable = select.select([near, far], [], [], 0.5)[0]
                while self.cut:
                    time.sleep(0.02)
                for one in readable:
                    data = one.recv(1 << 16)
                    if not data:
                        return
                    (far if one is near else near).sendall(data)
        except (OSError, ValueError):
            pass
        finally:
            near.close()
            far.close()
            with self.lock:
                self.pairs.discard((near, far))

    def split(self):
        self.cut = True

    def heal(self):
        self.cut = False


class Site:
    """`standby`: with a second database that has everything before it is acknowledged. `wires`: each node reaches the
    database through a Wire."""

    def __init__(self, n_nodes=3, standby=False, wires=False, proxy=True, durable=False, flags=()):
        self.durable = durable
        self.databases = [Postgres(durable=durable)]
        if standby:
            self.databases.append(Postgres(durable=durable, of=self.databases[0]))
            self.wait_for_standby()
        self.wires = [Wire([lambda i=i: self.databases[i].port for i in range(len(self.databases))])
            for _ in range(n_nodes)] if wires else []
        self.ports = [free_port() for _ in range(n_nodes)]
        self.nodes = []
        for i, port in enumerate(self.ports):
            self.nodes.append(Server(f"--store={self.address(i)}", f"--node=node{i}", f"--port={port}", "--behind-proxy",
                *flags))
        self.folder = tempfile.mkdtemp(prefix="tatami-site-")
        self.port = None
        self.haproxy = None
        atexit.register(self.discard)
        if proxy:
            self.start_proxy()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.discard()

    def address(self, node):
        ports = self.wires[node].ports() if self.wires else [database.port for database in self.databases]
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
        return f"postgresql://tatami@{hosts}/tatami?application_name=node{node}"

    def start_proxy(self):
        """The operators' file, with our addresses."""
        self.port = free_port()
        names = "abcdefgh"
        with open(CONFIG, encoding="utf-8") as file:
            config = file.read().replace("bind :80", f"bind 127.0.0.1:{self.port}").replace("maxconn 20000", "maxconn 2000")
        first = re.search(r"(?m)^    server a .*\n", config)[0]
        config = re.sub(r"(?m)^    server [b-h] .*\n", "", config)
        for line in re.findall(r"(?m)^    server a .*\n", config):
            many = "".join(line.replace("server a 10.0.0.1:8080", f"server {names[i]} 127.0.0.1:{port}").replace(
                "tables/a", f"tables/{names[i]}") for i, port in enumerate(self.ports))
            config = config.replace(line, many, 1)
        assert "10.0.0." not in config and first not in config, config
        path = os.path.join(self.folder, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(config)
        with open(os.path.join(self.folder, "log"), "w", encoding="utf-8") as log:
            self.haproxy = subprocess.Popen([haproxy(), "-db", "-f", path], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL))
        if not eventually(self.answers, 60):
            with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
                raise AssertionError(f"HAProxy does not answer: {log.read()[-2000:]}")

    def answers(self):
        try:
            return ws.ask(self.port, "GET", "/health", timeout=5).status == 200
        except (OSError, ws.Closed):
            return False

    def primary(self):
        return self.databases[0]

    def fail_over(self):
        """The primary dies, the standby takes its place, and a new standby is made from it."""
        dead, standby = self.databases
        dead.stop(signal.SIGQUIT)
        standby.promote()
        dead.discard()
        # At the place of the dead one, since the nodes know these addresses.
        new = Postgres(durable=self.durable, of=standby, port=dead.port)
        self.databases = [standby, new]
        self.wait_for_standby()

    def wait_for_standby(self):
        """From then on, a commit is acknowledged once the standby has it, too."""
        primary = self.primary()
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.sql("SELECT pg_reload_conf()")
        assert eventually(lambda: primary.sql("SELECT sync_state FROM pg_stat_replication") == "sync", 60)

    def ask(self, method, path, body=None, token=None, **more):
        return ws.ask(self.port or self.ports[0], method, path, body, token, **more)

    def discard(self):
        if self.haproxy and self.haproxy.poll() is None:
            self.haproxy.kill()
            self.haproxy.wait()
        for node in self.nodes:
            if node.process and node.process.poll() is None:
                node.process.send_signal(signal.SIGCONT)
                node.kill()
            shutil.rmtree(node.folder, ignore_errors=True)
        for database in self.databases:
            database.discard()
        shutil.rmtree(self.folder, ignore_errors=True)
