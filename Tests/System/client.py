"""The WebSocket client of the system tests. It sends whatever it is given, also what RFC 6455 forbids."""

import base64
import json
import os
import socket
import time
from typing import Any, NamedTuple

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL = 0x80


class Frame(NamedTuple):
    opcode: int
    payload: bytes


def encode(first: int, payload: bytes = b"", masks: bool = True) -> bytes:
    """Returns a frame; its first byte has the final bit, the reserved bits and the opcode."""
    size = len(payload)
    length = bytes([size]) if size < 126 else bytes([126]) + size.to_bytes(2, "big")
    if not masks:
        return bytes([first]) + length + payload
    key = b"\x37\xfa\x21\x3d"
    keys = int.from_bytes((key * (size // 4 + 1))[:size], "big")
    masked = (int.from_bytes(payload, "big") ^ keys).to_bytes(size, "big")
    return bytes([first, length[0] | 0x80]) + length[1:] + key + masked


def text(message: Any) -> bytes:
    """Returns a frame with a message in JSON."""
    return encode(FINAL | TEXT, json.dumps(message).encode())


class WebSocket:
    """A connection to the live page."""

    def __init__(self, port: int, query: str = "", early: bytes = b"", receive_buffer: int | None = None) -> None:
        """Connects; `early` are frames that follow the handshake at once, before its answer."""
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(10)
        self.socket.connect(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /live{query} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        if early:
            self.socket.sendall(early)
        self.data = bytearray()
        while b"\r\n\r\n" not in self.data:
            self.receive()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        status = head.split(b"\r\n")[0].decode()
        if " 101 " not in status:
            raise ConnectionError(status)

    def __enter__(self) -> "WebSocket":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, frame: bytes) -> None:
        self.socket.sendall(frame)

    def receive(self) -> None:
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError("the service closed the connection")
        self.data += data

    def frames(self) -> list[Frame]:
        """Waits for data; returns the frames that are complete, after an answer to each ping."""
        found = list(iter(self.take, None))
        if not found:
            self.receive()
            found = list(iter(self.take, None))
        for frame in found:
            if frame.opcode == PING:
                self.send(encode(FINAL | PONG, frame.payload))
        return found

    def take(self) -> Frame | None:
        """Removes a frame from the data, if one is complete."""
        data = self.data
        if len(data) < 2:
            return None
        size, start = data[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start], "big")
        if len(data) < start + size:
            return None
        frame = Frame(data[0] & 15, bytes(data[start : start + size]))
        del data[: start + size]
        return frame

    def closing_code(self, within: float = 10) -> int:
        """Reads until the service closes the connection; returns the code of its close frame, or 0."""
        code, end = 0, time.monotonic() + within
        try:
            while time.monotonic() < end:
                for frame in self.frames():
                    if frame.opcode == CLOSE and not code:
                        code = int.from_bytes(frame.payload[:2], "big")
        except ConnectionError:
            return code
        raise TimeoutError("the service does not close the connection")
