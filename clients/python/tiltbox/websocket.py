"""The client side of RFC 6455, as far as a live page needs it."""

from __future__ import annotations

import base64
import hashlib
import os
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ssl import SSLError
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from .command import Closed

REMEDY = "write the address that tiltbox serve prints, as http://host:port/?token=…"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocket:
    """A connection for text messages."""

    def __init__(self, address: str, path: str, query: dict[str, str], context: Any = None) -> None:
        try:
            url = urlsplit(address if "//" in address else f"//{address}")
            host, port = url.hostname, url.port
            if host is None:
                raise ValueError("no host")
            self._http = HTTPConnection(host, port, timeout=30)
        except (HTTPException, ValueError) as error:
            raise ValueError(f"{address}: {error}; {REMEDY}") from None
        if url.scheme in ("https", "wss"):
            self._http = HTTPSConnection(host, port, timeout=30, context=context)
        page = f"the live page at {host}:{self._http.port}"
        key = base64.b64encode(os.urandom(16)).decode()
        seal = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest())
        headers = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        target = f"{path}?{urlencode({**dict(parse_qsl(url.query)), **query})}"
        try:
            self._http.request("GET", target, headers={**headers, "Sec-WebSocket-Key": key})
            answer = self._http.getresponse()
        except (HTTPException, OSError) as error:
            self._http.close()
            if isinstance(error, SSLError):
                raise
            raise ConnectionRefusedError(f"{page}: {error}; {REMEDY}") from error
        if answer.status != 101 or answer.getheader("Sec-WebSocket-Accept") != seal.decode():
            is_text = (answer.getheader("Content-Type") or "").startswith("text/plain")
            reason = answer.read(1000).decode(errors="replace").strip() if is_text else answer.reason
            self._http.close()
            kind = PermissionError if answer.status in (401, 403) else ConnectionRefusedError
            raise kind(f"{page} answered {answer.status}: {reason}")
        self._file, self._stream = answer.fp, self._http.sock
        self._stream.settimeout(None)
        self._reason = ""

    def send(self, text: bytes) -> None:
        """Sends a text message."""
        try:
            self._write(TEXT, text)
        except OSError as error:
            self._reason = self._reason or str(error)
            raise self.end() from None

    def receive(self) -> bytes | None:
        """Waits for the next text message; None at the end."""
        text = b""
        try:
            while True:
                first, length = self._read(2)
                if length > 125:
                    length = int.from_bytes(self._read(2 if length == 126 else 8), "big")
                content, kind = self._read(length), first & 0x0F
                if kind == PING:
                    self._write(PONG, content)
                elif kind == CLOSE:
                    code, reason = int.from_bytes(content[:2], "big"), content[2:].decode(errors="replace")
                    raise EOFError(f"{code} {reason}".rstrip() if content else "no reason given")
                elif kind != PONG:
                    text += content
                    if first & 0x80:
                        return text
        except (EOFError, OSError, ValueError) as error:  # A closed connection raises ValueError.
            self._reason = self._reason or str(error)
            self.close()
            return None

    def end(self) -> Closed:
        """The reason for the end."""
        return Closed(f"the connection to the page is closed: {self._reason}")

    def close(self) -> None:
        """Sends a closing frame and disconnects."""
        with suppress(OSError):
            self._write(CLOSE, (1000).to_bytes(2, "big"))
        self._http.close()

    def _read(self, count: int) -> bytes:
        content = self._file.read(count)
        if len(content) < count:
            raise EOFError("the data ended")
        return content

    def _write(self, kind: int, content: bytes) -> None:
        length = len(content)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index & 3] for index, byte in enumerate(content))
        self._stream.sendall(bytes([0x80 | kind]) + size + mask + masked)
