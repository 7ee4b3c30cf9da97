"""Runs and live pages: commands go in, frames and events come out, all as JSON lines."""

from __future__ import annotations

import json
import operator
from collections import deque
from contextlib import AbstractContextManager, suppress
from reprlib import repr as short
from typing import Any, Iterator, NamedTuple

from .command import Closed, Command, Path
from .websocket import WebSocket

__all__ = ["Body", "Client", "Frame", "Live", "Rejected", "Run"]


def plain(value: Any) -> Any:
    """Converts what NumPy has instead of numbers and lists."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{short(value)} is a {type(value).__name__}; commands have numbers, texts, lists and dictionaries")


MOST_WAITING = 1_000_000_000
"""The largest `backlog`."""

encoder = json.JSONEncoder(allow_nan=False, default=plain)


def encode(command: dict[str, Any]) -> str:
    """Encodes a command. The error of a NaN or an infinity names its key."""
    try:
        return encoder.encode(command)
    except ValueError:
        for key, value in command.items():
            try:
                encoder.encode(value)
            except ValueError:
                raise ValueError(f"{key} is {short(value)}; give finite numbers") from None
        raise


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Checks a whole number of any type, also NumPy's; a truth value, such as a misplaced `more`, is none."""
    with suppress(TypeError):
        if not isinstance(value, bool) and low <= (number := operator.index(value)) <= high:
            return number
    raise ValueError(f"{name} is {value!r}; give a whole number from {low} to {high}")


class Rejected(Exception):
    """A command was invalid and changed nothing. The text says what to write."""


class Body(NamedTuple):
    """A body's position, angle and velocities, in units, radians, units/s and rad/s."""

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


class Client(AbstractContextManager[Any]):
    """The base class of `Run` and `Live`.

    Unread messages wait in memory. If more than `backlog` are waiting, the client drops the oldest and counts them in
    `dropped`.
    """

    def __init__(self, link: Command | WebSocket, arrays: bool, backlog: int) -> None:
        self.header: dict[str, Any] = {}
        """The header of the recording: bodies, masses, shapes, walls. A live page replaces it when bodies change."""
        self.bodies: list[str] = []
        """The names of the bodies, in the order of a frame's rows, as of the newest message that was read."""
        self.summary: dict[str, Any] | None = None
        """The summary of the run; None until it is over."""
        self.dropped = 0
        self._link, self._arrays = link, arrays
        self._waiting: deque[dict[str, Any]] = deque(maxlen=backlog)
        self._mark, self._since, self._last, self._old = 0, 0.0, b"", b""
        if not any(self.header for _ in self.messages()):
            self.close()
            raise link.end()

    def close(self) -> None:
        """Ends the run, or leaves the page."""
        self._link.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def tilt(self, x: float, y: float) -> None:
        """Tilts the box, in g, in the device's axes: (0, -1) is upright. Does not wait for an answer."""
        self.send(tilt=[x, y])

    def send(self, **command: Any) -> None:
        """Sends a command, as in `send(speed=0.5)`, without waiting for an answer."""
        self._link.send(encode(command).encode())

    def ask(self, **command: Any) -> int:
        """Sends a command and waits for its answer.

        Returns the tick at which it takes effect, and drops the frames from before. Events stay. Raises `Rejected` if
        the command is invalid, `Closed` if there is no answer.
        """
        self._mark += 1
        self.send(**command, ack=self._mark)
        while (message := self._next()) is not None:
            if message.get("ack") == self._mark:
                if message["kind"] == "error":
                    raise Rejected(message["reason"])
                # A page can repeat its newest frame after the answer, and a new session comes with a scene.
                self._since = float("inf") if command.keys() & {"reset", "scene"} else message["tick"]
                self._old = self._last
                self._waiting = deque((m for m in self._waiting if m["kind"] != "frame"), self._waiting.maxlen)
                return int(message["tick"])
            self.dropped += len(self._waiting) == self._waiting.maxlen
            self._waiting.append(message)
        raise self._link.end()

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yields every message, frames and events alike, until the run is over."""
        while (message := self._waiting.popleft() if self._waiting else self._next()) is not None:
            self._note(message)
            yield message

    def frames(self) -> Iterator[Frame]:
        """Yields frames until the run is over, and skips the events between them."""
        return (self._frame(message) for message in self.messages() if message["kind"] == "frame")

    def frame(self) -> Frame:
        """Returns the oldest unread frame, or waits for one, during a pause until the run continues.

        Raises `Closed` if the run is over.
        """
        if (frame := next(self.frames(), None)) is None:
            raise self._link.end()
        return frame

    def _next(self) -> dict[str, Any] | None:
        while (line := self._link.receive()) is not None:
            message: dict[str, Any] = json.loads(line)
            if message["kind"] == "summary":
                self.summary = message
            elif message["kind"] == "scene":
                self._since = 0
            elif message["kind"] == "frame":
                old, self._old, self._last = self._old, b"", line
                if message["tick"] < self._since or line == old:
                    continue
            return message
        return None

    def _note(self, message: dict[str, Any]) -> None:
        if message["kind"] in ("header", "scene", "bodies"):
            header = message.get("header", message)
            self.header = self.header if message["kind"] == "bodies" else header
            self.bodies = header["bodies"]

    def _frame(self, message: dict[str, Any]) -> Frame:
        bodies: Any = tuple(Body(*row) for row in message["bodies"])
        if self._arrays:
            import numpy

            bodies = numpy.array(bodies, dtype=float).reshape(-1, 6)
        x, y = message["gravity"]
        return Frame(message["tick"], message["t"], (x, y), bodies)


OWN_OPTIONS = {
    "--fast": "a Run is in real time; drop it, or use Environments",
    **dict.fromkeys(["-o", "--output"], "a Run reads the recording itself; write its messages() to a file"),
    "--tilt": "a Run sends the tilts itself; drop it, and call tilt()",
    "--format": "a Run reads JSON lines; drop it",
}
"""Why `Run` rejects these options."""


class Run(Client):
    """A run of `tiltbox run --tilt -`, in real time.

    `options` are further arguments, as in `Run("crates.yaml", "--duration", 5)`. `command` is the program; the
    default is the variable TILTBOX, the command of the same wheel, or `tiltbox` on the PATH. With `arrays`, frames
    contain NumPy arrays, not tuples.
    """

    def __init__(
        self, scenario: Path = None, *options: Any, command: Path = None, arrays: bool = False, backlog: int = 10_000
    ) -> None:
        for option in map(str, options):
            if (reason := OWN_OPTIONS.get(option.split("=")[0])) is not None:
                raise ValueError(f"{option}: {reason}")
        backlog = whole("backlog", backlog, 0, MOST_WAITING)
        self._process = Command(command, "run", scenario, *options, "--tilt", "-", "--format", "jsonl")
        super().__init__(self._process, arrays, backlog)

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yields every message until the run is over. Raises `Closed` if it ended without a summary, as when killed."""
        yield from super().messages()
        if self.header and self.summary is None:
            raise self._process.end()

    @property
    def status(self) -> int | None:
        """The exit status, None while it runs; 1 if an expectation of the scenario was not met."""
        return self._process.poll()

    def close(self) -> None:
        """Asks the run to quit, reads the remaining messages, and waits for its end."""
        with suppress(BrokenPipeError, Closed):
            self.send(quit=True)
            self._process.stdin.close()
        while self._next() is not None:
            continue
        super().close()


class Live(Client):
    """A viewer of `tiltbox serve`, at the address that it prints, with the token: `http://host:8099/?token=…`.

    The service sends frames at its own rate, and fewer to a viewer who reads slowly. A page accepts the commands of a
    run and others, such as `ask(reset=True)`; see docs/live.md. Closing the viewer does not end the service.
    """

    def __init__(self, address: str, arrays: bool = False, backlog: int = 10_000, context: Any = None) -> None:
        backlog = whole("backlog", backlog, 0, MOST_WAITING)
        super().__init__(WebSocket(address, "/live", {"format": "json"}, context), arrays, backlog)
