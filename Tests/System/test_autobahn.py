"""The cases of Autobahn's fuzzing client, `wstest`, against the live page's WebSocket pipeline with an echo behind it.

Autobahn needs Python 2.7, which Debian last shipped in release 11. APT downloads its packages and checks their
signatures; a fixture unpacks them in .build/system-tests/autobahn, beside autobahntestsuite and its dependencies from
PyPI. DEBIAN is the mirror, ECHO the built echo server. The server offers no compression, so sections 12 and 13 report
UNIMPLEMENTED."""

import collections
import json
import os
import pathlib
import platform
import subprocess
import sys
from typing import Any

import pytest
from service import OUTPUT, ROOT, Note, Option

pytestmark = [pytest.mark.autobahn, pytest.mark.debian("gcc")]

WORK = OUTPUT / "autobahn"
PYTHON = WORK / "python2"
SUITE = "autobahntestsuite==25.10.1"
DEBIAN = os.environ.get("DEBIAN", "http://deb.debian.org/debian")
PACKAGES = "python2.7-minimal libpython2.7-minimal libpython2.7-stdlib libpython2.7-dev libssl1.1 libffi7 libexpat1"
PASSES = {"OK", "NON-STRICT", "INFORMATIONAL", "UNIMPLEMENTED"}
# Compression is an optional extension, which the server does not offer.
OPTIONAL = ("12.", "13.")


def run(*command: object, **options: Any) -> None:
    subprocess.run([str(part) for part in command], check=True, **options)


def unpack_python() -> None:
    for folder in ["state/lists/partial", "cache/archives/partial", "packages", "root"]:
        (WORK / folder).mkdir(parents=True, exist_ok=True)
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (WORK / "sources.list").write_text(f"deb [signed-by={keys}] {DEBIAN} bullseye main\n")
    settings = {
        "Dir::State": WORK / "state", "Dir::State::status": "/dev/null", "Dir::Cache": WORK / "cache",
        "Dir::Etc::sourcelist": WORK / "sources.list", "Dir::Etc::sourceparts": "/dev/null",
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-qq", *[part for name, value in settings.items() for part in ("-o", f"{name}={value}")]]
    run(*apt, "update")
    run(*apt, "download", *PACKAGES.split(), cwd=WORK / "packages")
    for package in (WORK / "packages").glob("*.deb"):
        run("dpkg", "-x", package, WORK / "root")


@pytest.fixture(scope="module")
def wstest(debian_packages: None) -> pathlib.Path:
    """Installs Autobahn's client for Python 2.7, unless it is there."""
    usr, site = WORK / "root/usr", WORK / "site"
    if (site / "zope/__init__.py").exists():
        return site / "bin/wstest"
    unpack_python()
    libraries = ":".join(f"{WORK}/root{usr}/lib/{platform.machine()}-linux-gnu" for usr in ("/usr", ""))
    # Extensions built from source find Python's headers where these were unpacked.
    PYTHON.write_text(f"""#!/bin/sh
export LD_LIBRARY_PATH={libraries} PYTHONHOME={usr} PYTHONPATH={site}:{WORK}/pip
export CFLAGS="-I{usr}/include -I{usr}/include/python2.7"
export PYTHONWARNINGS=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_PYTHON_VERSION_WARNING=1
exec {usr}/bin/python2.7 "$@"
""")
    PYTHON.chmod(0o755)
    # The last pip for Python 2.7, downloaded by this Python's pip.
    tools, pip = WORK / "tools", [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run(*pip, "download", "--no-deps", "--python-version", "2.7", "--dest", tools,
        "pip==20.3.4", "setuptools==44.1.1", "wheel==0.37.1")
    install = ["install", "--quiet", "--target"]
    run(PYTHON, next(tools.glob("pip-*.whl")) / "pip", *install, WORK / "pip", "--no-index", "--find-links", tools,
        "pip", "setuptools", "wheel")
    run(PYTHON, "-m", "pip", *install, site, SUITE)
    (site / "zope/__init__.py").touch()  # otherwise Python does not see a package in this folder
    return site / "bin/wstest"


@pytest.fixture(scope="module")
def echo() -> str:
    """Returns the path of the echo server; builds it unless ECHO states one."""
    if "ECHO" not in os.environ:
        run("swift", "build", "--ignore-lock", "-c", "release", "--product", "WebSocketEcho", cwd=ROOT)
    return os.environ.get("ECHO", str(ROOT / ".build/release/WebSocketEcho"))


def test_no_case_of_autobahn_fails(echo: str, wstest: pathlib.Path, option: Option, note: Note) -> None:
    report, specification = WORK / "report", WORK / "fuzzingclient.json"
    with subprocess.Popen([echo], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin and server.stdout
        address = f"ws://127.0.0.1:{int(server.stdout.readline())}"
        specification.write_text(json.dumps({
            "outdir": str(report), "servers": [{"agent": "tiltbox", "url": address}],
            "cases": option("cases").split(","), "exclude-cases": [], "exclude-agent-cases": {},
        }))
        with open(WORK / "log", "w") as log:
            run(PYTHON, wstest, "-m", "fuzzingclient", "-s", specification, stdout=log, stderr=log, cwd=WORK)
        server.stdin.close()
        server.wait(10)
    results = json.loads((report / "index.json").read_text()).get("tiltbox", {})
    failed = {
        case: result
        for case, result in results.items()
        if not {result["behavior"], result["behaviorClose"]} <= PASSES
        or (result["behavior"] == "UNIMPLEMENTED" and not case.startswith(OPTIONAL))
    }
    counts = collections.Counter(result["behavior"] for result in results.values())
    note(f"{len(results)} cases: " + ", ".join(f"{count} {behavior}" for behavior, count in counts.most_common()))
    assert results and not failed
