"""Runs and live pages: commands go in, frames and events come out, all as JSON lines."""

from __future__ import annotations

import json
import os
import subprocess
from collections import deque
from typing import Any, Iterator, NamedTuple

from .websocket import WebSocket

__all__ = ["Body", "Client", "Closed", "Frame", "Live", "Rejected", "Run"]


class Rejected(Exception):
    """A command was wrong. It has changed nothing; the text says what to write."""


class Closed(Exception):
    """The run or the page has ended; the text says why."""


class Body(NamedTuple):
    """Where a body is and how it moves: units, radians, units/s, rad/s."""

    x: float
    y: float
    angle: float
    vx: float
    vy: float
    w: float


class Frame(NamedTuple):
    """The state at a tick: `bodies` in the order of `Client.bodies`, as tuples or as an array of rows."""

    tick: int
    t: float
    gravity: tuple[float, float]
    bodies: Any


class Client:
    """What `Run` and `Live` have in common.

    Messages that nobody has asked for yet wait in memory; of more than `backlog` frames and events the oldest are
    dropped, and counted in `dropped`.
    """

    def __init__(self, arrays: bool = False, backlog: int = 10_000) -> None:
        self.header: dict[str, Any] = {}
        """The header of the recording: bodies, masses, shapes, walls. A live page replaces it when bodies change."""
        self.bodies: list[str] = []
        """The names of the rows of frames, as of the newest message that was read."""
        self.summary: dict[str, Any] | None = None
        """What the run has come to, once it is over."""
        self.dropped = 0
        self._arrays = arrays
        self._waiting: deque[dict[str, Any]] = deque()
        self._backlog = backlog
        self._mark = 0

    # A client sends and receives JSON objects; the rest is the same.
    def _send(self, message: dict[str, Any]) -> None:
        raise NotImplementedError

    def _receive(self) -> dict[str, Any] | None:
        raise NotImplementedError

    def _reason(self) -> str:
        """Why there are no more messages."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends the run, or leaves the page."""
        raise NotImplementedError

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def tilt(self, x: float, y: float) -> None:
        """Tilts the box, in g in the device's axes: (0, -1) is upright. Waits for no answer."""
        self._send({"tilt": [x, y]})

    def send(self, **command: Any) -> None:
        """Sends a command, as in `send(speed=0.5)`, and waits for no answer."""
        self._send(command)

    def ask(self, **command: Any) -> int:
        """Sends a command and waits for its answer.

        Returns the tick from which it acts. Raises `Rejected` if it is wrong, `Closed` if there is no answer.
        """
        self._mark += 1
        mark = self._mark
        self._send({**command, "ack": mark})
        while True:
            message = self._next()
            if message is None:
                raise Closed(self._reason())
            if message.get("ack") == mark:
                if message["kind"] == "error":
                    raise Rejected(message["reason"])
                return int(message["tick"])
            if len(self._waiting) >= self._backlog:
                self._waiting.popleft()
                self.dropped += 1
            self._waiting.append(message)

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yields every message, frames and events alike, until the run is over."""
        while (message := self._waiting.popleft() if self._waiting else self._next()) is not None:
            self._note(message)
            yield message

    def frames(self) -> Iterator[Frame]:
        """Yields frames until the run is over; events between them are left out."""
        for message in self.messages():
            if message["kind"] == "frame":
                yield self._frame(message)

    def frame(self) -> Frame:
        """Returns the next frame. Raises `Closed` if there is none."""
        for frame in self.frames():
            return frame
        raise Closed(self._reason())

    def _next(self) -> dict[str, Any] | None:
        message = self._receive()
        if message is not None and message["kind"] == "summary":
            self.summary = message
        return message

    def _note(self, message: dict[str, Any]) -> None:
        if message["kind"] in ("header", "scene"):
            self.header = message.get("header", message)
            self.bodies = self.header["bodies"]
        elif message["kind"] == "bodies":
            self.bodies = message["bodies"]

    def _frame(self, message: dict[str, Any]) -> Frame:
        rows = message["bodies"]
        bodies: Any = tuple(Body(*row) for row in rows)
        if self._arrays:
            import numpy

            bodies = numpy.array(rows, dtype=float).reshape(len(rows), 6)
        x, y = message["gravity"]
        return Frame(message["tick"], message["t"], (x, y), bodies)


class Run(Client):
    """A run of `tiltbox run --tilt -`, in real time.

    `options` are further arguments, as in `Run("crates.yaml", "--duration", "5")`; `command` is the program, or the
    variable TILTBOX, or `tiltbox` in the PATH. With `arrays`, frames have NumPy arrays instead of tuples.
    """

    def __init__(
        self,
        scenario: str | os.PathLike[str] | None = None,
        *options: str,
        command: str | None = None,
        arrays: bool = False,
        backlog: int = 10_000,
    ) -> None:
        super().__init__(arrays, backlog)
        names = [] if scenario is None else [os.fspath(scenario)]
        self._process = start("run", *names, *options, "--tilt", "-", "--format", "jsonl", command=command)
        first = self._next()
        if first is None:
            finish(self._process)
            raise Closed(self._reason())
        self._note(first)

    @property
    def status(self) -> int | None:
        """The exit status; None while it runs. 1 says that an expectation of the scenario does not hold."""
        return self._process.poll()

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(message, allow_nan=False).encode() + b"\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            if isinstance(error, ValueError) and not self._process.stdin.closed:
                raise
            raise Closed(self._reason()) from None

    def _receive(self) -> dict[str, Any] | None:
        assert self._process.stdout
        line = self._process.stdout.readline()
        # What a killed run has left of a line is none.
        return json.loads(line) if line.endswith(b"\n") else None

    def _reason(self) -> str:
        return f"tiltbox run has ended with status {self._process.wait()}; standard error has the reason"

    def close(self) -> None:
        """Lets the run end in good order, reads what is left, and waits for it."""
        try:
            self._send({"quit": True})
        except Closed:
            pass
        finish(self._process, lambda: self._next() is not None)


class Live(Client):
    """A viewer of `tiltbox serve`, by the address that it prints, token included: `http://host:8080/?token=…`.

    Frames come as the service sends them; a viewer who reads slowly gets fewer. A page has the commands of a run and
    its own, such as `ask(reset=True)`; see docs/live.md.
    """

    def __init__(self, address: str, arrays: bool = False, backlog: int = 10_000, context: Any = None) -> None:
        super().__init__(arrays, backlog)
        self._socket = WebSocket(address, "/live", {"format": "json"}, context)
        while not self.header:
            message = self._next()
            if message is None:
                self.close()
                raise Closed(self._reason())
            self._note(message)

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._socket.send(json.dumps(message, allow_nan=False))
        except OSError as error:
            raise Closed(f"the page is gone: {error}") from None

    def _reason(self) -> str:
        return f"the page closed the connection: {self._socket.reason}"

    def _receive(self) -> dict[str, Any] | None:
        text = self._socket.receive()
        return None if text is None else json.loads(text)

    def close(self) -> None:
        """Leaves the page, which goes on."""
        self._socket.close()


def start(*arguments: str, command: str | None = None) -> subprocess.Popen[bytes]:
    """Starts the command with pipes; its standard error stays that of the caller."""
    program = command or os.environ.get("TILTBOX") or "tiltbox"
    try:
        return subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{program}: no such command; install tiltbox, or set TILTBOX to where it was built"
        ) from None


def finish(process: subprocess.Popen[bytes], read: Any = lambda: False) -> None:
    """Closes a process's input, reads what it still writes, and waits for it."""
    assert process.stdin and process.stdout
    try:
        process.stdin.close()
    except BrokenPipeError:
        pass
    while not process.stdout.closed and read():
        continue
    process.stdout.close()
    try:
        process.wait(timeout=2)
    except subprocess.TimeoutExpired:
        # A copy of this process, as multiprocessing makes them by fork, has a copy of the pipe and keeps it open.
        process.terminate()
        process.wait()
