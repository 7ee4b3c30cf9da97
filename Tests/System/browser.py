"""Chromium for the tests of the live page and of the replay page."""

import pathlib
import time
from typing import Any

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page
from service import ROOT, tiltbox

# Screens with their size, pixel ratio and colour scheme.
PHONES = {"phone": ((390, 844), 3, "dark"), "small": ((320, 568), 2, "light"), "lying": ((844, 390), 3, "light")}
SCREENS = {"wide": ((1440, 900), 1, "light"), "dark": ((1440, 900), 2, "dark"), "huge": ((2560, 1080), 1, "dark")}


def screen(name: str) -> dict[str, Any]:
    """Returns the options of a page on a screen."""
    size, ratio, scheme = (PHONES | SCREENS)[name]
    touch = {"has_touch": True, "is_mobile": True} if name in PHONES else {}
    return {"size": size, "device_scale_factor": ratio, "color_scheme": scheme, **touch}


def wait(page: Page, condition: str, seconds: float = 8) -> None:
    """Waits until a condition holds on the page. Playwright's own wait uses eval, which the page's policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"not within {seconds} s: {condition}"
        time.sleep(0.005)


def place(page: Page, box: str, body: str) -> tuple[float, float]:
    """Returns where a box draws a body, which an index selects, in pixels of the page."""
    code = "([x, y], rect) => [rect.left + x, rect.top + y]"
    return page.evaluate(f"({code})({box}.toCanvas({box}.poses[{body}]), {box}.canvas.getBoundingClientRect())")


class Browser:
    """Opens pages; their warnings, errors and requests are checked in the end."""

    def __init__(self, chromium: Chromium, output: pathlib.Path) -> None:
        self.chromium, self.output = chromium, output
        self.problems: list[str] = []

    def open(self, url: str, ready: str, size: tuple[int, int] = (1280, 800), **options: Any) -> Page:
        """Opens a page and waits until it is ready."""
        page = self.chromium.new_context(viewport={"width": size[0], "height": size[1]}, **options).new_page()
        page.on("console", lambda m: self.problems.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        if url.startswith("file:"):
            page.on("request", lambda request: self.check(request.url, url))
        page.goto(url)
        wait(page, ready)
        return page

    def live(self, url: str, **options: Any) -> Page:
        """Opens a live page and waits for its first frame."""
        return self.open(url, "self.tiltbox && tiltbox.playback.newest && tiltbox.box", **options)

    def replay(self, path: pathlib.Path, moment: object = 0, **options: Any) -> Page:
        """Opens a replay page from disk, paused at a moment. It must request no other address."""
        return self.open(f"file://{path}#t={moment}", "self.player", **options)

    def check(self, requested: str, url: str) -> None:
        if requested.split("#")[0] != url.split("#")[0] and not requested.startswith("data:"):
            self.problems.append(f"the page requests {requested}")

    def render(self, name: str, *arguments: object) -> pathlib.Path:
        """Runs `tiltbox render` into the folder of pictures; returns the path."""
        path = self.output / name
        tiltbox("render", *arguments, "-o", path, cwd=ROOT)
        return path

    def close(self) -> None:
        for context in self.chromium.contexts:
            context.close()
