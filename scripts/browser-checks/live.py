"""Checks of the live page."""

import os
import pty
import re
import signal
import subprocess
import time

from support import COMMAND, FOLDER, service, wait

GRAVITY = "tiltbox.playback.newest.gravity"
BODIES = "tiltbox.scene.header.bodies"


def wait_gravity(page, x, y):
    wait(page, f"Math.hypot({GRAVITY}[0] - {x}, {GRAVITY}[1] - {y}) < 15")


def place(page, body):
    """Where a body is drawn, in pixels of the page."""
    return page.evaluate(
        f"""(() => {{
          const [x, y] = tiltbox.box.poses[{BODIES}.indexOf('{body}')];
          const [left, top] = tiltbox.box.toCanvas([x, y]);
          const rect = tiltbox.box.canvas.getBoundingClientRect();
          return [rect.left + left, rect.top + top];
        }})()"""
    )


def point(page, x, y):
    """The page's coordinates of a point that is given in fractions of the canvas."""
    rect = page.evaluate("(() => { const r = tiltbox.box.canvas.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()")
    return rect[0] + x * rect[2], rect[1] + y * rect[3]


def check_page_loads_and_moves(browser):
    with service("--port", "0") as (url, _), browser.page(url) as page:
        first = page.evaluate("tiltbox.box.canvas.toDataURL()")
        page.wait_for_timeout(300)
        assert page.evaluate("tiltbox.box.canvas.toDataURL()") != first, "the canvas does not change"
        wait(page, "document.getElementById('pace').textContent.startsWith('1.0')")
        wait(page, "document.getElementById('state').textContent === 'live'")
        sizes = page.evaluate(
            "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))"
            ".map(e => [e.name, e.transferSize])"
        )
        assert len(sizes) == 1, f"the page loads other resources: {sizes}"
        return f"{sizes[0][1]} bytes in one piece"


def check_orientation_turns_gravity(browser):
    phone = {"has_touch": True, "is_mobile": True}
    with service("--port", "0") as (url, _), browser.page(url, (390, 844), **phone) as page:
        session = page.context.new_cdp_session(page)

        def hold(alpha, beta, gamma):
            session.send(
                "DeviceOrientation.setDeviceOrientationOverride",
                {"alpha": alpha, "beta": beta, "gamma": gamma},
            )

        hold(0, 90, 0)
        page.click("#motion")
        page.wait_for_timeout(200)
        page.evaluate(
            """() => {
              self.delays = [];
              self.began = null;
              addEventListener('deviceorientation', () => { self.began = performance.now(); }, true);
              const draw = tiltbox.box.draw;
              let last = null;
              tiltbox.box.draw = function (frame, options) {
                draw.call(this, frame, options);
                const text = frame.gravity.join();
                if (last !== null && text !== last && self.began !== null) {
                  self.delays.push(performance.now() - self.began);
                  self.began = null;
                }
                last = text;
              };
            }"""
        )
        for gamma, beta, x, y in [(60, 0, 866, 0), (-60, 0, -866, 0), (0, 90, 0, -1000), (0, -90, 0, 1000), (30, 0, 500, 0)]:
            hold(0, beta, gamma)
            wait_gravity(page, x, y)
            page.wait_for_timeout(60)
        delays = sorted(page.evaluate("self.delays"))
        assert len(delays) >= 5, delays
        assert delays[len(delays) // 2] < 100, f"milliseconds until a tilt is visible: {delays}"
        assert page.inner_text("#holder") == "You hold the tilt"
        return f"from tilt to picture: {delays[0]:.0f}, {delays[len(delays) // 2]:.0f}, {delays[-1]:.0f} ms (minimum, median, maximum)"


def check_signs_and_screens(browser):
    """Checks both sign conventions and each orientation of the screen with the page's own functions."""
    with service("--port", "0") as (url, _), browser.page(url) as page:
        held = lambda code: [round(v, 6) + 0.0 for v in page.evaluate(code)]
        # Upright: the sensor reports the force that holds the phone (upward, Android) or gravity (downward, iOS).
        assert held("Held.fromMotion({x: 0, y: 9.80665, z: 0}, null, false)")[:2] == [0, -1]
        assert held("Held.fromMotion({x: 0, y: -9.80665, z: 0}, null, true)")[:2] == [0, -1]
        # The angles determine the sign, whatever system the page assumes.
        for sign in (1, -1):
            for guess in ("true", "false"):
                got = held(f"Held.fromMotion({{x: {sign * 9.80665}, y: 0, z: 0}}, Held.fromAngles(0, 90), {guess})")
                assert got[:2] == [1, 0], got
        assert held("Held.fromAngles(90, 0)")[:2] == [0, -1]
        assert held("Held.fromAngles(0, 90)")[:2] == [1, 0]
        # Rotated a quarter turn to the left, the device's right edge is up: gravity points to its left edge.
        assert held("Held.onScreen([-1, 0], 90)") == [0, -1]
        assert held("Held.onScreen([1, 0], 270)") == [0, -1]
        assert held("Held.onScreen([1, 0], -90)") == [0, -1]
        assert held("Held.onScreen([0, 1], 180)") == [0, -1]


def check_keys(browser):
    with service("--port", "0") as (url, _), browser.page(url) as page:
        for key, x, y in [("ArrowLeft", -1000, 0), ("ArrowUp", 0, 1000), ("ArrowRight", 1000, 0), ("ArrowDown", 0, -1000)]:
            page.keyboard.press(key)
            wait_gravity(page, x, y)
        page.keyboard.down("ArrowDown")
        page.keyboard.down("ArrowRight")
        wait_gravity(page, 707, -707)
        page.keyboard.up("ArrowDown")
        page.keyboard.up("ArrowRight")
        page.keyboard.press("u")
        wait_gravity(page, 0, -1000)
        page.keyboard.press(" ")
        wait(page, "tiltbox.status.paused")
        tick = page.evaluate("tiltbox.playback.newest.tick")
        page.keyboard.press(".")
        wait(page, f"tiltbox.playback.newest.tick === {tick} + 1")
        page.keyboard.press("r")
        wait(page, "tiltbox.playback.newest && tiltbox.playback.newest.tick === 0")
        page.keyboard.press(" ")
        wait(page, "tiltbox.playback.newest.tick > 10")
        page.keyboard.press("f")
        assert page.evaluate("document.getElementById('follow').value") == "crate-1"


def check_pointer(browser):
    with service("--port", "0") as (url, _), browser.page(url) as page:
        # A press on a falling crate would grab it.
        wait(page, "tiltbox.playback.newest.tick > 240")
        page.mouse.move(*point(page, 0.5, 0.5))
        page.mouse.down()
        side = point(page, 0.5, 0.5)
        height = page.evaluate("tiltbox.box.canvas.getBoundingClientRect().height")
        page.mouse.move(side[0] + height / 2, side[1], steps=8)
        page.mouse.up()
        wait_gravity(page, 1000, 0)
        page.keyboard.press("u")
        page.wait_for_timeout(1500)
        # A crate follows the mouse, up against gravity.
        x, y = place(page, "crate-1")
        page.mouse.move(x, y)
        page.mouse.down()
        goal = point(page, 0.5, 0.3)
        page.mouse.move(*goal, steps=20)
        page.wait_for_timeout(1200)
        x, y = place(page, "crate-1")
        page.screenshot(path=f"{FOLDER}/pull.png")
        assert abs(x - goal[0]) < 60 and abs(y - goal[1]) < 60, f"the crate is at {x}, {y}, the mouse at {goal}"
        page.mouse.up()
        page.wait_for_timeout(800)
        assert place(page, "crate-1")[1] > goal[1] + 100, "it stays where it was released"
        # A new crate drops.
        count = page.evaluate(f"{BODIES}.length")
        page.mouse.dblclick(*point(page, 0.5, 0.2))
        wait(page, f"{BODIES}.length === {count + 1}")


def check_finger(browser):
    with service("--port", "0") as (url, _):
        with browser.page(url, (390, 844), has_touch=True, is_mobile=True, device_scale_factor=2) as page:
            count = page.evaluate(f"{BODIES}.length")
            # A tap on a falling crate would grab it.
            wait(page, "tiltbox.playback.newest.tick > 240")
            x, y = point(page, 0.5, 0.45)
            page.touchscreen.tap(x, y)
            page.touchscreen.tap(x, y)
            wait(page, f"{BODIES}.length === {count + 1}")
            session = page.context.new_cdp_session(page)
            touch = lambda kind, *points: session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]}
            )
            x, y = point(page, 0.5, 0.12)
            touch("touchStart", (x, y))
            for i in range(12):
                touch("touchMove", (x - 12 * i, y))
            touch("touchEnd")
            wait(page, f"{GRAVITY}[0] < -200")
            assert page.evaluate("scrollY") == 0


def check_buttons(browser):
    with service("Examples", "--port", "0") as (url, _), browser.page(url) as page:
        page.select_option("#scene", "joints")
        wait(page, "tiltbox.scene.scene === 'joints'")
        page.click("#speeds [data-speed='0.1']")
        wait(page, "tiltbox.status.speed === 0.1")
        wait(page, "document.querySelector(\"[data-speed='0.1']\").getAttribute('aria-pressed') === 'true'")
        page.click("#pause")
        wait(page, "tiltbox.status.paused")
        tick = page.evaluate("tiltbox.playback.newest.tick")
        page.click("#step")
        wait(page, f"tiltbox.playback.newest.tick === {tick} + 1")
        page.click("#pause")
        page.click("#speeds [data-speed='1']")
        page.wait_for_timeout(600)
        page.select_option("#follow", "bob")
        page.wait_for_timeout(100)
        page.screenshot(path=f"{FOLDER}/follow.png")


def check_two_viewers(browser):
    record = """() => {
      self.seen = {};
      const add = tiltbox.playback.add;
      tiltbox.playback.add = function (frame, now) {
        self.seen[frame.tick] = JSON.stringify(frame.bodies);
        add.call(this, frame, now);
      };
    }"""
    with service("--port", "0") as (url, _), browser.page(url) as one, browser.page(url) as other:
        one.evaluate(record)
        other.evaluate(record)
        one.keyboard.press("ArrowLeft")
        wait(other, "tiltbox.status.holder === 1")
        assert "Viewer 1 holds the tilt" in other.inner_text("#holder")
        one.keyboard.press("l")
        wait(other, "document.getElementById('holder').textContent.includes('has locked')")
        other.keyboard.press("ArrowRight")
        other.wait_for_timeout(700)
        assert other.evaluate(GRAVITY)[0] < 0, "the lock does not hold"
        one.keyboard.press("l")
        wait(other, "!tiltbox.status.locked")
        other.wait_for_timeout(600)
        other.keyboard.press("ArrowRight")
        wait(one, f"{GRAVITY}[0] > 900")
        a, b = one.evaluate("self.seen"), other.evaluate("self.seen")
        common = set(a) & set(b)
        assert len(common) > 20, f"only {len(common)} ticks in common"
        assert all(a[tick] == b[tick] for tick in common)
        return f"{len(common)} ticks in common, all equal"


def check_restart(browser):
    with service("--port", "0") as (url, _):
        port = re.search(r":(\d+)/", url).group(1)
        pages = browser.page(url)
        page = pages.__enter__()
    wait(page, "!document.getElementById('state').classList.contains('live')")
    page.screenshot(path=f"{FOLDER}/gone.png")
    with service("--port", port):
        began = time.monotonic()
        wait(page, "document.getElementById('state').classList.contains('live')")
        wait(page, "tiltbox.playback.newest && tiltbox.playback.newest.tick < 1200")
        took = time.monotonic() - began
        page.keyboard.press("ArrowLeft")
        wait_gravity(page, -1000, 0)
        pages.__exit__(None, None, None)
    # While nothing answered, the browser itself logged errors; 426 is the answer of /live when the page asks for the
    # reason.
    known = ("WebSocket connection", "426 (Upgrade Required)")
    browser.problems = [text for text in browser.problems if not any(word in text for word in known)]
    return f"back after {took:.1f} s"


def check_insecure(browser):
    with service("--port", "0", "--name", "box.test") as (url, _):
        url = url.replace("127.0.0.1", "box.test")
        with browser.page(url, (390, 844), has_touch=True, is_mobile=True, device_scale_factor=2) as page:
            assert not page.evaluate("isSecureContext")
            assert "secure connection" in page.inner_text("#insecure")
            page.screenshot(path=f"{FOLDER}/insecure.png")
            page.click("#insecure .close")
            assert not page.is_visible("#insecure")
            page.click("#motion")
            assert page.is_visible("#insecure")


def check_tls(browser):
    files = f"{FOLDER}/cert.pem", f"{FOLDER}/key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=box.test"]
        + ["-addext", "subjectAltName=DNS:box.test,IP:127.0.0.1", "-out", files[0], "-keyout", files[1]],
        check=True,
        capture_output=True,
    )
    arguments = ("--port", "0", "--name", "box.test", "--tls-certificate", files[0], "--tls-key", files[1])
    with service(*arguments) as (url, _):
        assert url.startswith("https://")
        url = url.replace("127.0.0.1", "box.test")
        with browser.page(url, ignore_https_errors=True) as page:
            assert page.evaluate("isSecureContext")
            page.keyboard.press("ArrowLeft")
            wait_gravity(page, -1000, 0)


def check_code(browser):
    """Checks that the QR code in the terminal contains the address."""
    terminal, stderr = pty.openpty()
    process = subprocess.Popen(
        [COMMAND, "serve", "--host", "0.0.0.0", "--port", "0"], stdout=subprocess.PIPE, stderr=stderr, text=True
    )
    os.close(stderr)
    url = process.stdout.readline().strip()
    shown = b""
    while b"phones report their motion" not in shown:
        shown += os.read(terminal, 65536)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=5)
    os.close(terminal)
    lines = re.findall("48;5;231m([█▀▄ ]*)\x1b", shown.decode())
    rows = []
    for line in lines:
        rows.append([c in "█▀" for c in line])
        rows.append([c in "█▄" for c in line])
    scale = 6
    pixels = "\n".join(
        "\n".join(" ".join("0" if dark else "255" for dark in row for _ in range(scale)) for _ in range(scale))
        for row in rows
    )
    path = f"{FOLDER}/code.pgm"
    with open(path, "w") as file:
        file.write(f"P2\n{len(rows[0]) * scale} {len(rows) * scale}\n255\n{pixels}\n")
    read = subprocess.run(["zbarimg", "--quiet", "--raw", path], capture_output=True, text=True).stdout.strip()
    assert read == url, f"read {read!r}, not {url!r}"


def check_screens(browser):
    sizes = {
        "phone": ((390, 844), 3, "dark"), "small": ((320, 568), 2, "light"), "lying": ((844, 390), 3, "light"),
        "wide": ((1440, 900), 1, "light"), "dark": ((1440, 900), 2, "dark"), "huge": ((2560, 1080), 1, "dark"),
    }
    with service("Examples", "--port", "0") as (url, _):
        for name, (size, ratio, scheme) in sizes.items():
            is_phone = size[0] < 900 and size[1] < 900
            options = dict(device_scale_factor=ratio, color_scheme=scheme, has_touch=is_phone, is_mobile=is_phone)
            with browser.page(url, size, **options) as page:
                page.select_option("#scene", "joints" if name in ("huge", "lying") else "crates")
                page.wait_for_timeout(300)
                page.keyboard.press("ArrowRight" if name != "huge" else "u")
                page.wait_for_timeout(550)
                page.screenshot(path=f"{FOLDER}/{name}.png")
                over = page.evaluate(
                    "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
                )
                assert max(over) <= 0, f"{name}: the page is {over} larger than the screen"
                canvas = page.evaluate("[tiltbox.box.canvas.width, tiltbox.box.canvas.height]")
                css = page.evaluate("tiltbox.box.canvas.getBoundingClientRect().width")
                assert abs(canvas[0] - css * ratio) <= 1, f"{name}: the canvas is not sharp"
                assert min(canvas) / ratio > 150, f"{name}: the canvas has no room: {canvas}"
