"""The client's side of RFC 6455, as far as a live page needs it."""

from __future__ import annotations

import base64
import hashlib
import os
import socket
import ssl
import struct
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocket:
    """A connection that carries texts."""

    def __init__(self, address: str, path: str, query: dict[str, str], context: Any = None) -> None:
        url = urlsplit(address if "//" in address else f"//{address}")
        if url.hostname is None:
            raise ValueError(f"{address}: no host in it; write http://host:port/?token=…")
        secure = url.scheme in ("https", "wss")
        port = url.port or (443 if secure else 80)
        self.reason = "no reason given"
        self._is_over = False
        self._stream = socket.create_connection((url.hostname, port), timeout=30)
        self._stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if secure:
            self._stream = (context or ssl.create_default_context()).wrap_socket(
                self._stream, server_hostname=url.hostname
            )
        self._file = self._stream.makefile("rb")
        target = f"{path}?{urlencode({**dict(parse_qsl(url.query)), **query})}"
        try:
            self._shake_hands(url.netloc.rpartition("@")[2], target)
        except BaseException:
            self._hang_up()
            raise
        self._stream.settimeout(None)

    def _shake_hands(self, host: str, target: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._stream.sendall(
            f"GET {target} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        status = self._file.readline(65536).decode("latin-1").strip()
        headers = {}
        while line := self._file.readline(65536).decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        if status.split(" ")[1:2] != ["101"]:
            raise ConnectionRefusedError(f"no live page at {host}: {status or 'no answer'}")
        seal = hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
        if headers.get("sec-websocket-accept") != base64.b64encode(seal).decode():
            raise ConnectionRefusedError(f"{host} is no WebSocket: its answer does not fit the question")

    def send(self, text: str) -> None:
        """Sends a text."""
        self._write(TEXT, text.encode())

    def receive(self) -> str | None:
        """Waits for the next text; None at the end, of which `reason` tells."""
        parts: list[bytes] = []
        if self._is_over:
            return None
        self._is_over = True
        try:
            while True:
                final, kind, content = self._read()
                if kind == PING:
                    self._write(PONG, content)
                elif kind == CLOSE:
                    if len(content) >= 2:
                        code = int.from_bytes(content[:2], "big")
                        self.reason = f"{code} {content[2:].decode(errors='replace')}".strip()
                    self._write(CLOSE, content[:2])
                    return None
                elif kind != PONG:
                    parts.append(content)
                    if final:
                        text = b"".join(parts).decode()
                        self._is_over = False
                        return text
        except (EOFError, OSError, ValueError) as error:
            self.reason = str(error) or "the connection broke"
            return None

    def close(self) -> None:
        """Says good-bye and hangs up."""
        try:
            self._write(CLOSE, struct.pack(">H", 1000))
        except (OSError, ValueError):
            pass
        self._hang_up()

    def _hang_up(self) -> None:
        self._file.close()
        self._stream.close()

    def _read(self) -> tuple[bool, int, bytes]:
        first, second = self._exactly(2)
        length = second & 0x7F
        if length >= 126:
            size = 2 if length == 126 else 8
            length = int.from_bytes(self._exactly(size), "big")
        return bool(first & 0x80), first & 0x0F, self._exactly(length)

    def _exactly(self, count: int) -> bytes:
        content = self._file.read(count)
        if len(content) < count:
            raise EOFError("the page closed the connection")
        return content

    def _write(self, kind: int, content: bytes) -> None:
        length = len(content)
        if length < 126:
            head = struct.pack(">BB", 0x80 | kind, 0x80 | length)
        else:
            head = struct.pack(">BBH", 0x80 | kind, 0x80 | 126, length)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index & 3] for index, byte in enumerate(content))
        self._stream.sendall(head + mask + masked)
