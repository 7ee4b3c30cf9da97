"""Runs the lines of Python in a page's code blocks, each alone, in a folder that has run.jsonl and run.csv."""

import os
import re
import sys

import duckdb  # noqa: F401: used by the lines
import pandas  # noqa: F401
import polars  # noqa: F401

page, folder = sys.argv[1:]
blocks = re.findall(r"^```python\n(.*?)^```", open(page).read(), re.MULTILINE | re.DOTALL)
os.chdir(folder)
count = 0
for block in blocks:
    result = {}
    for line in block.splitlines():
        # An expression shows something; a line without one at its end must have done something.
        try:
            value = eval(line, globals(), result)
            assert value is None or len(value) > 0, line
        except SyntaxError:
            exec(line, globals(), result)
        count += 1
        print("ok:", line)
assert count >= 7, "the page has only %d lines" % count
