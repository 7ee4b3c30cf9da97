"""The live page's WebSocket with three other clients, and with frames that RFC 6455 forbids.

Each client sends commands whole, with characters of one to four bytes, and in fragments with pings between them, and
closes."""

import asyncio
import functools
import json
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest
import websocket
import websockets
from client import BINARY, CLOSE, CONTINUATION, FINAL, PING, PONG, TEXT, WebSocket, encode
from service import Service

pytestmark = pytest.mark.websockets

MARKS = ["plain", "é", "漢字", "😀", "x" * 2000]


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with Service(tmp_path_factory.mktemp("websockets"), "--connections-per-address", "1000") as service:
        yield service.port


def command(mark: str) -> str:
    return json.dumps({"speed": 1, "ack": mark}, ensure_ascii=False)


def is_answer(data: Any, mark: str) -> bool:
    if not isinstance(data, str):
        return False
    message = json.loads(data)
    return message["kind"] == "ack" and message["ack"] == mark


def test_the_client_websockets_gets_answers_and_pongs_and_closes(port: int) -> None:
    async def talk() -> None:
        async with websockets.connect(f"ws://127.0.0.1:{port}/live?window=0", compression=None) as line:

            async def answer(mark: str) -> None:
                while not is_answer(await line.recv(), mark):
                    pass

            for mark in MARKS:
                await line.send(command(mark))
                await answer(mark)
            # This client takes fragments as text, so they are cut between characters.
            await line.send(iter(['{"speed":1,', '"ack":"', "fragments", '"}']))
            await answer("fragments")
            await (await line.ping(b"payload"))
            await line.send(b"T\x01\0\0" + b"\0" * 8)
            await line.close(1000, "done")
            assert line.close_code == 1000

    asyncio.run(asyncio.wait_for(talk(), 30))


def test_the_client_aiohttp_gets_answers_and_frames_after_a_ping_and_closes(port: int) -> None:
    async def talk() -> None:
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(f"http://127.0.0.1:{port}/live?format=json", autoping=True) as line:
                for mark in MARKS:
                    await line.send_str(command(mark))
                    while not is_answer((await line.receive(timeout=5)).data, mark):
                        pass
                await line.ping(b"payload")
                for _ in range(5):
                    message = await line.receive(timeout=5)
                assert message.type == aiohttp.WSMsgType.TEXT
                await line.close(code=1000, message=b"done")
                assert line.close_code == 1000

    asyncio.run(asyncio.wait_for(talk(), 30))


def test_the_client_websocket_client_gets_answers_to_fragments_and_closes(port: int) -> None:
    line = websocket.create_connection(f"ws://127.0.0.1:{port}/live?window=0", timeout=5)

    def answer(mark: str) -> None:
        while not is_answer(line.recv(), mark):
            pass

    for mark in MARKS:
        line.send(command(mark))
        answer(mark)
    # Fragments cut anywhere, even within a character, with pings between them.
    mark = "漢" * 300
    data = command(mark).encode()
    for at in range(0, len(data), 17):
        opcode = websocket.ABNF.OPCODE_CONT if at else websocket.ABNF.OPCODE_TEXT
        line.send_frame(websocket.ABNF(int(at + 17 >= len(data)), 0, 0, 0, opcode, 1, data[at : at + 17]))
        if at % 85 == 0:
            line.ping(b"between")
    answer(mark)
    line.close(status=1000, reason=b"done", timeout=5)
    assert not line.connected


def close(code: int, reason: bytes = b"") -> bytes:
    return encode(FINAL | CLOSE, code.to_bytes(2, "big") + reason)


# A text whole, and in fragments.
whole = functools.partial(encode, FINAL | TEXT)
first = functools.partial(encode, TEXT)
more = functools.partial(encode, CONTINUATION)
last = functools.partial(encode, FINAL | CONTINUATION)
ping = functools.partial(encode, FINAL | PING)
GREEK = "κόσμε".encode()
NOT_UTF8 = [b"\x80", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf8\x88\x80\x80\x80", b"\xff", b"\xed\xbf\xbf", b"\xc3"]
VALID_CODES = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]
INVALID_CODES = [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535]
# By Autobahn's sections: 2 pings, 3 reserved bits, 4 opcodes, 5 fragments, 6 UTF-8, 7 closing, 9 limits.
CASES: list[tuple[str, bytes, int]] = [
    ("2.5 a ping of 126 bytes", ping(b"x" * 126), 1002),
    ("2.1 a ping, then a close", ping(b"x" * 125) + close(1000), 1000),
    *[(f"3 reserved bits {bits}", encode(FINAL | TEXT | bits << 4, b"{}"), 1002) for bits in range(1, 8)],
    *[(f"4.1 opcode {code}", encode(FINAL | code, b"x"), 1002) for code in range(3, 8)],
    *[(f"4.2 opcode {code}", encode(FINAL | code, b"x"), 1002) for code in range(11, 16)],
    ("5.1 a ping in fragments", encode(PING, b"a") + last(b"b"), 1002),
    ("5.2 a pong in fragments", encode(PONG, b"a") + last(b"b"), 1002),
    ("5.9 a continuation of nothing", last(b"a"), 1002),
    ("5.10 a continuation of nothing, unfinished", more(b"a"), 1002),
    ("5.15 a continuation after the last fragment", first(b'{"speed":') + last(b"1}") + more(b"a"), 1002),
    ("5.18 a text within a message", first(b"a") + whole(b"b"), 1002),
    ("5.19 pings between", first(b'{"spe') + ping() + more(b'ed"') + ping() + last(b":1}") + close(1000), 1000),
    ("6.3 a text that is no UTF-8", whole(GREEK + b"\xed\xa0\x80edited"), 1007),
    ("6.4 the same in fragments", first(GREEK) + more(b"\xf4\x90\x80\x80") + last(b"e"), 1007),
    ("6.2 UTF-8 cut within a character", first(b'{"ack":"\xc3') + last(b'\xa9","speed":1}') + close(1000), 1000),
    *[(f"6 {bad.hex()}", whole(bad), 1007) for bad in NOT_UTF8],
    ("7.1 a close", close(1000, b"bye"), 1000),
    ("7.3.1 a close without a code", encode(FINAL | CLOSE), 1000),
    ("7.3.2 half a code", encode(FINAL | CLOSE, b"\x03"), 1002),
    ("7.3.6 a reason too long", close(1000, b"x" * 124), 1002),
    ("7.5 a reason that is no UTF-8", close(1000, b"\xce\xba\xed\xa0\x80"), 1007),
    *[(f"7.7 code {code}", close(code), 1000) for code in VALID_CODES],
    *[(f"7.9 code {code}", close(code), 1002) for code in INVALID_CODES],
    ("9 a message of 4,097 bytes", whole(b"x" * 4097), 1009),
    ("9 fragments of 4,097 bytes together", first(b"x" * 4000) + last(b"x" * 97), 1009),
    ("9 a frame that declares 1 GiB", bytes([FINAL | BINARY, 0xFF]) + (1 << 30).to_bytes(8, "big") + bytes(4), 1009),
    ("frames without masks", encode(FINAL | TEXT, b"{}", masks=False), 1002),
    ("a close without a mask", encode(FINAL | CLOSE, b"\x03\xe8", masks=False), 1002),
]


@pytest.mark.parametrize(("frames", "code"), [pytest.param(frames, code, id=name) for name, frames, code in CASES])
def test_the_service_closes_with_the_code_of(frames: bytes, code: int, port: int) -> None:
    with WebSocket(port, early=frames) as line:
        assert line.closing_code() == code


def test_the_service_reads_frames_byte_by_byte(port: int) -> None:
    with WebSocket(port) as line:
        for byte in first(b'{"speed":') + ping(b"x") + last(b"1}") + close(1000):
            line.send(bytes([byte]))
        assert line.closing_code() == 1000
