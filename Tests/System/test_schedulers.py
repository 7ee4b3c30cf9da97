"""A sweep with GNU parallel, Snakemake and Dask on this machine, one worker of each killed: the merged results have the
bytes of an undisturbed sweep. Then parts are lost and damaged. Finally, the files for Kubernetes and AWS Batch."""

import os
import pathlib
import subprocess
import sys

import pytest
from service import EXAMPLES, FAILURES, TILTBOX, tiltbox
from sweeps import PLAN, kill_writer, sweep_alone

pytestmark = [pytest.mark.schedulers, pytest.mark.debian("parallel")]

BIN = pathlib.Path(sys.executable).parent


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return sweep_alone(tmp_path_factory.mktemp("alone"))


def run_and_kill_one(parts: pathlib.Path, *command: object, with_parent: bool = False) -> str:
    """Runs a scheduler, and kills one process that writes into the folder of parts; returns the scheduler's output."""
    log = parts.parent / "log"
    with open(log, "w") as file:
        process = subprocess.Popen([str(word) for word in command], stdout=file, stderr=file)
    try:
        kill_writer(parts, with_parent)
        assert process.wait(600) == 0, log.read_text()
    finally:
        process.kill()
    return log.read_text()


def sweep_in_parallel(folder: pathlib.Path) -> list[pathlib.Path]:
    """Runs eight parts with GNU parallel and kills a process; returns the parts."""
    parts = folder / "parts"
    parts.mkdir()
    options = ["-k", "-j", 2, "--halt", "soon,fail=1", "--retries", 3, "--joblog", folder / "jobs.tsv"]
    sweep = [TILTBOX, "sweep", "--plan", PLAN, "--shard-index", "{}", "--shard-count", 8, "--jobs", 1]
    run_and_kill_one(parts, "parallel", *options, *sweep, "-o", parts / "part-{}.jsonl", "--resume", ":::", *range(8))
    return sorted(parts.glob("part-*.jsonl"))


def merge(folder: pathlib.Path, *parts: pathlib.Path) -> bytes:
    results = folder / "merged.jsonl"
    tiltbox("sweep", "--merge", *parts, "-o", results)
    return results.read_bytes()


def test_gnu_parallel_gives_the_bytes_of_one_machine_and_fills_lost_parts(tmp_path: pathlib.Path, alone: bytes) -> None:
    parts = sweep_in_parallel(tmp_path)
    assert merge(tmp_path, *parts) == alone
    # A lost, a torn and a damaged part.
    parts[2].unlink()
    os.truncate(parts[5], parts[5].stat().st_size - 100)
    rows = parts[6].read_bytes().split(b"\n")
    head, mark, digest = rows[8].partition(b'"digest":"')
    rows[8] = head + mark + b"x" + digest[1:]
    parts[6].write_bytes(b"\n".join(rows))
    existing = [part for part in parts if part.exists()]
    tiltbox("sweep", "--missing", *existing, statuses=FAILURES)
    # A damaged part is named and ignored; for the merge, it must be removed.
    sweep = [TILTBOX, "sweep", "--plan", PLAN, "--missing", *existing, "--shard-index", "{}", "--shard-count", "3"]
    more = ["--jobs", "1", "-o", tmp_path / "more-{}.jsonl", ":::", "0", "1", "2"]
    subprocess.run(["parallel", "-j", "2", *sweep, *more], check=True, capture_output=True)
    parts[6].unlink()
    whole = [*(part for part in parts if part.exists()), *tmp_path.glob("more-*.jsonl")]
    tiltbox("sweep", "--missing", *whole)
    (tmp_path / "merged.jsonl").unlink()
    assert merge(tmp_path, *whole) == alone


def test_snakemake_restarts_a_killed_part(tmp_path: pathlib.Path, alone: bytes) -> None:
    folder = tmp_path / "snakemake"
    folder.mkdir()
    options = ["--snakefile", EXAMPLES / "cluster/Snakefile", "--directory", folder, "--cores", 2, "--retries", 3]
    log = run_and_kill_one(folder, BIN / "snakemake", *options, "--config", f"plan={PLAN}", "parts=8")
    assert (folder / "results.jsonl").read_bytes() == alone
    assert "Trying to restart" in log


def test_dask_resumes_the_part_of_a_lost_worker(tmp_path: pathlib.Path, alone: bytes) -> None:
    parts, results = tmp_path / "parts", tmp_path / "results.jsonl"
    command = [sys.executable, EXAMPLES / "cluster/with-dask.py", PLAN, 8, parts, results]
    run_and_kill_one(parts, *command, with_parent=True)
    assert results.read_bytes() == alone


def test_the_files_for_kubernetes_and_aws_batch_fit_the_published_schemas() -> None:
    subprocess.run([sys.executable, EXAMPLES / "cluster/check-files.py"], check=True)
