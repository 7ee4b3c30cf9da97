"""Writes a frame repeatedly with Python's json or csv: json_output.py FRAME jsonl|csv"""
import csv
import json
import os
import sys
import time

with open(sys.argv[1]) as file:
    frame = json.load(file)
with open(os.devnull, "w", buffering=1 << 16) as output:
    writer = csv.writer(output)
    for line in sys.stdin:
        start = time.thread_time()
        for _ in range(int(line)):
            if sys.argv[2] == "jsonl":
                output.write(json.dumps(frame, separators=(",", ":")))
                output.write("\n")
            else:
                for index, state in enumerate(frame["bodies"]):
                    writer.writerow([frame["tick"], frame["t"], f"crate-{index + 1}", *state])
        print(time.thread_time() - start, flush=True)
