"""The live page of `tiltbox serve`."""

import itertools
import os
import pathlib
import pty
import re
import subprocess
import time

import pytest
from browser import PHONES, SCREENS, Browser, place, screen, wait
from playwright.sync_api import Page
from service import EXAMPLES, TILTBOX, Note, Serve, Service

pytestmark = [pytest.mark.browser, pytest.mark.debian("chromium", "fonts-dejavu-core", "zbar-tools", "openssl")]

GRAVITY = "tiltbox.playback.newest.gravity"
TICK = "tiltbox.playback.newest.tick"
BODIES = "tiltbox.scene.header.bodies"


@pytest.fixture
def page(browser: Browser, service: Service) -> Page:
    return browser.live(service.url)


@pytest.fixture
def phone(browser: Browser, service: Service) -> Page:
    return browser.live(service.url, **screen("phone"))


def wait_gravity(page: Page, x: float, y: float) -> None:
    wait(page, f"Math.hypot({GRAVITY}[0] - {x}, {GRAVITY}[1] - {y}) < 15")


def wait_ticks(page: Page, count: int) -> None:
    wait(page, f"{TICK} >= {page.evaluate(TICK)} + {count}")


def crate(page: Page) -> tuple[float, float]:
    return place(page, "tiltbox.box", f"{BODIES}.indexOf('crate-1')")


def point(page: Page, x: float, y: float) -> tuple[float, float]:
    """Returns the page's coordinates of a point that is given in fractions of the canvas."""
    rect = page.evaluate("tiltbox.box.canvas.getBoundingClientRect().toJSON()")
    return rect["left"] + x * rect["width"], rect["top"] + y * rect["height"]


def forget_lost_connections(browser: Browser) -> None:
    """While nothing answers, the browser itself logs errors; 426 is the answer of /live when the page asks why."""
    known = ("WebSocket connection", "426 (Upgrade Required)")
    browser.problems = [text for text in browser.problems if not any(words in text for words in known)]


def test_the_page_loads_in_one_piece_and_moves(page: Page, note: Note) -> None:
    page.evaluate("self.first = tiltbox.box.canvas.toDataURL()")
    wait(page, "tiltbox.box.canvas.toDataURL() !== self.first")
    wait(page, "document.getElementById('pace').textContent.startsWith('1.0')")
    wait(page, "document.getElementById('state').textContent === 'live'")
    sizes = page.evaluate(
        "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))"
        ".map(e => [e.name, e.transferSize])"
    )
    assert len(sizes) == 1, "the page loads other resources"
    note(f"{sizes[0][1]} bytes in one piece")


def test_the_orientation_turns_gravity_at_once(phone: Page, note: Note) -> None:
    session = phone.context.new_cdp_session(phone)

    def hold(alpha: float, beta: float, gamma: float) -> None:
        angles = {"alpha": alpha, "beta": beta, "gamma": gamma}
        session.send("DeviceOrientation.setDeviceOrientationOverride", angles)

    hold(0, 90, 0)
    phone.click("#motion")
    wait(phone, "document.getElementById('holder').textContent === 'You hold the tilt'")
    phone.evaluate(
        """() => {
          self.delays = [];
          self.began = null;
          addEventListener('deviceorientation', () => { self.began = performance.now(); }, true);
          const draw = tiltbox.box.draw;
          self.last = null;
          tiltbox.box.draw = function (frame, options) {
            draw.call(this, frame, options);
            const text = frame.gravity.join();
            if (self.last !== null && text !== self.last && self.began !== null) {
              self.delays.push(performance.now() - self.began);
              self.began = null;
            }
            self.last = text;
          };
        }"""
    )
    wait(phone, "self.last !== null")
    tilts = [(60, 0, 866, 0), (-60, 0, -866, 0), (0, 90, 0, -1000), (0, -90, 0, 1000), (30, 0, 500, 0)]
    for count, (gamma, beta, x, y) in enumerate(tilts, 1):
        hold(0, beta, gamma)
        wait_gravity(phone, x, y)
        wait(phone, f"self.delays.length >= {count}")
    delays = sorted(phone.evaluate("self.delays"))
    median = delays[len(delays) // 2]
    assert median < 100, f"milliseconds until a tilt is visible: {delays}"
    note(f"tilt to picture: {delays[0]:.0f}, {median:.0f}, {delays[-1]:.0f} ms (minimum, median, maximum)")


def test_the_screen_may_sleep_again_when_a_phone_stops_tilting(phone: Page) -> None:
    phone.evaluate(
        "Object.defineProperty(navigator, 'wakeLock', {value: "
        "{request: async () => ({release() { self.isReleased = true; }})}})"
    )
    phone.click("#motion")
    phone.click("#motion")
    wait(phone, "self.isReleased")


def test_both_sign_conventions_and_each_screen_orientation_give_the_same_tilt(page: Page) -> None:
    def held(code: str) -> list[float]:
        return [round(value, 6) + 0.0 for value in page.evaluate(f"Held.{code}")]

    # Upright: the sensor reports the force that holds the phone (upward, Android) or gravity (downward, iOS).
    assert held("fromMotion({x: 0, y: 9.80665, z: 0}, null, false)")[:2] == [0, -1]
    assert held("fromMotion({x: 0, y: -9.80665, z: 0}, null, true)")[:2] == [0, -1]
    # The angles determine the sign, whatever system the page assumes.
    for sign, guess in itertools.product(("", "-"), ("true", "false")):
        assert held(f"fromMotion({{x: {sign}9.80665, y: 0, z: 0}}, Held.fromAngles(0, 90), {guess})")[:2] == [1, 0]
    assert held("fromAngles(90, 0)")[:2] == [0, -1]
    assert held("fromAngles(0, 90)")[:2] == [1, 0]
    # Rotated a quarter turn to the left, the device's right edge is up: gravity points to its left edge.
    assert held("onScreen([-1, 0], 90)") == [0, -1]
    assert held("onScreen([1, 0], 270)") == [0, -1]
    assert held("onScreen([1, 0], -90)") == [0, -1]
    assert held("onScreen([0, 1], 180)") == [0, -1]


def test_keys_tilt_pause_step_reset_and_follow(page: Page) -> None:
    for key, x, y in [("Left", -1000, 0), ("Up", 0, 1000), ("Right", 1000, 0), ("Down", 0, -1000)]:
        page.keyboard.press(f"Arrow{key}")
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
    tick = page.evaluate(TICK)
    page.keyboard.press(".")
    wait(page, f"{TICK} === {tick} + 1")
    page.keyboard.press("r")
    wait(page, f"tiltbox.playback.newest && {TICK} === 0")
    page.keyboard.press(" ")
    wait(page, f"{TICK} > 10")
    page.keyboard.press("f")
    assert page.evaluate("document.getElementById('follow').value") == "crate-1"


def test_the_pointer_tilts_pulls_and_drops_crates(browser: Browser, page: Page) -> None:
    # A press on a falling crate would grab it.
    wait(page, f"{TICK} > 240")
    side = point(page, 0.5, 0.5)
    page.mouse.move(*side)
    page.mouse.down()
    height = page.evaluate("tiltbox.box.canvas.getBoundingClientRect().height")
    page.mouse.move(side[0] + height / 2, side[1], steps=8)
    page.mouse.up()
    wait_gravity(page, 1000, 0)
    page.keyboard.press("u")
    wait_ticks(page, 180)
    # A crate follows the mouse, up against gravity.
    page.mouse.move(*crate(page))
    page.mouse.down()
    goal = point(page, 0.5, 0.3)
    page.mouse.move(*goal, steps=20)
    wait_ticks(page, 144)
    x, y = crate(page)
    page.screenshot(path=browser.output / "pull.png")
    assert abs(x - goal[0]) < 60 and abs(y - goal[1]) < 60, f"the crate is at {x}, {y}, the mouse at {goal}"
    page.mouse.up()
    wait_ticks(page, 96)
    assert crate(page)[1] > goal[1] + 100, "it stays where it was released"
    count = page.evaluate(f"{BODIES}.length")
    page.mouse.dblclick(*point(page, 0.5, 0.2))
    wait(page, f"{BODIES}.length === {count + 1}")


def test_a_body_that_a_key_pulls_falls_when_the_window_loses_its_keys(page: Page) -> None:
    wait(page, f"{TICK} > 240")
    height = f"tiltbox.playback.newest.bodies[{BODIES}.indexOf('crate-1')][1]"
    start = page.evaluate(height)
    page.select_option("#follow", "crate-1")
    page.keyboard.down("Shift")
    page.keyboard.down("ArrowUp")
    wait(page, f"{height} > {start} + 50")
    page.evaluate("dispatchEvent(new Event('blur'))")
    wait(page, f"{height} < {start} + 10")


def test_shift_leaves_a_crate_to_the_mouse(page: Page) -> None:
    wait(page, f"{TICK} > 240")
    page.mouse.move(*crate(page))
    page.mouse.down()
    goal = point(page, 0.5, 0.3)
    page.mouse.move(*goal, steps=20)
    page.keyboard.press("Shift")
    wait_ticks(page, 144)
    assert abs(crate(page)[1] - goal[1]) < 60


def test_a_finger_drops_a_crate_and_tilts(phone: Page) -> None:
    count = phone.evaluate(f"{BODIES}.length")
    # A tap on a falling crate would grab it.
    wait(phone, f"{TICK} > 240")
    x, y = point(phone, 0.5, 0.45)
    phone.touchscreen.tap(x, y)
    phone.touchscreen.tap(x, y)
    wait(phone, f"{BODIES}.length === {count + 1}")
    session = phone.context.new_cdp_session(phone)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    x, y = point(phone, 0.5, 0.12)
    touch("touchStart", (x, y))
    for i in range(12):
        touch("touchMove", (x - 12 * i, y))
    touch("touchEnd")
    wait(phone, f"{GRAVITY}[0] < -200")
    assert phone.evaluate("scrollY") == 0


def test_buttons_choose_scene_speed_pause_step_and_body(browser: Browser, serve: Serve) -> None:
    page = browser.live(serve(EXAMPLES).url)
    page.select_option("#scene", "joints")
    wait(page, "tiltbox.scene.scene === 'joints'")
    page.click("#speeds [data-speed='0.1']")
    wait(page, "tiltbox.status.speed === 0.1")
    wait(page, "document.querySelector(\"[data-speed='0.1']\").getAttribute('aria-pressed') === 'true'")
    page.click("#pause")
    wait(page, "tiltbox.status.paused")
    assert page.get_by_role("button", name="Resume (space)", exact=True).is_visible()
    tick = page.evaluate(TICK)
    page.click("#step")
    wait(page, f"{TICK} === {tick} + 1")
    page.click("#pause")
    page.click("#speeds [data-speed='1']")
    wait_ticks(page, 72)
    page.select_option("#follow", "bob")
    wait_ticks(page, 12)
    page.screenshot(path=browser.output / "follow.png")


def test_the_menu_shows_the_running_scene_after_a_rejected_choice(browser: Browser, serve: Serve) -> None:
    page = browser.live(serve("--resets-per-minute", "0", EXAMPLES).url)
    running = page.evaluate("tiltbox.scene.scene")
    page.select_option("#scene", "joints")
    wait(page, "!document.getElementById('note').hidden")
    assert page.input_value("#scene") == running != "joints"


def test_joints_show_their_forces_and_plots_follow_the_run(browser: Browser, serve: Serve) -> None:
    page = browser.live(serve(EXAMPLES / "rope.yaml").url)
    wait(page, "tiltbox.box.forcePlaces.length && tiltbox.box.forces.some(force => force > 0)")
    before = page.evaluate("tiltbox.box.showsForces")
    page.keyboard.press("j")
    assert not before and page.evaluate("tiltbox.box.showsForces")
    assert page.get_attribute("#forces", "aria-pressed") == "true"
    assert page.is_hidden("#plots")
    page.keyboard.press("p")
    wait(page, "document.getElementById('energy').getBoundingClientRect().height > 50")
    for chart in ("energy", "loads"):
        page.evaluate(f"self.first = document.getElementById('{chart}').toDataURL()")
        wait(page, f"document.getElementById('{chart}').toDataURL() !== self.first")


def test_an_arrow_shows_the_way_through_a_one_way_shelf(browser: Browser, serve: Serve) -> None:
    page = browser.live(serve(EXAMPLES / "one-way.yaml").url, device_scale_factor=3)
    # The jumper flies through shelf-0 and never returns there.
    wait(page, f"{TICK} > 60")
    page.screenshot(path=browser.output / "one-way.png")
    colors = """points => {
      const {box} = tiltbox;
      const {width, height} = box.canvas;
      const {data} = box.context.getImageData(0, 0, width, height);
      const shelf = tiltbox.scene.header.bodies.indexOf('shelf-0');
      return points.map(point => {
        const [x, y] = box.toCanvas(box.place(shelf, point)).map(length => Math.floor(length * box.ratio));
        return cssColor([...data.subarray(4 * (y * width + x)).subarray(0, 3)].map(byte => byte / 255)).slice(0, 7);
      });
    }"""
    drawn = {"shelf": (0, 0), "shaft": (0, 12), "left barb": (-2.5, 16.65), "right barb": (2.5, 16.65)}
    empty = {"beside the shaft": (4, 10), "below the shelf": (0, -12)}
    found = dict(zip(drawn | empty, page.evaluate(colors, list((drawn | empty).values()))))
    fixed = page.evaluate("tiltbox.box.palette.fixed")
    assert {part for part, color in found.items() if color == fixed} == set(drawn), found


def test_two_viewers_see_the_same_and_share_the_tilt(browser: Browser, service: Service, note: Note) -> None:
    record = """() => {
      self.seen = {};
      const add = tiltbox.playback.add;
      tiltbox.playback.add = function (frame, now) {
        self.seen[frame.tick] = JSON.stringify(frame.bodies);
        add.call(this, frame, now);
      };
    }"""
    one, other = browser.live(service.url), browser.live(service.url)
    one.evaluate(record)
    other.evaluate(record)
    one.keyboard.press("ArrowLeft")
    wait(other, "tiltbox.status.holder === 1")
    assert "Viewer 1 holds the tilt" in other.inner_text("#holder")
    one.keyboard.press("l")
    wait(other, "document.getElementById('holder').textContent.includes('has locked')")
    other.keyboard.press("ArrowRight")
    wait_ticks(other, 84)
    assert other.evaluate(GRAVITY)[0] < 0, "the lock does not hold"
    one.keyboard.press("l")
    wait(other, "!tiltbox.status.locked")
    wait_ticks(other, 72)
    other.keyboard.press("ArrowRight")
    wait(one, f"{GRAVITY}[0] > 900")
    a, b = one.evaluate("self.seen"), other.evaluate("self.seen")
    common = set(a) & set(b)
    assert len(common) > 20
    assert all(a[tick] == b[tick] for tick in common)
    note(f"{len(common)} ticks in common, all equal")


def test_a_body_keeps_its_colour_on_every_page(browser: Browser, page: Page, service: Service) -> None:
    page.keyboard.press("d")
    wait(page, f"{BODIES}.length === 6")
    dropped = page.evaluate(f"{BODIES}[5]")
    page.evaluate("tiltbox.line.send({remove: 'crate-1'})")
    wait(page, f"{BODIES}.length === 5")
    page.keyboard.press("d")
    wait(page, f"{BODIES}.length === 6")
    colors = f"Object.fromEntries({BODIES}.map(id => [id, tiltbox.box.color(id)]))"
    seen = page.evaluate(colors)
    assert dropped in seen and len(set(seen.values())) == 6
    assert browser.live(service.url).evaluate(colors) == seen
    page.reload()
    wait(page, "self.tiltbox && tiltbox.box")
    assert page.evaluate(colors) == seen


def test_a_resumed_run_takes_crates_beside_those_of_earlier_viewers(browser: Browser, serve: Serve) -> None:
    for count in (6, 7):
        service = serve("--journal", "run.journal", "--resume")
        page = browser.live(service.url)
        page.keyboard.press("d")
        wait(page, f"{BODIES}.length === {count}")
        page.context.close()
        service.stop()


def test_the_page_comes_back_after_a_restart(
    browser: Browser, page: Page, service: Service, serve: Serve, note: Note
) -> None:
    service.stop()
    wait(page, "!document.getElementById('state').classList.contains('live')")
    page.screenshot(path=browser.output / "gone.png")
    serve("--port", service.port)
    began = time.monotonic()
    wait(page, "document.getElementById('state').classList.contains('live')")
    wait(page, f"tiltbox.playback.newest && {TICK} < 1200")
    note(f"back after {time.monotonic() - began:.1f} s")
    page.keyboard.press("ArrowLeft")
    wait_gravity(page, -1000, 0)
    forget_lost_connections(browser)


def test_a_page_that_hurries_connects_once(browser: Browser, page: Page, service: Service, serve: Serve) -> None:
    page.evaluate("(real => { fetch = (...a) => new Promise(done => { self.ask = () => done(real(...a)); }); })(fetch)")
    service.stop()
    wait(page, "'ask' in self")
    serve("--port", service.port)
    page.evaluate("dispatchEvent(new Event('online'))")
    wait(page, "document.getElementById('state').classList.contains('live')")
    page.evaluate("self.ask()")
    wait_ticks(page, 60)
    assert page.evaluate("tiltbox.status.clients") == 1
    forget_lost_connections(browser)


def test_without_tls_the_page_says_why_it_cannot_feel_the_tilt(browser: Browser, serve: Serve) -> None:
    url = serve("--name", "box.test").url.replace("127.0.0.1", "box.test")
    page = browser.live(url, **screen("phone"))
    assert not page.evaluate("isSecureContext")
    assert "secure connection" in page.inner_text("#insecure")
    page.screenshot(path=browser.output / "insecure.png")
    page.click("#insecure .close")
    assert not page.is_visible("#insecure")
    page.click("#motion")
    assert page.is_visible("#insecure")


def test_who_only_watches_reads_of_no_command(browser: Browser, serve: Serve) -> None:
    service = serve("--name", "box.test", "--token", "play", "--watch-token", "look")
    for token, plays in [("look", False), ("play", True)]:
        page = browser.live(f"http://box.test:{service.port}/?token={token}", **screen("phone"))
        wait(page, "document.getElementById('holder').textContent !== ''")
        label = page.get_attribute("#box", "aria-label") or ""
        assert ("tilt" in label) == page.is_visible("footer") == page.is_visible("#insecure") == plays


def test_with_tls_the_page_is_a_secure_context(browser: Browser, serve: Serve, certificate: tuple[str, ...]) -> None:
    url = serve("--name", "box.test", *certificate).url.replace("127.0.0.1", "box.test")
    assert url.startswith("https://")
    page = browser.live(url, ignore_https_errors=True)
    assert page.evaluate("isSecureContext")
    page.keyboard.press("ArrowLeft")
    wait_gravity(page, -1000, 0)


def test_the_code_in_the_terminal_contains_the_address(output: pathlib.Path) -> None:
    terminal, stderr = pty.openpty()
    command = [TILTBOX, "serve", "--host", "0.0.0.0", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)
    os.close(stderr)
    assert process.stdout
    url = process.stdout.readline().strip()
    shown = b""
    while b"phones report their motion" not in shown:
        shown += os.read(terminal, 65536)
    process.terminate()
    process.communicate(timeout=5)
    os.close(terminal)
    rows = []
    for line in re.findall("48;5;231m([█▀▄ ]*)\x1b", shown.decode()):
        rows += [[mark in "█▀" for mark in line], [mark in "█▄" for mark in line]]
    scale = 6
    wide = [" ".join("0" if dark else "255" for dark in row for _ in range(scale)) for row in rows]
    pixels = "\n".join(line for line in wide for _ in range(scale))
    picture = output / "code.pgm"
    picture.write_text(f"P2\n{len(rows[0]) * scale} {len(rows) * scale}\n255\n{pixels}\n")
    read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True)
    assert read.stdout.strip() == url


@pytest.mark.parametrize("name", [*PHONES, *SCREENS])
def test_the_page_fits_the_screen(name: str, browser: Browser, serve: Serve) -> None:
    page, ratio = browser.live(serve(EXAMPLES).url, **screen(name)), screen(name)["device_scale_factor"]
    scene = "joints" if name in ("huge", "lying") else "crates"
    page.select_option("#scene", scene)
    wait(page, f"tiltbox.scene.scene === '{scene}' && tiltbox.playback.newest")
    page.keyboard.press("ArrowRight" if name != "huge" else "u")
    wait_ticks(page, 66)
    page.screenshot(path=browser.output / f"{name}.png")
    over = page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    assert max(over) <= 0, f"the page is {over} larger than the screen"
    for menu in ("Scenario", "Follow"):
        assert page.get_by_role("combobox", name=menu, exact=True).is_visible()
    canvas = page.evaluate("[tiltbox.box.canvas.width, tiltbox.box.canvas.height]")
    css = page.evaluate("tiltbox.box.canvas.getBoundingClientRect().width")
    assert abs(canvas[0] - css * ratio) <= 1, "the canvas is not sharp"
    assert min(canvas) / ratio > 150, f"the canvas has no room: {canvas}"


def test_at_a_high_zoom_the_page_scrolls_and_nothing_covers_box_or_buttons(browser: Browser, serve: Serve) -> None:
    page = browser.live(serve().url, size=(320, 256), device_scale_factor=4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("Math.min(tiltbox.box.canvas.width, tiltbox.box.canvas.height) / 4") > 150
    covers = "document.getElementById('holder').getBoundingClientRect().bottom"
    for covered in ("#box", "footer"):
        assert page.evaluate(f"{covers} <= document.querySelector('{covered}').getBoundingClientRect().top")
    page.evaluate("document.getElementById('lock').scrollIntoView()")
    assert page.evaluate("document.getElementById('lock').getBoundingClientRect().bottom <= innerHeight")


def test_without_javascript_the_page_says_what_it_needs(browser: Browser, serve: Serve) -> None:
    page = browser.chromium.new_context(java_script_enabled=False).new_page()
    page.goto(serve().url)
    assert "needs JavaScript" in page.inner_text("header")
