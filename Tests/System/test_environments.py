"""The environments of clients/python/examples/balance, with Tiltbox and with pymunk: Gymnasium's checks, equal motion,
and steps per second, measured alternately."""

import os
import subprocess
import sys

import pytest
from service import ROOT, TILTBOX, Note

pytestmark = pytest.mark.environments


def test_both_engines_move_the_ball_alike(note: Note) -> None:
    environment = os.environ | {"TILTBOX": TILTBOX, "PYTHONPATH": str(ROOT / "clients/python")}
    script = ROOT / "clients/python/examples/balance/compare.py"
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    note("\n" + done.stdout)
