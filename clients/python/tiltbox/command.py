"""The command `tiltbox`, connected by two pipes."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sysconfig
from contextlib import suppress
from typing import IO, Any, Optional, Union

__all__ = ["Closed", "Command", "Path"]

Path = Optional[Union[str, "os.PathLike[str]"]]

REMEDY = "set TILTBOX, or the argument command, to the path of tiltbox"


class Closed(Exception):
    """The run or the page has ended; the text says why."""


class Command(subprocess.Popen[bytes]):
    """The running command. It shares standard error with the caller."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    has_answered = False
    """Whether the first answer was that of `tiltbox`."""

    def __init__(self, command: Path, *words: Any) -> None:
        # The one that was installed with this client need not be on the PATH.
        own = os.path.join(sysconfig.get_path("scripts"), "tiltbox")
        default = own if os.access(own, os.X_OK) else "tiltbox"
        program = os.fspath(command or os.environ.get("TILTBOX") or default)
        if shutil.which(program) is None:
            if os.path.exists(program):
                problem = "is a directory" if os.path.isdir(program) else "is not executable"
                raise PermissionError(f"{program}: {problem}; {REMEDY}")
            raise FileNotFoundError(f"{program}: command not found; install tiltbox, or {REMEDY}")
        self.words = [
            os.fsdecode(word) if isinstance(word, (str, bytes, os.PathLike)) else str(word)
            for word in words if word is not None
        ]
        # The buffer has room for a whole order or answer, so that each takes one system call.
        try:
            super().__init__([program, *self.words], 1 << 20, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            if error.errno == errno.ENOEXEC:
                raise OSError(f"{program}: is no program; {REMEDY}") from None
            raise

    def __del__(self) -> None:
        # Popen keeps the object of a running command, and the command runs as long as its pipes are open.
        for pipe in (self.stdout, self.stdin) if hasattr(self, "stdin") else ():
            with suppress(OSError):
                pipe.close()
        super().__del__()

    def send(self, line: bytes) -> None:
        """Sends a line."""
        self.write(line + b"\n")

    def write(self, content: bytes) -> None:
        """Writes and flushes bytes."""
        try:
            self.stdin.write(content)
            self.stdin.flush()
        except (BrokenPipeError, ValueError):  # A closed pipe raises ValueError.
            raise self.end() from None

    def receive(self) -> bytes | None:
        """Waits for the next line; None at the end. Ignores the partial last line of a killed run."""
        line = b"" if self.stdout.closed else self.stdout.readline()
        if line and not self.has_answered:
            self.check_answer(line.startswith(b'{"tiltbox":'))
        return line if line.endswith(b"\n") else None

    def end(self) -> Closed:
        """The reason for the end."""
        status = self.wait()
        if status == 0 and not self.has_answered:
            self.check_answer(False)
        name = f"{'tiltbox' if self.has_answered else self.args[0]} {self.words[0]}"
        if status < 0:
            return Closed(f"{name} was ended by signal {-status} ({signal.strsignal(-status)})")
        reason = "; standard error has the reason" if status else ": it finished, or was asked to quit"
        return Closed(f"{name} ended with status {status}{reason}")

    def check_answer(self, is_right: bool) -> None:
        """Raises `Closed` unless the first answer is that of `tiltbox`."""
        self.has_answered = is_right
        if not is_right:
            self.close()
            raise Closed(f"{self.args[0]} {self.words[0]} does not answer as tiltbox does; {REMEDY}")

    def close(self) -> None:
        """Closes both pipes, and waits for the command."""
        with suppress(BrokenPipeError):
            self.stdin.close()
        self.stdout.close()
        try:
            self.wait(timeout=2)
        except subprocess.TimeoutExpired:
            # A forked copy of this process, as multiprocessing makes it, keeps its copy of the pipe open.
            self.terminate()
            self.wait()
