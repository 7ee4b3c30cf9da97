"""Tests the client with the built command: TILTBOX, or the newest build of this repository."""

from __future__ import annotations

import gc
import json
import math
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "clients/python"))

from tiltbox import Client, Closed, Environments, Live, Rejected, Run  # noqa: E402

if "TILTBOX" not in os.environ:
    builds = sorted(ROOT.glob(".build/*/tiltbox"), key=lambda path: path.stat().st_mtime)
    os.environ["TILTBOX"] = str(builds[-1]) if builds else "tiltbox"

CRATES = ROOT / "Examples/crates.yaml"

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


def ends(process: int) -> bool:
    """Whether a child process ends within some seconds."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if os.waitpid(process, os.WNOHANG)[0]:
            return True
        time.sleep(0.01)
    return False


class Service:
    """A live page on a free port."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [os.environ["TILTBOX"], "serve", str(CRATES), "--port", "0", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout
        self.address = ""
        for line in self.process.stdout:
            if match := re.search(r"https?://\S+", line):
                self.address = match[0]
                break

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


class AnyClient:
    """The tests that runs and live pages share."""

    def open(self, **options: Any) -> Client:
        raise NotImplementedError

    def test_commands_act_and_are_answered(self) -> None:
        with self.open() as client:
            self.assertEqual(client.bodies[:5], [f"crate-{number}" for number in range(1, 6)])
            tick = client.ask(tilt=[1, 0])
            self.assertEqual(client.header["masses"][0], 100)
            frame = next(frame for frame in client.frames() if frame.tick >= tick + 2)
            self.assertEqual(frame.gravity, (1000, 0))
            self.assertGreater(frame.bodies[0].vx, 0)
            client.ask(add={"id": "ball", "circle": 9, "at": [150, 150], "mass": 1})
            for frame in client.frames():
                if len(frame.bodies) == 6:
                    break
            self.assertEqual(client.bodies[5], "ball")
            with self.assertRaisesRegex(Rejected, 'no body is called "bal"'):
                client.ask(remove="bal")
            self.assertGreater(client.ask(remove="ball"), tick)

    def test_the_frame_after_an_answer_is_not_older(self) -> None:
        with self.open() as client:
            for _ in range(20):
                tick = client.ask(tilt=[0, -1])
                self.assertGreaterEqual(client.frame().tick, tick)

    def test_memory_has_a_bound(self) -> None:
        with self.open(backlog=3) as client:
            for number in range(9):
                client.send(tilt=[0, -1], ack=f"mine {number}")
            client.ask(tilt=[0, -1])
            self.assertGreaterEqual(client.dropped, 6)
            self.assertLessEqual(len(client._waiting), 3)

    def test_a_backlog_is_a_whole_number(self) -> None:
        for backlog in (-1, 2.5):
            with self.assertRaisesRegex(ValueError, f"^backlog is {backlog}; give a whole number from 0 to "):
                self.open(backlog=backlog)

    def test_numbers_are_finite(self) -> None:
        with self.open() as client:
            with self.assertRaisesRegex(ValueError, r"^tilt is \[nan, 0\]; give finite numbers$"):
                client.tilt(math.nan, 0)
            with self.assertRaisesRegex(ValueError, r"^impulse is \{'body': 'a', 'by': \[0, -inf\]\}; give finite"):
                client.send(speed=1, impulse={"body": "a", "by": [0, -math.inf]})
            client.ask(tilt=[0, -1])

    @unittest.skipIf(numpy is None, "NumPy is not installed")
    def test_commands_with_numpy_numbers(self) -> None:
        with self.open() as client:
            client.tilt(numpy.float32(0.5), -1)
            client.ask(impulse={"body": "crate-1", "by": numpy.array([1, numpy.int64(2)])})
            with self.assertRaises(ValueError):
                client.tilt(numpy.float32("nan"), 0)
            with self.assertRaisesRegex(TypeError, "^1j is a complex; commands have numbers"):
                client.send(speed=1j)

    @unittest.skipIf(numpy is None, "NumPy is not installed")
    def test_frames_as_arrays(self) -> None:
        with self.open(arrays=True) as client:
            frame = client.frame()
            self.assertEqual(frame.bodies.shape, (len(client.bodies), 6))
            self.assertEqual(frame.bodies.dtype, numpy.float64)


class Script:
    """A connection that has certain messages to read."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.lines = [json.dumps(message).encode() for message in messages]

    def send(self, line: bytes) -> None:
        pass

    def receive(self) -> bytes | None:
        return self.lines.pop(0) if self.lines else None

    def close(self) -> None:
        pass


class OrderTest(unittest.TestCase):
    """What `ask` drops, for any timing of the service."""

    header = {"kind": "scene", "header": {"bodies": ["ball"]}}
    event = {"kind": "contact", "tick": 7}

    def frame(self, tick: int, x: float = 0) -> dict[str, Any]:
        return {"kind": "frame", "tick": tick, "t": tick / 120, "gravity": [0, 0], "bodies": [[x, 0, 0, 0, 0, 0]]}

    def open(self, *messages: dict[str, Any]) -> Client:
        return Client(Script(self.header, *messages), False, 99)  # type: ignore[arg-type]

    def ack(self, tick: int) -> dict[str, Any]:
        return {"kind": "ack", "tick": tick, "ack": 1}

    def test_events_stay(self) -> None:
        client = self.open(self.frame(6), self.event, self.ack(8), self.frame(8))
        self.assertEqual(client.ask(speed=1), 8)
        self.assertEqual([message["kind"] for message in client.messages()], ["contact", "frame"])

    def test_a_frame_that_the_answer_overtook(self) -> None:
        client = self.open(self.ack(8), self.frame(6), self.frame(8))
        client.ask(speed=1)
        self.assertEqual(client.frame().tick, 8)

    def test_a_reset(self) -> None:
        client = self.open(self.frame(236), self.ack(239), self.frame(238), self.frame(239), self.header, self.frame(0))
        client.ask(reset=True)
        self.assertEqual(client.frame().tick, 0)

    def test_a_page_without_time(self) -> None:
        still, moved = self.frame(8), self.frame(8, x=1)
        client = self.open(still, self.ack(8), still, moved, moved)
        client.ask(tilt=[0, 1])
        self.assertEqual([frame.bodies[0].x for frame in client.frames()], [1, 1])
        client = self.open(still, self.ack(8), still, still)
        client.ask(speed=1)
        self.assertEqual(len(list(client.frames())), 1)

    def test_a_rejected_command(self) -> None:
        client = self.open(self.frame(6), {"kind": "error", "tick": 8, "ack": 1, "reason": "no"}, self.frame(8))
        with self.assertRaisesRegex(Rejected, "^no$"):
            client.ask(tilt=[9, 9])
        self.assertEqual([frame.tick for frame in client.frames()], [6, 8])


class RunTest(AnyClient, unittest.TestCase):
    def open(self, **options: Any) -> Run:
        return Run(CRATES, "--duration", "20", **options)

    def test_a_run_ends_with_its_summary(self) -> None:
        with Run(CRATES, "--duration", "0.2") as run:
            frames = list(run.frames())
            self.assertEqual([frame.tick for frame in frames][:3], [0, 2, 4])
            self.assertEqual(run.summary and run.summary["ticks"], 24)
            with self.assertRaisesRegex(Closed, "status 0: it finished, or was asked to quit$"):
                for _ in range(9):
                    run.ask(tilt=[0, 1])
        self.assertEqual(run.status, 0)

    def test_closing_ends_a_run_in_good_order(self) -> None:
        run = self.open()
        run.close()
        run.close()
        self.assertEqual(run.status, 0)
        self.assertIsNotNone(run.summary)

    @unittest.skipUnless(hasattr(signal, "SIGKILL"), "this system has no signals")
    def test_a_killed_run_does_not_look_finished(self) -> None:
        with self.open() as run:
            with self.assertRaisesRegex(Closed, r"^tiltbox run was ended by signal 9 \(Killed"):
                for frame in run.frames():
                    run._process.kill()
            self.assertIsNone(run.summary)
            with self.assertRaisesRegex(Closed, "signal 9"):
                run.ask(tilt=[0, 1])

    def test_options_that_a_run_sets_itself(self) -> None:
        for option, reason in [
            ("--fast", "^--fast: a Run is in real time; drop it, or use Environments$"),
            ("-o", r"^-o: a Run reads the recording itself; write its messages\(\) to a file$"),
            ("--output=run.jsonl", "^--output=run.jsonl: a Run reads the recording itself"),
            ("--fast=1", "^--fast=1: a Run is in real time; drop it, or use Environments$"),
            ("--tilt", r"^--tilt: a Run sends the tilts itself; drop it, and call tilt\(\)$"),
            ("--format=text", "^--format=text: a Run reads JSON lines; drop it$"),
        ]:
            with self.assertRaisesRegex(ValueError, reason):
                Run(CRATES, "--duration", "0.1", option, "/dev/null")

    def test_options_that_are_not_texts(self) -> None:
        with Run(CRATES, "--duration", 0.1, "--set", "world.gravity=500") as run:
            list(run.frames())
            self.assertEqual(run.summary and run.summary["ticks"], 12)
        with Environments(1, CRATES, "--jobs", 1) as environments:
            environments.step([(0, -1)])

    def test_a_run_that_cannot_start(self) -> None:
        with self.assertRaisesRegex(Closed, "status 66"):
            Run("missing.yaml")
        with self.assertRaisesRegex(FileNotFoundError, "set TILTBOX"):
            Run(command="/no/such/tiltbox")

    def test_a_program_that_is_not_tiltbox(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            text, script, chatter = (os.path.join(folder, name) for name in ("text", "script", "chatter"))
            for path, content in [(text, "x"), (script, "x"), (chatter, "#!/bin/sh\nyes 1")]:
                Path(path).write_text(content)
                os.chmod(path, 0o644 if path == text else 0o755)
            for command, error, problem in [
                ("/bin/echo", Closed, " (run|env) does not answer as tiltbox does; set TILTBOX, or the argument comm"),
                ("/bin/true", Closed, " (run|env) does not answer as tiltbox does; set TILTBOX"),
                (chatter, Closed, " (run|env) does not answer as tiltbox does; set TILTBOX"),
                ("/bin/false", Closed, " (run|env) ended with status 1; standard error has the reason$"),
                (text, PermissionError, ": is not executable; set TILTBOX"),
                (script, OSError, ": is no program; set TILTBOX"),
                (folder, PermissionError, ": is a directory; set TILTBOX"),
            ]:
                for make in (lambda: Run(CRATES, command=command), lambda: Environments(2, CRATES, command=command)):
                    with self.assertRaisesRegex(error, f"^{command}{problem}"):
                        make()


class ForgottenClientTest(unittest.TestCase):
    """A client that nobody closes, such as that of a notebook's cell that runs again."""

    def test_the_command_of_a_forgotten_client_ends(self) -> None:
        for make in (lambda: Run(CRATES, "--duration", "60"), lambda: Environments(1, CRATES)):
            client: Any = make()
            process = client._process.pid
            with self.assertWarns(ResourceWarning):
                del client
                gc.collect()
            self.assertTrue(ends(process))

    def test_a_command_that_is_missing_leaves_nothing(self) -> None:
        with unittest.mock.patch("sys.unraisablehook") as hook:
            for command in ("/no/such/tiltbox", CRATES.parent):
                with self.assertRaises(OSError):
                    Run(command=command)
            gc.collect()
        hook.assert_not_called()


class LiveTest(AnyClient, unittest.TestCase):
    service: Service

    @classmethod
    def setUpClass(cls) -> None:
        cls.service = Service()
        cls.addClassCleanup(cls.service.__exit__)

    def open(self, **options: Any) -> Live:
        return Live(self.service.address, **options)

    def test_two_viewers_see_one_box(self) -> None:
        with self.open() as one, self.open() as two:
            tick = one.ask(tilt=[0.5, 0])
            frame = next(frame for frame in two.frames() if frame.tick > tick)
            self.assertEqual(frame.gravity, (500, 0))
            one.ask(reset=True)
            self.assertTrue(any(frame.tick <= tick for frame in two.frames()))

    def test_the_frame_after_a_reset_is_of_the_new_session(self) -> None:
        with Service("--resets-per-minute", "1000") as service, Live(service.address) as live:
            for _ in range(5):
                next(frame for frame in live.frames() if frame.tick >= 40)
                live.ask(reset=True)
                self.assertLess(live.frame().tick, 40)

    def test_the_end_of_a_service(self) -> None:
        with Service() as service, Live(service.address) as live:
            service.process.terminate()
            list(live.frames())
            for use in (live.frame, lambda: live.ask(reset=True), lambda: live.tilt(0, 1)):
                with self.assertRaisesRegex(Closed, "is closed: 1001 the service stops$"):
                    use()

    def test_wrong_addresses(self) -> None:
        reason = "^the live page at elsewhere.example:80 answered 421: this service is not called elsewhere.example; "
        with self.assertRaisesRegex(ConnectionRefusedError, reason):
            with unittest.mock.patch("socket.create_connection", self.connect):
                Live("http://elsewhere.example/")
        with self.assertRaisesRegex(ValueError, "no host"):
            Live("")
        remedy = "write the address that tiltbox serve prints, as http://host:port/"
        for address in ("http://host:port/", "http://local host/"):
            with self.assertRaisesRegex(ValueError, f"^{address}: .*; {remedy}"):
                Live(address)
        with unittest.mock.patch("socket.create_connection", side_effect=OSError("unknown")):
            with self.assertRaisesRegex(ConnectionRefusedError, f"^the live page at nonsense:80: unknown; {remedy}"):
                Live("nonsense")

    def connect(self, *_: object, **__: object) -> socket.socket:
        """Connects to the service, whatever the name."""
        address = urlsplit(self.service.address)
        stream = socket.socket()
        stream.connect((address.hostname, address.port))
        return stream

    def test_a_page_with_a_token(self) -> None:
        with Service("--token", "secret-secret-secret") as service:
            page = service.address.split("?")[0]
            with Live(page + "?token=secret-secret-secret") as live:
                live.ask(tilt=[1, 0])
            reason = f"^the live page at {urlsplit(page).netloc} answered 401: the token is missing or wrong; open "
            for address in (page, page + "?token=secret"):
                with self.assertRaisesRegex(PermissionError, reason):
                    Live(address)


class EnvironmentsTest(unittest.TestCase):
    def tilts(self, tick: int, count: int) -> list[tuple[float, float]]:
        return [(math.sin(tick / 9 + index), -1.0) for index in range(count)]

    def test_environments_are_single_runs(self) -> None:
        with Environments(3, CRATES) as environments:
            for tick in range(120):
                environments.step(self.tilts(tick, 3))
            digests = [f"{row.digest:016x}" for row in environments.rows]
        for index in range(3):
            # Each line is half a tick early, so that rounding cannot delay it by a tick.
            lines = "t,x,y\n" + "".join(
                f"{max(0, tick - 0.5) / 120!r},{x!r},{y!r}\n"
                for tick in range(120)
                for x, y in [self.tilts(tick, 3)[index]]
            )
            run = subprocess.run(
                [os.environ["TILTBOX"], "run", str(CRATES), "--fast", "--duration", "1"]
                + ["--tilt", "-", "--tilt-units", "g", "--tilt-convention", "gravity", "--format", "none"],
                input=lines,
                stdout=subprocess.PIPE,
                text=True,
            )
            self.assertIn(f'"digest":"{digests[index]}"', run.stdout)

    def test_kept_states_come_back_to_the_bit(self) -> None:
        with Environments(4, CRATES, ticks=3) as environments:
            first = environments.rows
            for tick in range(30):
                environments.step(self.tilts(tick, 4))
            kept = environments.keep(5, [1, 2])
            after = [environments.step(self.tilts(tick, 4)) for tick in range(30)]
            self.assertEqual(environments.reset([2], slot=5)[2], kept[2])
            again = [environments.step(self.tilts(tick, 4)) for tick in range(30)]
            self.assertEqual([rows[2] for rows in after], [rows[2] for rows in again])
            self.assertEqual(environments.reset(), first)
            self.assertEqual(environments.step(self.tilts(0, 4), ticks=7)[0].tick, 7)

    def test_orders_sent_together_have_one_answer(self) -> None:
        push = {"environment": 1, "impulse": {"body": "crate-2", "by": [300, 0]}}
        with Environments(2, CRATES) as single, Environments(2, CRATES) as together:
            for tick in range(5):
                single.step(self.tilts(tick, 2), ticks=3)
                single.keep(1, [0])
                single.reset([1])
                rows = single.command(push)
                self.assertIsNone(together.step(self.tilts(tick, 2), ticks=3, more=True))
                self.assertIsNone(together.keep(1, [0], more=True))
                self.assertIsNone(together.reset([1], more=True))
                self.assertEqual(together.command(push), rows)
            together.reset([0], slot=2, more=True)
            with self.assertRaisesRegex(Rejected, "environment 0: nothing was kept in slot 2"):
                together.step(self.tilts(5, 2))
            self.assertEqual(together.command(), rows)

    def test_what_is_wrong_is_said_and_changes_nothing(self) -> None:
        with Environments(2, CRATES, "--body", "crate-3") as environments:
            self.assertEqual(environments.bodies, ["crate-3"])
            rows = environments.rows
            wrong = {"environment": 1, "impulse": {"body": "crat-1", "by": [1, 1]}}
            for order, reason in [
                (lambda: environments.step([(0, -1), (0, math.inf)]), "environment 1: tilt is inf g"),
                (lambda: environments.reset([0], slot=3), "environment 0: nothing was kept in slot 3"),
                (lambda: environments.keep(0), "slot 0"),
                (lambda: environments.command(wrong), "crat-1"),
            ]:
                with self.assertRaisesRegex(Rejected, reason):
                    order()
            self.assertEqual(environments.command({"tilt": [0, -1]}), rows)
        self.assertEqual(environments._process.returncode, 0)
        with self.assertRaisesRegex(Closed, "status 64"):
            Environments(1, CRATES, "--jobs", 0)

    def test_arguments_of_another_type(self) -> None:
        with Environments(2, CRATES) as environments:
            for order, reason in [
                (lambda: environments.reset([(0, 3)]), "slot 0, environments [(0, 3)]: give whole numbers"),
                (lambda: environments.keep([0]), "slot [0], environments None: give whole numbers from 0 on, "),
                (lambda: environments.reset(1), "slot 0, environments 1: give whole numbers"),
                (lambda: environments.reset([-1]), "slot 0, environments [-1]: give whole numbers"),
                (lambda: environments.step([(0, -1), (0, "1")]), "tilts [(0, -1), (0, '1')]: give (x, y) in g for "),
                (lambda: environments.step([0, -1]), "tilts [0, -1]: give"),
                (lambda: environments.step(None), "tilts None: give"),
                (lambda: environments.command([{"tap": [1, 2]}]), "commands ([{'tap': [1, 2]}],): give dictionaries"),
                (lambda: environments.command("tap"), "commands ('tap',): give dictionaries, as in command({'tilt': [0"),
            ]:
                with self.assertRaisesRegex(TypeError, "^" + re.escape(reason)):
                    order()
            for ticks in (-1, 1.5, 2.0, True, 65536, "1"):
                with self.assertRaisesRegex(ValueError, f"^ticks is {ticks!r}; give a whole number from 0 to 65535$"):
                    environments.step(self.tilts(0, 2), ticks)
            self.assertEqual(environments.command(), environments.rows)
        for count in (-1, 0, "2", 1.0, True, 65_537):
            with self.assertRaisesRegex(ValueError, f"^count is {count!r}; give a whole number from 1 to 65536$"):
                Environments(count, CRATES)
        with self.assertRaisesRegex(ValueError, "^ticks is 0; give a whole number from 1 to 65535$"):
            Environments(1, CRATES, ticks=0)

    def test_a_mask_is_no_list_of_environments(self) -> None:
        with Environments(3, CRATES) as environments:
            rows = environments.step(self.tilts(0, 3))
            for order in (
                lambda: environments.reset([True, False, False]),
                lambda: environments.keep(1, [False, True]),
                lambda: environments.keep(True),
            ):
                with self.assertRaisesRegex(TypeError, "from 0 on, as in .*; for a mask, numpy.flatnonzero"):
                    order()
            self.assertEqual(environments.command(), rows)

    def test_an_order_that_would_end_the_command_is_not_sent(self) -> None:
        with Environments(1, CRATES) as environments:
            with self.assertRaisesRegex(ValueError, "^an order of 16777222 bytes; send it in parts of"):
                environments.command({"t": "x" * 16_777_213})
            self.assertEqual(environments.command(), environments.rows)

    def test_tilts_of_another_shape(self) -> None:
        with Environments(3, CRATES) as environments:
            rows = environments.rows
            for tilts, reason in [
                ([(0, 1, 0), (-1, 0, -1)], "tilts [(0, 1, 0), (-1, 0, -1)]"),
                ([(0,)] * 6, "tilts [(0,), "),
                ([(0, -1)] * 2, "2 tilts for 3 environments"),
                ([], "0 tilts for 3 environments"),
            ]:
                with self.assertRaisesRegex(ValueError, f"^{re.escape(reason)}.*: give \\(x, y\\) in g for each env"):
                    environments.step(tilts)
            self.assertEqual(environments.command(), rows)

    @unittest.skipIf(numpy is None, "NumPy is not installed")
    def test_arrays_of_another_shape(self) -> None:
        with Environments(3, CRATES, arrays=True) as environments:
            digests = environments.rows["digest"].tolist()
            for shape in ((2, 3), (6,), (3, 1), (2, 2), (3, 2, 1), ()):
                reason = re.escape(f"tilts of the shape {shape}, not (3, 2): give ")
                with self.assertRaisesRegex(ValueError, f"^{reason}"):
                    environments.step(numpy.zeros(shape))
            with self.assertRaisesRegex(TypeError, "for a mask, numpy.flatnonzero"):
                environments.reset(numpy.array([True, False, False]))
            self.assertEqual(environments.command()["digest"].tolist(), digests)
            environments.step(numpy.zeros((3, 2)), ticks=numpy.int64(4))
            environments.reset(numpy.flatnonzero([False, True, False]))
            self.assertEqual(environments.rows["tick"].tolist(), [4, 0, 4])

    @unittest.skipUnless(hasattr(signal, "setitimer"), "this system has no timers")
    def test_an_interrupted_order_ends_the_environments(self) -> None:
        class Interrupted(BaseException):
            pass

        def interrupt(*_: object) -> None:
            raise Interrupted

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, interrupt))
        with Environments(200, CRATES) as environments:
            first = environments.rows
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with self.assertRaises(Interrupted):
                environments.step([(0, -1)] * 200, ticks=65_535)
            start = time.monotonic()
            for order in (environments.reset, lambda: environments.keep(1), environments.command):
                with self.assertRaisesRegex(Closed, "^an order was interrupted before its answer; open the environm"):
                    order()
            self.assertLess(time.monotonic() - start, 1.5)
            self.assertIs(environments.rows, first)
        self.assertIsNotNone(environments._process.returncode)

    @unittest.skipUnless(hasattr(os, "fork"), "this system does not fork")
    def test_a_forked_process_does_not_keep_the_command(self) -> None:
        environments = Environments(1, CRATES)
        reader, writer = os.pipe()
        if (child := os.fork()) == 0:
            os.close(writer)
            os.read(reader, 1)
            os._exit(0)
        environments.close()
        self.assertIsNotNone(environments._process.returncode)
        os.close(writer)
        os.waitpid(child, 0)
        os.close(reader)

    @unittest.skipIf(numpy is None, "NumPy is not installed")
    def test_rows_as_arrays(self) -> None:
        with Environments(3, CRATES) as tuples, Environments(3, CRATES, arrays=True) as arrays:
            for tick in range(10):
                rows = tuples.step(self.tilts(tick, 3))
                array = arrays.step(numpy.array(self.tilts(tick, 3)))
            self.assertEqual([tuple(map(int, pair)) for pair in array[["tick", "digest"]]], [row[:2] for row in rows])
            self.assertTrue((array["bodies"] == [row.bodies for row in rows]).all())


if __name__ == "__main__":
    unittest.main()
