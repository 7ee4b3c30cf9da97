"""Reads NAME.mcap with the libraries of MCAP and Protobuf, and compares it with NAME.jsonl."""

import importlib
import json
import struct
import sys
import zlib

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from mcap.reader import make_reader
from mcap.stream_reader import StreamReader
from mcap_protobuf.decoder import DecoderFactory

name = sys.argv[1]
data = open(name + ".mcap", "rb").read()
lines = [json.loads(line) for line in open(name + ".jsonl")]

# Read every record and check the checksums of chunks and data; that of the summary by hand, following the
# specification.
records = list(StreamReader(open(name + ".mcap", "rb"), validate_crcs=True).records)
footer = records[-1]
assert footer.summary_crc == zlib.crc32(data[footer.summary_start:-12]) != 0
assert any(type(record).__name__ == "DataEnd" and record.data_section_crc for record in records)

# The schemas: each Foxglove type has the fields that Foxglove publishes, with their names, numbers and types.
reader = make_reader(open(name + ".mcap", "rb"), decoder_factories=[DecoderFactory()], validate_crcs=True)
summary = reader.get_summary()
types = 0
for schema in summary.schemas.values():
    for file in FileDescriptorSet.FromString(schema.data).file:
        if file.package != "foxglove":
            continue
        module = importlib.import_module("foxglove_schemas_protobuf.%s_pb2" % file.message_type[0].name)
        published = FileDescriptorProto()
        module.DESCRIPTOR.CopyToProto(published)
        assert sorted(file.dependency) == sorted(published.dependency), file.name
        assert (file.name, file.message_type, file.syntax) == (published.name, published.message_type, published.syntax)
        types += 1
assert types == 4 + 17 + 1, types

# The messages, found by the index: frames, events and other lines equal the JSON lines.
frames, others, events, transforms = [], [], [], []
for _, channel, _, message in reader.iter_decoded_messages():
    if channel.topic == "/tiltbox/frames":
        frames.append(message)
    elif channel.topic == "/tiltbox/lines":
        others.append(message.json)
    elif channel.topic == "/tiltbox/events":
        events.append(message)
    elif channel.topic == "/tf":
        transforms.append(message)


def same(a, b):
    a, b = list(a), list(b)
    return struct.pack("<%dd" % len(a), *a) == struct.pack("<%dd" % len(b), *b)


wanted = [line for line in lines if line["kind"] == "frame"]
assert len(frames) == len(wanted) == len(transforms) == summary.statistics.channel_message_counts[2]
for line, frame in zip(wanted, frames):
    assert line["tick"] == frame.tick and same([line["t"]], [frame.time]) and same(line["gravity"], frame.gravity)
    assert same([number for row in line["bodies"] for number in row], frame.states)
    assert line.get("asleep", []) == list(frame.asleep)
    for numbers, values in zip(line.get("values", []), frame.values, strict=True):
        assert same(numbers, values.numbers)
wanted = [line for line in lines if line["kind"] in ("begin", "separate", "quarantine")]
assert len(events) == len(wanted)
for line, event in zip(wanted, events):
    assert (line["tick"], line["kind"].upper()) == (event.tick, event.Kind.Name(event.kind))
    if line["kind"] != "quarantine":
        assert (line["a"], line["b"]) == (event.a, event.b)
        assert same(line["at"] + [line["impulse"]], list(event.at) + [event.impulse])
assert [json.loads(text) for text in others] == [
    line for line in lines if line["kind"] not in ("frame", "begin", "separate", "quarantine")
]
print("%s: %d messages, %d frames, %d events, %d chunks: equal" % (
    name, summary.statistics.message_count, len(frames), len(events), summary.statistics.chunk_count))
