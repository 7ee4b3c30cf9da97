"""A live service under floods on the loopback address. It answers an honest viewer and /healthz meanwhile, and its
journals replay after kill -9."""

import contextlib
import json
import os
import pathlib
import socket
import ssl
import statistics
import struct
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from client import BINARY, CONTINUATION, FINAL, PING, TEXT, WebSocket, encode, text
from service import Note, Option, Service, await_true, memory, tiltbox

pytestmark = [pytest.mark.flood, pytest.mark.debian("openssl")]

JOURNAL = ["--journal", "run.journal", "--log", "json"]
Act = Callable[[int, threading.Event], None]
TILT = encode(FINAL | BINARY, b"T\x01\0\0" + struct.pack("<ff", 0.3, -1))


class Attacked:
    """A service with an honest viewer, who reads everything and sends commands that ask for an answer."""

    def __init__(self, service: Service) -> None:
        self.service, self.viewer = service, WebSocket(service.port, "?window=1000000")
        self.viewer.socket.settimeout(60)
        self.answered = threading.Condition()
        self.waiting: dict[int, float] = {}
        self.sent, self.slowest = 0, 0.0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def command(self) -> None:
        with self.answered:
            number, self.sent = self.sent, self.sent + 1
            self.waiting[number] = time.monotonic()
        self.viewer.send(text({"impulse": {"body": "crate-1", "by": [2000 * (-1) ** number, 9000]}, "ack": number}))

    def read(self) -> None:
        """Reads until the service disconnects the viewer."""
        with contextlib.suppress(ConnectionError):
            while True:
                for frame in self.viewer.frames():
                    if frame.opcode == TEXT and b'"ack":' in frame.payload[:60]:
                        with self.answered:
                            took = time.monotonic() - self.waiting.pop(json.loads(frame.payload)["ack"])
                            self.slowest = max(self.slowest, took)
                            self.answered.notify_all()

    def measure(self, seconds: int, note: Note) -> None:
        """Sends ten commands a second, and expects an answer to each and to /healthz within a second."""
        lateness, self.slowest = [], 0.0
        for _ in range(seconds):
            for _ in range(10):
                self.command()
                time.sleep(0.1)
            self.service.get("/healthz")
            lateness.append(self.service.metrics().get('lateness_seconds{quantile="0.99"}', 0) * 1000)
        with self.answered:
            assert self.answered.wait_for(lambda: not self.waiting, 1), f"{len(self.waiting)} commands have no answer"
        note(
            f"p99 late {statistics.median(lateness):.2f} ms (worst {max(lateness):.2f}), slowest answer "
            f"{self.slowest * 1000:.0f} ms, {memory(self.service.process.pid) / 1024:.0f} MB"
        )
        assert self.service.process.poll() is None, "the service has ended"
        assert self.reader.is_alive(), "the viewer was disconnected"


def idle_connections(port: int, stopped: threading.Event) -> None:
    held: list[socket.socket] = []
    while not stopped.wait(0.002):
        held.append(socket.create_connection(("127.0.0.1", port), timeout=2))
        held = held[-300:]


def slow_requests(port: int, stopped: threading.Event) -> None:
    held = [socket.create_connection(("127.0.0.1", port), timeout=2) for _ in range(40)]
    while not stopped.wait(0.2):
        for connection in held:
            connection.sendall(b"X")


def noise(port: int, stopped: threading.Event) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
        connection.sendall(os.urandom(2000) + b"\r\n\r\n")
        while connection.recv(1 << 12):
            pass


def messages(*frames: bytes) -> Act:
    data = b"".join(frames) * 50

    def act(port: int, stopped: threading.Event) -> None:
        with WebSocket(port, "?format=json") as connection:
            connection.socket.settimeout(0.2)
            while not stopped.is_set():
                with contextlib.suppress(TimeoutError):
                    connection.send(data)

    return act


def bodies(shape: Callable[[int], dict[str, Any]]) -> Act:
    """Adds bodies as fast as possible; `shape` makes the shape of the nth body."""

    def act(port: int, stopped: threading.Event) -> None:
        with WebSocket(port, "?format=json") as connection:
            connection.socket.settimeout(0.2)
            # Each connection has a budget of its own.
            for number in range(150):
                if stopped.is_set():
                    return
                body = {"id": f"{'x' * 1500}{time.monotonic_ns()}", "at": [150, 150], "mass": 1, **shape(number)}
                with contextlib.suppress(TimeoutError):
                    connection.send(text({"add": body}))
                    connection.socket.recv(1 << 16)

    return act


def cluster(number: int) -> dict[str, Any]:
    """Returns forty circles around a point."""
    shapes = [{"circle": 6, "center": [(i % 8) * 11 - 40, (i // 8) * 11 - 25]} for i in range(40)]
    return {"shapes": shapes, "at": [60 + 37 * number % 180, 60 + 53 * number % 180]}


def spread(number: int) -> dict[str, Any]:
    """Returns a ball at one of many places."""
    return {"circle": 7, "at": [15 + 17 * number % 270, 15 + 29 * number % 270]}


FRAGMENTS = encode(TEXT, b'{"spe'), encode(FINAL | PING, b"x"), encode(FINAL | CONTINUATION, b'ed":1}')
FLOODS: dict[str, tuple[Act, int]] = {
    "idle connections": (idle_connections, 2),
    "requests byte by byte": (slow_requests, 2),
    "noise instead of HTTP": (noise, 2),
    "tilts": (messages(TILT), 3),
    "commands": (messages(text({"speed": 1, "ack": 1})), 3),
    "resets": (messages(text({"reset": True})), 2),
    "fragments and pings": (messages(*FRAGMENTS), 2),
    "overlapping bodies with long ids": (bodies(lambda _: {"circle": 20}), 3),
    "bodies of forty shapes": (bodies(cluster), 3),
    "bodies as large as the box": (bodies(lambda n: {"box": [250, 250], "at": [140 + n % 20, 150]}), 3),
    "small bodies all over the box": (bodies(spread), 3),
}


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Attacked]:
    folder = tmp_path_factory.mktemp("attacked")
    limits = ["--max-clients", pytestconfig.getoption("stalled") + 20, "--recording-size", 16]
    with Service(folder, *JOURNAL, *limits) as service:
        yield Attacked(service)


@pytest.mark.parametrize("name", ["no flood", *FLOODS])
def test_it_answers_during(name: str, attacked: Attacked, option: Option, note: Note) -> None:
    act, count = FLOODS.get(name, (noise, 0))
    stopped = threading.Event()

    def flood() -> None:
        while not stopped.is_set():
            try:
                act(attacked.service.port, stopped)
            except OSError:
                stopped.wait(0.05)

    threads = [threading.Thread(target=flood, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        attacked.measure(option("flood_seconds"), note)
    finally:
        stopped.set()
        for thread in threads:
            thread.join(10)


def test_viewers_who_read_nothing_take_little_memory(attacked: Attacked, option: Option, note: Note) -> None:
    pid = attacked.service.process.pid
    before = memory(pid)
    port, query = attacked.service.port, "?format=json&window=0"
    held = [WebSocket(port, query, receive_buffer=4096) for _ in range(option("stalled"))]
    attacked.measure(20, note)
    after = memory(pid)
    note(f"{before / 1024:.0f} MB before, {after / 1024:.0f} MB with {len(held)} stalled viewers")
    assert after < before + (300 << 10)
    for viewer in held:
        viewer.socket.close()


def test_journals_replay_after_kill_and_resume(attacked: Attacked, note: Note) -> None:
    attacked.measure(1, note)
    folder = attacked.service.log.parent
    attacked.service.kill()
    with Service(folder, *JOURNAL, "--resume") as again:
        again.get("/healthz")
    journals = sorted(folder.glob("run*.journal"))
    assert journals
    for journal in journals:
        tiltbox("replay", journal, "--format", "none")
    note(f"{attacked.sent} commands answered; {len(journals)} journals replay")


def test_half_open_tls_handshakes_end(tmp_path: pathlib.Path, certificate: tuple[str, ...]) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    hello = ssl.MemoryBIO()
    with pytest.raises(ssl.SSLWantReadError):
        context.wrap_bio(ssl.MemoryBIO(), hello).do_handshake()
    start = hello.read()

    def is_open(connection: socket.socket) -> bool:
        try:
            return bool(connection.recv(100))
        except BlockingIOError:
            return True
        except OSError:
            return False

    with Service(tmp_path, *certificate, "--connections-per-address", "400") as service:
        address = ("127.0.0.1", service.port)
        held = [socket.create_connection(address, timeout=2) for _ in range(300)]
        for connection in held:
            connection.sendall(start[: len(start) // 2])
            connection.setblocking(False)
        with context.wrap_socket(socket.create_connection(address, timeout=5)) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b"200" in connection.recv(1000)
        await_true("closing half-open handshakes", lambda: not any(map(is_open, held)), 20, every=0.5)
