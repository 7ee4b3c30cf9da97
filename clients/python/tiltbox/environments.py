"""Many environments of one scenario in one process: a client of `tiltbox env`. docs/env.md describes the messages."""

from __future__ import annotations

import json
import struct
from contextlib import AbstractContextManager, suppress
from reprlib import repr as short
from typing import Any, Iterable, NamedTuple

from .client import Body, Rejected, encode, whole
from .command import Closed, Command, Path

__all__ = ["Environments", "Row"]

HEAD = struct.Struct("<BBHI")


class Row(NamedTuple):
    """An environment at a tick.

    It has the digest of the trajectory so far, and the bodies in the order of `Environments.bodies`.
    """

    tick: int
    digest: int
    bodies: tuple[Body, ...]


class Environments(AbstractContextManager["Environments"]):
    """`count` environments of a scenario, which step together on all cores.

    `rows` has a row for each environment: a list of `Row` or, with `arrays`, a read-only NumPy array with the fields
    `tick`, `digest` and `bodies`; `rows["bodies"]` has the shape (environments, bodies, 6). Each answer makes new rows.
    `options` are further arguments of the command, such as `"--body", "ball"`.
    """

    def __init__(
        self, count: int, scenario: Path = None, *options: Any,
        ticks: int = 1, arrays: bool = False, command: Path = None,
    ) -> None:
        self.count = whole("count", count, 1, 65536)
        ticks = whole("ticks", ticks, 1, 65535)
        self._chain = b""
        self._lacks_answer = False
        self._process = Command(command, "env", self.count, scenario, "--ticks", ticks, *options)
        self.hello: dict[str, Any] = json.loads(self._receive()[1])
        """The command's first message: bodies, columns, ticks, the header of a recording, and more."""
        self.bodies: list[str] = self.hello["bodies"]
        self._row = struct.Struct(f"<QQ{6 * len(self.bodies)}d")
        self._numpy: Any = None
        if arrays:
            import numpy

            self._numpy = numpy
            fields = [("tick", "<u8"), ("digest", "<u8"), ("bodies", "<f8", (len(self.bodies), 6))]
            self._fields = numpy.dtype(fields)
        self.rows: Any = self._answer()

    def step(self, tilts: Any, ticks: int = 0, more: bool = False) -> Any:
        """Tilts each environment, (x, y) in g, steps all of them, and returns their rows.

        A tilt of two NaN keeps the current one. If `ticks` is 0, the `ticks` given to the initializer count. If a tilt
        is out of range, raises `Rejected` and changes nothing. An array has the shape (environments, 2).

        With `more`, here and in the other methods, the order waits and is sent with the next one, in one round trip.
        The rows are those after both. If the second order is invalid, the first one still takes effect.
        """
        remedy = "give (x, y) in g for each environment, as in [(0, -1), (1, 0)]"
        if self._numpy:
            array = self._numpy.asarray(tilts, dtype="<f8")
            if array.shape != (self.count, 2):
                raise ValueError(f"tilts of the shape {array.shape}, not {(self.count, 2)}: {remedy}")
            return self._order("S", array.tobytes(), more, ticks)
        try:
            numbers = [number for x, y in tilts for number in (x, y)]
            content = struct.pack(f"<{len(numbers)}d", *numbers)
        except (TypeError, struct.error):
            raise TypeError(f"tilts {short(tilts)}: {remedy}") from None
        except ValueError:
            raise ValueError(f"tilts {short(tilts)}: {remedy}") from None
        if len(numbers) != 2 * self.count:
            raise ValueError(f"{len(numbers) // 2} tilts for {self.count} environments: {remedy}")
        return self._order("S", content, more, ticks)

    def keep(self, slot: int, environments: Iterable[int] | None = None, more: bool = False) -> Any:
        """Keeps the state of some environments, or of all, in a slot, at least 1."""
        return self._order("K", self._places(slot, environments), more)

    def reset(self, environments: Iterable[int] | None = None, slot: int = 0, more: bool = False) -> Any:
        """Returns some environments, or all, to the state in a slot, bit for bit; slot 0 holds the first tick."""
        return self._order("R", self._places(slot, environments), more)

    def command(self, *lines: dict[str, Any], more: bool = False) -> Any:
        """Carries out commands, as in `command({"environment": 3, "impulse": {"body": "ball", "by": [40, 0]}})`.

        A command without an `environment` applies to all of them. If one is invalid, raises `Rejected` and changes
        nothing.
        """
        if not all(isinstance(line, dict) for line in lines):
            raise TypeError(f"commands {short(lines)}: give dictionaries, as in command({{'tilt': [0, -1]}})")
        return self._order("C", "\n".join(map(encode, lines)).encode(), more)

    def close(self) -> None:
        """Ends the command; at once if an order was interrupted."""
        if self._lacks_answer:
            self._process.kill()
        self._process.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _places(self, slot: int, environments: Iterable[int] | None) -> bytes:
        try:
            indices = range(self.count) if environments is None else list(environments)
            if any(isinstance(number, bool) for number in (slot, *indices)):
                raise TypeError
            return b"".join(struct.pack("<2I", index, slot) for index in indices)
        except (TypeError, struct.error):
            remedy = "give whole numbers from 0 on, as in keep(1, [0, 3]); for a mask, numpy.flatnonzero(mask)"
            raise TypeError(f"slot {slot!r}, environments {short(environments)}: {remedy}") from None

    def _order(self, kind: str, content: bytes, more: bool, ticks: int = 0) -> Any:
        if self._lacks_answer:
            self.close()
            raise Closed("an order was interrupted before its answer; open the environments again")
        ticks = whole("ticks", ticks, 0, 65535)
        longest = max(16 << 20, 16 * self.count)
        if len(content) > longest:
            raise ValueError(f"an order of {len(content)} bytes; send it in parts of at most {longest}")
        self._chain += HEAD.pack(ord(kind.lower() if more else kind), 1, ticks, len(content)) + content
        if more:
            return None
        # After an exception within, such as KeyboardInterrupt, nobody knows where the next answer begins.
        self._lacks_answer = True
        try:
            chain, self._chain = self._chain, b""
            self._process.write(chain)
            self.rows = self._answer()
        except (Closed, Rejected):
            self._lacks_answer = False
            raise
        self._lacks_answer = False
        return self.rows

    def _answer(self) -> Any:
        kind, content = self._receive()
        if kind == ord("E"):
            raise Rejected(content.decode())
        if self._numpy:
            return self._numpy.frombuffer(content, self._fields)
        return [
            Row(tick, digest, tuple(Body(*numbers[i : i + 6]) for i in range(0, len(numbers), 6)))
            for tick, digest, *numbers in self._row.iter_unpack(content)
        ]

    def _receive(self) -> tuple[int, bytes]:
        head = self._process.stdout.read(HEAD.size)
        if len(head) == HEAD.size:
            kind, version, _, length = HEAD.unpack(head)
            if not self._process.has_answered:
                self._process.check_answer((kind, version) == (ord("H"), 1))
            content = self._process.stdout.read(length)
            if len(content) == length:
                return kind, content
        self._process.close()
        raise self._process.end()
