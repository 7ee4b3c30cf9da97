"""Options and fixtures of the system tests."""

import contextlib
import pathlib
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from browser import Browser
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import sync_playwright
from service import OUTPUT, ROOT, Note, Option, Run, Serve, Service, Start

OPTIONS: list[tuple[str, type, Any, str]] = [
    ("kills", int, 100, "kills of a run"),
    ("seed", int, None, "the seed of these kills; random if absent"),
    ("flood-seconds", int, 8, "seconds of each flood"),
    ("stalled", int, 1000, "viewers that read nothing"),
    ("hours", float, 24, "hours of the simulated soak"),
    ("minutes", float, 10, "minutes of the real soak"),
    ("viewers", str, "1,10,100", "numbers of viewers whose cost is measured"),
    ("load-seconds", int, 8, "seconds of each such measurement"),
    ("cases", str, "*", "Autobahn's cases, as in 7.*,6.12"),
]
NOTES = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    for name, kind, value, words in OPTIONS:
        parser.addoption(f"--{name}", type=kind, default=value, help=f"{words} (default: {value})")


@pytest.fixture
def option(request: pytest.FixtureRequest) -> Option:
    return request.config.getoption


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Note:
    """Stores a line for the end of the report: a measurement."""
    notes = request.config.stash.setdefault(NOTES, [])
    return lambda line: notes.append(f"{request.node.name}: {line}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if notes := config.stash.get(NOTES, []):
        terminalreporter.section("measurements")
        for line in notes:
            terminalreporter.write_line(line)


@pytest.fixture(autouse=True, scope="module")
def debian_packages(request: pytest.FixtureRequest) -> None:
    """Installs the packages that a module names: `pytest.mark.debian("chromium")`."""
    for mark in request.node.iter_markers("debian"):
        subprocess.run([ROOT / "scripts/setup", *mark.args], check=True)


@pytest.fixture
def serve(tmp_path: pathlib.Path) -> Iterator[Serve]:
    """Starts services, which end with the test."""
    with contextlib.ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(Service(tmp_path, *arguments))


@pytest.fixture
def service(serve: Serve) -> Service:
    """A service of the classic scene."""
    return serve()


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts runs, and kills those that a test leaves behind."""
    with contextlib.ExitStack() as stack:

        def start(*arguments: object, reads: bool = True, **options: Any) -> Run:
            run = Run(*arguments, **options)
            stack.callback(run.process.kill)
            if reads:
                run.reader.start()
            return run

        yield start


@pytest.fixture
def certificate(tmp_path: pathlib.Path) -> tuple[str, ...]:
    """Options of a service with TLS, and a certificate for box.test."""
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=box.test"
    names = ["-addext", "subjectAltName=DNS:box.test,IP:127.0.0.1"]
    subprocess.run([*command.split(), *names, "-out", certificate, "-keyout", key], check=True, capture_output=True)
    return "--tls-certificate", str(certificate), "--tls-key", str(key)


@pytest.fixture(scope="module")
def output(request: pytest.FixtureRequest) -> pathlib.Path:
    """A folder for pictures and recordings that stay."""
    folder = OUTPUT / request.path.stem.removeprefix("test_")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def chromium(debian_packages: None) -> Iterator[Chromium]:
    arguments = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    arguments += " --disable-component-update --disable-sync"
    hosts = "--host-resolver-rules=MAP box.test 127.0.0.1"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=[*arguments.split(), hosts])
        yield chromium
        chromium.close()


@pytest.fixture
def browser(chromium: Chromium, output: pathlib.Path, serve: Serve) -> Iterator[Browser]:
    """A browser that fails the test if a page logs a warning or an error."""
    browser = Browser(chromium, output)
    yield browser
    browser.close()
    assert not browser.problems
