"""Checks of the pages in headless Chromium. Called by scripts/browser: COMMAND FOLDER [WORD]."""

import os
import sys
import time

from playwright.sync_api import sync_playwright

import film
import live
import look
from support import FOLDER, Browser

WORD = sys.argv[3] if len(sys.argv) > 3 else ""


def main():
    os.makedirs(FOLDER, exist_ok=True)
    named = [
        (name[6:].replace("_", " "), check)
        for module in (live, film, look)
        for name, check in vars(module).items()
        if name.startswith("check_")
    ]
    checks = [(name, check) for name, check in named if WORD in name]
    failed = 0
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        for name, check in checks:
            browser.problems = []
            began = time.monotonic()
            try:
                note = check(browser)
                assert not browser.problems, f"the console says {browser.problems}"
                print(f"ok    {name} ({time.monotonic() - began:.1f} s){': ' + note if note else ''}", flush=True)
            except Exception as error:
                failed += 1
                says = f"; the console says {browser.problems[:3]}" if browser.problems else ""
                print(f"FAIL  {name}: {error}{says}", flush=True)
        browser.chromium.close()
    print(f"{len(checks) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
