"""Recordings of all examples as MCAP, read by other programs. `mcap` reads every record and every checksum;
`mcap-protobuf-support` decodes every message, whose doubles have the bits of the JSON lines; the schemas are those that
Foxglove publishes; Rerun checks, imports and draws one recording. DuckDB, pandas and polars read CSV and JSON lines."""

import importlib
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Iterable
from typing import Any

import duckdb
import pandas
import polars
import pytest
import rerun
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from mcap.reader import make_reader
from mcap.stream_reader import StreamReader
from mcap_protobuf.decoder import DecoderFactory
from PIL import Image
from rerun import blueprint
from service import EXAMPLES, ROOT, Note, tiltbox

pytestmark = [pytest.mark.mcap, pytest.mark.debian("mesa-vulkan-drivers")]

SCENARIOS = sorted([*EXAMPLES.glob("*.yaml"), *EXAMPLES.glob("motion/*.yaml")])
EVENTS = ("begin", "separate", "quarantine", "break")


def is_same(a: Iterable[float], b: Iterable[float]) -> bool:
    """Compares numbers bit for bit."""
    a, b = list(a), list(b)
    return struct.pack(f"<{len(a)}d", *a) == struct.pack(f"<{len(b)}d", *b)


def check_sums(path: pathlib.Path) -> None:
    """Reads every record; checks the sums of chunks and data, and that of the summary following the specification."""
    data = path.read_bytes()
    with path.open("rb") as file:
        records: list[Any] = list(StreamReader(file, validate_crcs=True).records)
    footer = records[-1]
    assert footer.summary_crc == zlib.crc32(data[footer.summary_start : -12]) != 0
    assert any(type(record).__name__ == "DataEnd" and record.data_section_crc for record in records)


def check_schemas(schemas: Iterable[Any]) -> None:
    """Expects each Foxglove type to have the fields that Foxglove publishes, with their names, numbers and types."""
    files = [file for schema in schemas for file in FileDescriptorSet.FromString(schema.data).file]
    types = [file for file in files if file.package == "foxglove"]
    for file in types:
        module = importlib.import_module(f"foxglove_schemas_protobuf.{file.message_type[0].name}_pb2")
        published = FileDescriptorProto()
        module.DESCRIPTOR.CopyToProto(published)
        assert sorted(file.dependency) == sorted(published.dependency), file.name
        assert (file.name, file.message_type, file.syntax) == (published.name, published.message_type, published.syntax)
    assert len(types) == 4 + 17 + 1


def check_frame(line: dict[str, Any], frame: Any) -> None:
    assert line["tick"] == frame.tick
    assert is_same([line["t"]], [frame.time]) and is_same(line["gravity"], frame.gravity)
    assert is_same([number for row in line["bodies"] for number in row], frame.states)
    assert line.get("asleep", []) == list(frame.asleep)
    for numbers, values in zip(line.get("values", []), frame.values, strict=True):
        assert is_same(numbers, values.numbers)


def check_event(line: dict[str, Any], event: Any) -> None:
    assert (line["tick"], line["kind"].upper()) == (event.tick, event.Kind.Name(event.kind))
    if line["kind"] != "quarantine":
        assert (line.get("a", line.get("constraint")), line.get("b", "")) == (event.a, event.b)
        assert is_same([line.get("force", 0)], [event.force])
        assert is_same([*line.get("at", []), line["impulse"]], [*event.at, event.impulse])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.stem)
def test_a_recording_has_the_bits_of_the_json_lines(scenario: pathlib.Path, output: pathlib.Path, note: Note) -> None:
    lines_path, path, direct = (output / f"{scenario.stem}{end}" for end in (".jsonl", ".mcap", "-direct.mcap"))
    tiltbox("run", scenario, "--fast", "-o", lines_path, statuses=(0, 1))
    tiltbox("render", lines_path, "-o", path)
    tiltbox("run", scenario, "--fast", "-o", direct, statuses=(0, 1))
    assert path.read_bytes() == direct.read_bytes()
    check_sums(path)
    messages: dict[str, list[Any]] = {}
    with path.open("rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()], validate_crcs=True)
        summary = reader.get_summary()
        assert summary and summary.statistics
        check_schemas(summary.schemas.values())
        # By the index.
        for _, channel, _, message in reader.iter_decoded_messages():
            messages.setdefault(channel.topic, []).append(message)
    lines = [json.loads(line) for line in lines_path.read_text().splitlines()]
    frames, events = messages["/tiltbox/frames"], messages.get("/tiltbox/events", [])
    assert len(frames) == len(messages["/tf"]) == summary.statistics.channel_message_counts[2]
    for line, frame in zip([line for line in lines if line["kind"] == "frame"], frames, strict=True):
        check_frame(line, frame)
    for line, event in zip([line for line in lines if line["kind"] in EVENTS], events, strict=True):
        check_event(line, event)
    others = [line for line in lines if line["kind"] not in ("frame", *EVENTS)]
    assert [json.loads(message.json) for message in messages["/tiltbox/lines"]] == others
    note(f"{summary.statistics.message_count} messages, {len(frames)} frames, {len(events)} events")


def log_crates(recording: pathlib.Path) -> dict[str, list[float]]:
    """Logs a recording and its crates to Rerun; returns their colours.

    Rerun moves frames by the recording's transforms but does not draw a SceneUpdate, so its cubes are logged here.
    """
    rerun.log_file_from_path(recording)
    with recording.open("rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        _, _, _, scene = next(iter(reader.iter_decoded_messages(topics=["/scene"])))
    colors = {}
    for entity in scene.entities:
        for cube in entity.cubes:
            center, size, color = cube.pose.position, cube.size, cube.color
            colors[entity.id] = [color.r, color.g, color.b, color.a]
            box = rerun.Boxes3D(
                centers=[[center.x, center.y, center.z]],
                sizes=[[size.x, size.y, size.z]],
                colors=[colors[entity.id]],
                fill_mode="solid",
            )
            rerun.log(f"shapes/{entity.id}", box, rerun.CoordinateFrame(entity.frame_id), static=True)
    return colors


def seen(picture: pathlib.Path, colors: dict[str, list[float]]) -> set[str]:
    """Returns the crates whose colours cover a large area of the picture."""
    counts: Any = Image.open(picture).convert("RGB").reduce(4).getcolors(1 << 20) if picture.exists() else []

    def area(color: list[float]) -> int:
        return sum(count for count, pixel in counts if all(abs(a - 255 * b) < 8 for a, b in zip(pixel, color)))

    return {name for name, color in colors.items() if area(color) > 20}


def test_rerun_checks_a_recording_and_draws_its_crates(tmp_path: pathlib.Path, output: pathlib.Path) -> None:
    recording, together, picture = tmp_path / "crates.mcap", tmp_path / "crates.rrd", output / "rerun.png"
    tiltbox("run", EXAMPLES / "crates.yaml", "--fast", "-o", recording, statuses=(0, 1))
    command = pathlib.Path(sys.executable).parent / "rerun"
    subprocess.run([command, "mcap", "check", "--full", recording], check=True)

    rerun.init("tiltbox", recording_id="tiltbox")
    eye = blueprint.EyeControls3D(position=(150, 150, 480), look_target=(150, 150, 0), eye_up=(0, 1, 0))
    world = blueprint.SpatialInformation(target_frame="world")
    contents = ["/tf/**", "/shapes/**"]
    view = blueprint.Spatial3DView(origin="/", contents=contents, spatial_information=world, eye_controls=eye)
    rerun.save(together, default_blueprint=blueprint.Blueprint(view, collapse_panels=True))
    colors = log_crates(recording)
    # A separate thread imports the file.
    sizes = [-1, 0]
    while sizes[-1] != sizes[-2]:
        time.sleep(2)
        sizes.append(together.stat().st_size)
    rerun.disconnect()

    picture.unlink(missing_ok=True)
    show: list[Any] = [command, together, "--headless", "--window-size", "800x640", "--screenshot-to", picture]
    environment = os.environ | {"VK_DRIVER_FILES": "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"}
    # Without a graphics card, Rerun may draw before it has loaded everything, or give up before its first picture.
    for _ in range(5):
        subprocess.run(show, env=environment, capture_output=True, timeout=120)
        if len(seen(picture, colors)) > 2:
            break
    assert len(seen(picture, colors)) > 2


def test_the_tables_of_the_documentation_can_be_read(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiltbox("run", "--fast", "-o", tmp_path / "run.jsonl")
    tiltbox("run", "--fast", "--format", "csv", "-o", tmp_path / "run.csv")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/recording.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    count = 0
    for block in blocks:
        names: dict[str, Any] = {"duckdb": duckdb, "pandas": pandas, "polars": polars}
        for line in block.splitlines():
            # An expression shows something; a line without one at its end must have done something.
            try:
                value = eval(line, names)
                assert value is None or len(value) > 0, line
            except SyntaxError:
                exec(line, names)
            count += 1
    assert count >= 7, "the page has too few lines"
