"""The page that plays a run from one file, `tiltbox render -o run.html`, and its canvas beside the SVG of a moment."""

import base64
import math
import pathlib
import re
import statistics
import time

import pytest
from browser import PHONES, Browser, place, screen, wait
from playwright.sync_api import Page
from service import Note

pytestmark = [pytest.mark.browser, pytest.mark.debian("chromium", "fonts-dejavu-core")]

TIME = "player.state.time"


@pytest.fixture
def run(browser: Browser) -> pathlib.Path:
    """The page of ten seconds of the classic scene."""
    return browser.render("run.html")


def picture(page: Page, canvas: str = "box") -> str:
    return page.evaluate(f"document.getElementById('{canvas}').toDataURL()")


def wait_frames(page: Page, count: int) -> None:
    for _ in range(count):
        page.evaluate("new Promise(requestAnimationFrame)")


def test_a_replay_opens_plays_and_pauses(browser: Browser, run: pathlib.Path, note: Note) -> None:
    page = browser.replay(run)
    assert page.evaluate(TIME) == 0
    first = picture(page)
    page.click("#play")
    wait(page, f"{TIME} > 0.7")
    assert picture(page) != first, "the canvas stands still"
    page.keyboard.press(" ")
    at = page.evaluate(TIME)
    wait_frames(page, 9)
    assert page.evaluate(TIME) == at, "it does not pause"
    note(f"ten seconds of five crates are {run.stat().st_size / 1e3:.0f} kB")


def test_without_javascript_a_replay_says_what_it_needs(browser: Browser, run: pathlib.Path) -> None:
    page = browser.chromium.new_context(java_script_enabled=False).new_page()
    page.goto(f"file://{run}")
    assert "needs JavaScript" in page.inner_text("header")


def test_a_replay_plays_by_itself(browser: Browser, run: pathlib.Path) -> None:
    page = browser.replay(run, moment="")
    wait(page, f"player.state.plays && {TIME} > 0.2")


def test_a_screen_reader_gets_the_time_of_a_replay_where_it_asks(browser: Browser, run: pathlib.Path) -> None:
    page = browser.replay(run, moment=1.25)
    assert page.get_attribute("#scrubber", "aria-valuetext") == "1.25 s of 10.00 s"
    assert page.get_by_role("status").count() == 0, "each frame announces its time"
    assert page.evaluate("[...document.querySelectorAll('canvas')].every(canvas => canvas.ariaLabel)")


def test_the_bodies_that_a_replay_plots_are_marked_in_forced_colors(browser: Browser, run: pathlib.Path) -> None:
    page = browser.replay(run, forced_colors="active")
    page.click("#bodies button:nth-child(2)")
    page.mouse.move(0, 0)
    color = "getComputedStyle(document.querySelector('#bodies button:nth-child({})')).backgroundColor"
    colors = [page.evaluate(color.format(count)) for count in (1, 2, 3)]
    assert colors[0] == colors[2] != colors[1]


MARKS = """([start, growth]) => {
  const marks = [];
  const prototype = CanvasRenderingContext2D.prototype;
  const {fillText} = prototype;
  prototype.fillText = text => marks.push(text);
  const chart = new Chart(document.createElement('canvas'), '', '');
  chart.setRange(0, 1, [0, 2]);
  chart.setLines([{parts: [{first: 0, end: 2, value: frame => start + growth * frame}]}], frame => frame);
  chart.draw(0, {text: '', line: ''});
  prototype.fillText = fillText;
  return marks.filter(mark => mark.endsWith('M'));
}"""


@pytest.mark.parametrize(
    ("start", "growth", "marks"),
    [
        (21.31e6, 1, ["21.0M", "21.2M", "21.4M", "21.6M"]),
        (1.05e6, 1200, ["1.0500M", "1.0505M", "1.0510M", "1.0515M"]),
        (0, 3e6, ["1M", "2M", "3M"]),
    ],
)
def test_marks_of_a_plot_differ(start: float, growth: float, marks: list[str], browser: Browser, run: pathlib.Path) -> None:
    assert browser.replay(run).evaluate(MARKS, [start, growth]) == marks


def test_a_click_hits_the_body_that_is_drawn_uppermost(browser: Browser, run: pathlib.Path) -> None:
    page = browser.replay(run)
    hit = "player.box.bodyAt(player.box.poses[0])"
    assert page.evaluate(hit) == 0
    page.evaluate("player.box.looks[4].scale = 30")
    assert page.evaluate(hit) == 4
    page.evaluate("player.box.looks[4].depth = -1")
    assert page.evaluate(hit) == 0


def test_joints_show_their_forces_on_request(browser: Browser, run: pathlib.Path) -> None:
    assert browser.replay(run).is_hidden("#forces"), "a run without forces offers them"
    joints = browser.render("forces.html", "Examples/joints.yaml", "--set", "run.forces=true", "--to", 3)
    page = browser.replay(joints, moment=2)
    plain = picture(page)
    page.check("#forces")
    assert picture(page) != plain
    strongest = page.evaluate("player.box.strongest")
    assert strongest["force"] > 1000
    assert strongest["torque"] > 1000


def test_scrubber_keys_and_plots_move_in_time(browser: Browser, run: pathlib.Path) -> None:
    page = browser.replay(run, moment=1.25)
    assert abs(page.evaluate(TIME) - 1.25) < 1e-9
    bar = page.locator("#scrubber").bounding_box()
    assert bar
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    assert abs(page.evaluate(TIME) - 5) < 0.1
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    step = page.evaluate("(({trajectory: t}) => t.time(t.frameAt(5) + 1) - t.time(t.frameAt(5)))(player)")
    assert abs(page.evaluate(TIME) - 5 - step) < 0.1
    for key, moment in [("Home", 0), ("End", 10)]:
        page.keyboard.press(key)
        assert page.evaluate(TIME) == moment
    page.focus("#trails")
    page.keyboard.press(" ")
    assert page.is_checked("#trails") and not page.evaluate("player.state.plays")
    chart = page.locator("#height").bounding_box()
    assert chart
    page.mouse.move(chart["x"] + chart["width"] * 0.3, chart["y"] + chart["height"] / 2)
    page.mouse.down()
    page.mouse.move(chart["x"] + chart["width"] * 0.7, chart["y"] + chart["height"] / 2, steps=4)
    page.mouse.up()
    assert 5.5 < page.evaluate(TIME) < 8


@pytest.mark.parametrize("speed", ["4", "0.25"])
def test_a_replay_keeps_its_speed(speed: str, browser: Browser, run: pathlib.Path) -> None:
    page = browser.replay(run)
    page.select_option("#speed", speed)
    page.evaluate("player.scrub(0)")
    page.evaluate("player.play(true)")
    wait(page, f"{TIME} > {0.2 * float(speed)}")
    pace = page.evaluate(
        f"""new Promise(done => {{
          const [real, shown] = [performance.now(), {TIME}];
          setTimeout(() => done(({TIME} - shown) / (performance.now() - real) * 1000), 800);
        }})"""
    )
    assert abs(pace / float(speed) - 1) < 0.3


def test_trails_contacts_and_plots_are_visible(browser: Browser, run: pathlib.Path) -> None:
    page = browser.replay(run)
    moment = page.evaluate(
        """(() => {
          const {trajectory} = player;
          for (let t = 0; t < trajectory.end; t += 1 / 120) {
            const {contacts} = trajectory.frame(trajectory.frameAt(t), t);
            if (contacts.some(([, , strength, age]) => strength > 0.5 && age > 0.05)) return t;
          }
        })()"""
    )
    page.evaluate(f"player.scrub({moment})")
    for switch in ("trails", "flashes"):
        before = picture(page)
        page.click(f"#{switch}")
        assert picture(page) != before, f"{switch} are not visible"
        page.click(f"#{switch}")
        assert picture(page) == before
    for chart in ("height", "rate", "energy", "tilt"):
        colors = page.evaluate(
            f"""(() => {{
              const canvas = document.getElementById('{chart}');
              const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
              return new Set(new Uint32Array(data.buffer)).size;
            }})()"""
        )
        assert colors > 20, f"the plot {chart} is empty"
    before = picture(page, "height")
    page.click("#bodies button >> nth=0")
    assert picture(page, "height") != before, "a body's button does not change the plot"
    page.mouse.click(*place(page, "player.box", "0"))
    pressed = page.get_attribute("#bodies button >> nth=0", "aria-pressed")
    assert pressed == "true", "a click on the body does not plot it again"


@pytest.mark.parametrize("name", [*PHONES, "wide", "dark"])
def test_a_replay_fits_the_screen(name: str, browser: Browser) -> None:
    scene = "joints" if name == "dark" else "phone"
    path = browser.render(f"{scene}.html", f"Examples/{scene}.yaml")
    page, ratio = browser.replay(path, 2.2, **screen(name)), screen(name)["device_scale_factor"]
    page.click("#trails")
    wait_frames(page, 6)
    page.screenshot(path=browser.output / f"{name}.png", full_page=name in PHONES)
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert over <= 0, f"the page is {over} wider than the screen"
    canvas = page.evaluate("[player.box.canvas.width, player.box.canvas.height]")
    assert min(canvas) / ratio > 150, f"the canvas has no room: {canvas}"


def test_a_finger_scrolls_the_page_over_a_plot_and_moves_in_time_along_it(browser: Browser, run: pathlib.Path) -> None:
    page = browser.replay(run, **screen("phone"))
    session = page.context.new_cdp_session(page)

    def drag(x: float, y: float) -> None:
        rect = page.evaluate("document.getElementById('height').getBoundingClientRect().toJSON()")
        left, top = rect["left"] + rect["width"] / 2, rect["top"] + rect["height"] / 2
        for kind, share in [("touchStart", 0.0), *(("touchMove", i / 14) for i in range(1, 15))]:
            points = [{"x": left + share * x, "y": top + share * y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    drag(100, 0)
    wait(page, f"{TIME} > 7")
    assert page.evaluate("scrollY") == 0
    drag(0, -150)
    wait(page, "scrollY > 50")


def test_a_replay_of_an_hour_is_small_and_jumps_at_once(browser: Browser, note: Note) -> None:
    rows = ["t,x,y"]
    for i in range(3600 * 4):
        angle = 2.5 * math.sin(i * 0.11) + math.sin(i * 0.023)
        rows.append(f"{i / 4},{math.sin(angle):.4f},{-math.cos(angle):.4f}")
    tilt = browser.output / "hour.csv"
    tilt.write_text("\n".join(rows) + "\n")
    began = time.monotonic()
    path = browser.render("hour.html", "--set", f"tilt={{file: {tilt}}}", "--set", "run.duration=3600")
    took, size = time.monotonic() - began, path.stat().st_size
    assert size < 20e6
    began = time.monotonic()
    page = browser.replay(path, moment=1)
    opening = time.monotonic() - began
    times = page.evaluate(
        """(() => {
          const times = [];
          for (let i = 0; i < 60; i += 1) {
            const began = performance.now();
            player.scrub((i * 1237.7) % 3600);
            times.push(performance.now() - began);
          }
          return times;
        })()"""
    )
    times.sort()
    assert times[54] < 100, f"milliseconds of a jump: {times}"
    note(
        f"{size / 1e6:.1f} MB made in {took:.0f} s, open after {opening:.1f} s, a jump takes "
        f"{statistics.median(times):.0f} ms, nine in ten less than {times[54]:.0f} ms"
    )


SCENES = {
    "crates": (["--set", "tilt=[0.5,-0.87]"], 0.9), "shapes": (["Examples/shapes.yaml"], 1.5),
    "joints": (["Examples/joints.yaml"], 1.25), "sleeping": (["Examples/sleeping.yaml"], 4),
    "moving-parts": (["Examples/moving-parts.yaml"], 2), "filters": (["Examples/filters.yaml"], 1),
    "one-way": (["Examples/one-way.yaml"], 0.5), "looks": (["Tests/System/looks.yaml"], 0.5),
}

# Draws the page's frame on a canvas with the size of the SVG, at the same position, and the SVG on another one; returns
# the share of pixels that differ by more than an eighth in a colour, and both pictures.
COMPARE = """async ([svg, [scale, x, y], theme]) => {
  const image = new Image();
  image.src = 'data:image/svg+xml;base64,' + svg;
  await image.decode();
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const canvases = [0, 1].map(() => {
    const canvas = document.createElement('canvas');
    canvas.style.cssText = `position: fixed; width: ${width}px; height: ${height}px`;
    document.body.append(canvas);
    return canvas;
  });
  const {trajectory, state} = player;
  const index = trajectory.frameAt(state.time);
  const box = new BoxCanvas(canvases[0], trajectory.castOf(index), {theme, margin: 6});
  const origin = [x * box.ratio, y * box.ratio];
  box.aim = () => Object.assign(box, {scale: scale * box.ratio, origin, detail: box.detailAt(scale)});
  box.draw(trajectory.frame(index, trajectory.time(index)));
  [canvases[1].width, canvases[1].height] = [canvases[0].width, canvases[0].height];
  canvases[1].getContext('2d').drawImage(image, 0, 0, canvases[1].width, canvases[1].height);
  const page = theme === 'dark' ? '#0d1117' : '#f5f6f8';
  const [one, other] = canvases.map(canvas => {
    const context = canvas.getContext('2d');
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = page;
    context.fillRect(0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  });
  let count = 0;
  for (let i = 0; i < one.length; i += 4) {
    if ([0, 1, 2].some(c => Math.abs(one[i + c] - other[i + c]) > 32)) count += 1;
  }
  return [count / (one.length / 4), canvases.map(canvas => canvas.toDataURL())];
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SCENES)
def test_the_canvas_looks_like_the_svg(name: str, theme: str, browser: Browser, note: Note) -> None:
    arguments, moment = SCENES[name]
    svg = browser.render(f"{name}-{theme}.svg", *arguments, "--at", moment, "--theme", theme).read_text()
    found = re.search(r'"matrix\((\S+) 0 0 -\S+ (\S+) (\S+)\)"', svg)
    assert found
    aim = [float(number) for number in found.groups()]
    page = browser.replay(browser.render(f"{name}.html", *arguments), moment, device_scale_factor=2)
    share, pictures = page.evaluate(COMPARE, [base64.b64encode(svg.encode()).decode(), aim, theme])
    for kind, data in zip(("canvas", "svg"), pictures):
        (browser.output / f"{name}-{theme}-{kind}.png").write_bytes(base64.b64decode(data.split(",")[1]))
    assert share < 0.001, "canvas and SVG differ in too many pixels"
    note(f"{share * 100:.3f} % of the pixels differ")
