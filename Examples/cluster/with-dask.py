"""Runs a sweep with Dask, one task per part. If a worker is lost, another one resumes its part.

    python with-dask.py PLAN PARTS FOLDER RESULTS [SCHEDULER]

Without the address of a scheduler, it starts two workers on this machine. Workers share the folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from dask.distributed import Client, as_completed

TILTBOX = os.environ.get("TILTBOX", "tiltbox")
# Statuses that a retry does not change: an invalid plan or file, or an internal error.
PERMANENT = {1, 64, 65, 66, 70}


def part(plan: str, index: int, count: int, folder: str) -> tuple[int, str]:
    """Runs or resumes a part; returns the exit status and standard error."""
    command = [TILTBOX, "sweep", "--plan", plan, "--shard-index", str(index), "--shard-count", str(count)]
    output = Path(folder, f"part-{index:06d}.jsonl")
    done = subprocess.run([*command, "--jobs", "1", "-o", str(output), "--resume"], capture_output=True, text=True)
    if done.returncode not in {0, *PERMANENT}:
        # Dask retries a task that raises an exception.
        raise RuntimeError(f"part {index} ended with status {done.returncode}: {done.stderr}")
    return done.returncode, done.stderr


def main() -> int:
    plan, count, folder, results = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    Path(folder).mkdir(parents=True, exist_ok=True)
    scheduler = {"address": sys.argv[5]} if len(sys.argv) > 5 else {"n_workers": 2, "threads_per_worker": 1}
    with Client(**scheduler) as client:
        tasks = [client.submit(part, plan, index, count, folder, pure=False, retries=3) for index in range(count)]
        for task in as_completed(tasks):
            status, errors = task.result()
            if status != 0:
                sys.stderr.write(errors)
                return status
    parts = [str(Path(folder, f"part-{index:06d}.jsonl")) for index in range(count)]
    return subprocess.run([TILTBOX, "sweep", "--merge", *parts, "-o", results]).returncode


if __name__ == "__main__":
    sys.exit(main())
