"""Shared by the browser checks: Chromium, a service, waiting."""

import contextlib
import os
import signal
import subprocess
import sys
import time

COMMAND, FOLDER = sys.argv[1:3]
ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split() + ["--host-resolver-rules=MAP box.test 127.0.0.1"]


@contextlib.contextmanager
def service(*arguments):
    """Starts a service; yields its address and its process."""
    process = subprocess.Popen(
        [COMMAND, "serve", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        url = process.stdout.readline().strip()
        assert url, process.stderr.read()
        yield url, process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(5)


class Browser:
    def __init__(self, playwright):
        self.chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        self.problems = []

    @contextlib.contextmanager
    def page(self, url, size=(1280, 800), **options):
        """Opens a page and waits for its first frame. An error or a warning on its console fails the check."""
        context = self.chromium.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        page = context.new_page()
        page.on("console", lambda m: m.type in ("error", "warning") and self.problems.append(m.text))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.goto(url)
        wait(page, "self.tiltbox && tiltbox.playback.newest && tiltbox.box")
        try:
            yield page
        finally:
            context.close()


def wait(page, condition, seconds=8):
    """Waits until a condition holds on the page. Playwright's own wait uses eval, which the page's policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"not within {seconds} s: {condition}"
        time.sleep(0.005)


def render(name, *arguments):
    """Runs `tiltbox render` into the folder of pictures; returns the path."""
    path = os.path.abspath(f"{FOLDER}/{name}")
    subprocess.run([COMMAND, "render", *arguments, "-o", path], check=True)
    return path
