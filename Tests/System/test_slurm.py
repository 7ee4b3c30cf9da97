"""A real Slurm on this machine: one controller, two nodes. It runs a sweep in 16 parts; one task is killed and one node
lost meanwhile. Slurm queues their tasks again, and the merged results have the bytes of one machine."""

import getpass
import os
import pathlib
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from service import EXAMPLES, FAILURES, Note, await_true, tiltbox
from sweeps import PLAN, parent, processes, sweep_alone

pytestmark = [pytest.mark.slurm, pytest.mark.debian("slurm-wlm", "munge")]

CONFIGURATION = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthInfo=socket={work}/munge.socket
StateSaveLocation={work}/state
SlurmdSpoolDir={work}/%n
SlurmctldPidFile={work}/slurmctld.pid
SlurmdPidFile={work}/slurmd-%n.pid
SlurmctldLogFile={work}/slurmctld.log
SlurmdLogFile={work}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SlurmdTimeout=10
SchedulerParameters=sched_interval=1,batch_sched_delay=0,requeue_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=n1 NodeAddr=127.0.0.1 NodeHostname={host} Port={ports[1]} CPUs=1
NodeName=n2 NodeAddr=127.0.0.1 NodeHostname={host} Port={ports[2]} CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm:
    """A controller and the nodes n1 and n2, with files in a folder."""

    def __init__(self, work: pathlib.Path) -> None:
        self.work, self.configuration = work, work / "slurm.conf"
        self.environment = os.environ | {"SLURM_CONF": str(self.configuration)}
        self.processes: list[subprocess.Popen[bytes]] = []
        for folder in ("spool", "state", "n1", "n2"):
            (work / folder).mkdir()
        host, user = socket.gethostname().split(".")[0], getpass.getuser()
        self.configuration.write_text(CONFIGURATION.format(host=host, user=user, work=work, ports=free_ports(3)))
        (work / "munge.key").write_bytes(os.urandom(1024))
        (work / "munge.key").chmod(0o600)
        files = {"key-file": "key", "socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
        options = [f"--{option}={work}/munge.{end}" for option, end in files.items()]
        self.start("munged", "--foreground", "--force", "--num-threads=1", *options)
        await_true("starting munge", (work / "munge.socket").is_socket, 20)
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D", "-N", "n1")
        self.node = self.start("slurmd", "-D", "-N", "n2")
        await_true("starting Slurm", lambda: set(self.ask("sinfo -h -o %T")) == {"idle"}, 60)

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        with open(self.work / "daemons.log", "ab") as log:
            self.processes.append(subprocess.Popen(command, env=self.environment, stdout=log, stderr=log))
        return self.processes[-1]

    def ask(self, command: str, **options: Any) -> list[str]:
        """Returns the words that a command prints."""
        done = subprocess.run(command.split(), env=self.environment, capture_output=True, text=True, **options)
        return done.stdout.split()

    def lose_node(self) -> None:
        """Kills n2 with its tasks, each after the process that supervises it."""
        self.node.kill()
        self.node.wait()
        wanted = {"SLURMD_NODENAME=n2", f"SLURM_CONF={self.configuration}"}
        for pid in processes(lambda folder: wanted <= set((folder / "environ").read_text().split("\0"))):
            try:
                supervisor = parent(pid)
                if "slurmstepd" in pathlib.Path(f"/proc/{supervisor}/comm").read_text():
                    os.kill(supervisor, signal.SIGKILL)
                os.kill(pid, signal.SIGKILL)
            except OSError:  # it has ended
                pass

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(20)


@pytest.fixture
def slurm(tmp_path: pathlib.Path) -> Iterator[Slurm]:
    slurm = Slurm(tmp_path)
    yield slurm
    slurm.stop()


def test_slurm_queues_killed_tasks_again_and_merges_the_bytes_of_one_machine(
    slurm: Slurm, tmp_path: pathlib.Path, note: Note
) -> None:
    alone, jobs = sweep_alone(tmp_path), tmp_path / "jobs"
    parts, merged = jobs / "parts", jobs / "merged.jsonl"
    jobs.mkdir()
    [merge_job] = slurm.ask(f"{EXAMPLES}/cluster/submit {PLAN} 16 parts merged.jsonl", cwd=jobs, check=True)
    array = int(merge_job) - 1

    # Kill a running task, as an administrator would to free its node.
    task = await_true("the first task", lambda: slurm.ask(f"squeue -h -r -j {array} -t RUNNING -o %i"), 60)[0]
    await_true("its first rows", lambda: any(part.stat().st_size > 2048 for part in parts.glob("part-*.jsonl")), 60)
    slurm.ask(f"scontrol requeue {task}", check=True)

    await_true("a task on the second node", lambda: slurm.ask("squeue -h -t RUNNING -w n2 -o %i"), 60)
    slurm.lose_node()
    slurm.start("slurmd", "-D", "-N", "n2")

    await_true("all parts and the merge", lambda: merged.exists() and merged.stat().st_size, 600)
    await_true("the end of the jobs", lambda: not slurm.ask("squeue -h"), 60)
    restarts = [word for word in slurm.ask(f"scontrol show job {array}") if re.fullmatch("Restarts=[1-9][0-9]*", word)]
    assert restarts, "no task was queued again"
    files = sorted(parts.iterdir())
    assert len(files) == 16
    assert merged.read_bytes() == alone
    note(f"{len(alone.splitlines())} lines of 16 parts, tasks queued again: {len(restarts)}; same bytes as one machine")

    # An incomplete part must not be merged.
    bad = jobs / "bad.jsonl"
    os.truncate(files[7], files[7].stat().st_size - 10)
    rejected = tiltbox("sweep", "--merge", *files, "-o", bad, statuses=FAILURES)
    assert not bad.exists(), "a torn part left a file"
    assert "part-000007.jsonl: holds" in rejected.stderr, "the torn part was not named"
