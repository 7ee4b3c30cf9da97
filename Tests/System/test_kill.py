"""A run that is killed with kill -9 at random instants, under a stream of commands with acknowledgements."""

import json
import pathlib
import random
import time

import pytest
from service import Line as Entry
from service import Note, Option, Run, Start, tiltbox

pytestmark = pytest.mark.kill


def summary(*arguments: object) -> Entry:
    return json.loads(tiltbox(*arguments, "--format", "none").stdout.splitlines()[-1])


def random_command(chance: random.Random, number: int, added: list[str]) -> Entry:
    kind = chance.randrange(12)
    if kind == 5:
        return {"checkpoint": True}
    if kind == 0:
        return {"tilt": [round(chance.uniform(-1, 1), 3), round(chance.uniform(-1, 1), 3)]}
    if kind == 1:
        added.append(f"ball-{number}")
        return {"add": {"id": added[-1], "circle": 8, "at": [chance.randrange(20, 280), 280], "mass": 2}}
    if kind == 2 and len(added) > 3:
        return {"remove": added.pop(0)}
    return {"impulse": {"body": "crate-1", "by": [chance.randrange(-9000, 9000), chance.randrange(20000)]}}


def kill_run(run: Run, chance: random.Random) -> list[Entry]:
    """Sends commands to a run and kills it; returns the commands."""
    end = time.monotonic() + chance.uniform(0, 1.2)
    sent: list[Entry] = []
    added: list[str] = []
    while time.monotonic() < end:
        for _ in range(chance.randrange(4)):
            sent.append(random_command(chance, len(sent), added))
            run.write(json.dumps({**sent[-1], "ack": len(sent) - 1}).encode() + b"\n")
        time.sleep(chance.uniform(0, 0.01))
    run.process.kill()
    run.reader.join()
    return sent


def contains(entries: list[Entry], command: Entry, tick: int) -> bool:
    """Whether a journal has a command at a tick; it completes the description of an added body."""
    [key] = command
    found = [entry[key] for entry in entries if entry["tick"] == tick and key in entry]
    if key == "add":
        return command[key]["id"] in [body["id"] for body in found]
    return command[key] in found


def undisturbed_journal(lines: list[bytes], entries: list[Entry], end: Entry) -> str:
    """Returns a journal of the same commands, without the digests and checks of the run that was killed."""
    commands = [entry for entry in entries if "digest" not in entry]
    by_hand = [json.loads(lines[0]), *commands, {"tick": end["ticks"], "digest": end["digest"]}]
    for line in by_hand:
        line.pop("check", None)
    return "".join(json.dumps(line) + "\n" for line in by_hand)


def test_a_killed_run_keeps_every_acknowledged_command_and_resumes(
    tmp_path: pathlib.Path, start: Start, option: Option, note: Note
) -> None:
    seed = random.randrange(1 << 32) if option("seed") is None else option("seed")
    print(f"--seed {seed}")  # shown if the test fails
    chance = random.Random(seed)
    torn = acknowledged = 0
    for number in range(option("kills")):
        journal, by_hand = tmp_path / f"{number}.journal", tmp_path / f"{number}.by-hand"
        every = ["--checkpoint-every", chance.randrange(1, 60)] if chance.randrange(2) else []
        sync = chance.choice(["always", "second", "never"])
        run = start("--format", "none", "--journal", journal, "--sync", sync, *every)
        sent, acks = kill_run(run, chance), run.all("ack")
        lines = journal.read_bytes().split(b"\n") if journal.exists() else [b""]
        if len(lines) == 1:
            assert not acks, "commands were acknowledged, but there is no journal"
            continue
        torn += lines[-1] != b""
        acknowledged += len(acks)
        entries = [entry for entry in map(json.loads, lines[1:-1]) if "tick" in entry]
        for answer in acks:
            command, tick = sent[answer["ack"]], answer["tick"]
            assert contains(entries, command, tick), f"{command} at tick {tick} is not in {journal}"
        replayed = summary("replay", journal)
        by_hand.write_text(undisturbed_journal(lines, entries, replayed))
        assert summary("replay", by_hand)["digest"] == replayed["digest"]
        assert summary("run", "--resume", journal, "--fast", "--duration", 0)["digest"] == replayed["digest"]
        onward = summary("run", "--resume", journal, "--fast", "--duration", replayed["ticks"] / 120 + 0.5)
        again = summary("replay", journal)
        assert onward["digest"] == again["digest"] and onward["ticks"] == again["ticks"] > replayed["ticks"]
        journal.unlink()
    note(f"{option('kills')} kills, {acknowledged} acknowledged commands, none lost; {torn} torn tails")
