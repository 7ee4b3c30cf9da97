"""Checks of the page that plays a run from one file: `tiltbox render -o run.html`."""

import contextlib
import json
import math
import os
import statistics
import time

from support import FOLDER, render, wait

TIME = "player.state.time"


@contextlib.contextmanager
def opened(browser, *arguments, name="run", made=None, moment=0, size=(1280, 800), **options):
    """Opens the page of a run from disk, paused at a moment; renders it unless `made`. It must request no other URL."""
    path = os.path.abspath(f"{FOLDER}/{made}") if made else render(f"{name}.html", *arguments)
    context = browser.chromium.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    page = context.new_page()
    page.on("console", lambda m: m.type in ("error", "warning") and browser.problems.append(m.text))
    page.on("pageerror", lambda error: browser.problems.append(str(error)))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"file://{path}#t={moment}")
    wait(page, "self.player")
    try:
        yield page
        others = [url for url in asked if url.split("#")[0] != f"file://{path}" and not url.startswith("data:")]
        assert not others, f"the page requests {others}"
    finally:
        context.close()


def picture(page, canvas="box"):
    return page.evaluate(f"document.getElementById('{canvas}').toDataURL()")


def scrub(page, moment):
    page.evaluate(f"player.scrub({moment})")


def check_film_opens_and_plays(browser):
    with opened(browser) as page:
        assert page.evaluate(TIME) == 0
        first = picture(page)
        page.click("#play")
        wait(page, f"{TIME} > 0.7")
        assert picture(page) != first, "the canvas stands still"
        page.keyboard.press(" ")
        at = page.evaluate(TIME)
        page.wait_for_timeout(150)
        assert page.evaluate(TIME) == at, "it does not pause"
        size = os.path.getsize(f"{FOLDER}/run.html")
        return f"ten seconds of five crates are {size / 1e3:.0f} kB"


def check_film_plays_by_itself(browser):
    with opened(browser, moment="") as page:
        wait(page, f"player.state.plays && {TIME} > 0.2")


def check_film_moves_in_time(browser):
    with opened(browser, moment=1.25) as page:
        assert abs(page.evaluate(TIME) - 1.25) < 1e-9
        bar = page.locator("#scrubber").bounding_box()
        page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
        assert abs(page.evaluate(TIME) - 5) < 0.1, page.evaluate(TIME)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        step = page.evaluate("player.film.time(player.film.frameAt(5) + 1) - player.film.time(player.film.frameAt(5))")
        assert abs(page.evaluate(TIME) - 5 - step) < 0.1
        for key, moment in [("Home", 0), ("End", 10)]:
            page.keyboard.press(key)
            assert page.evaluate(TIME) == moment
        chart = page.locator("#height").bounding_box()
        page.mouse.move(chart["x"] + chart["width"] * 0.3, chart["y"] + chart["height"] / 2)
        page.mouse.down()
        page.mouse.move(chart["x"] + chart["width"] * 0.7, chart["y"] + chart["height"] / 2, steps=4)
        page.mouse.up()
        assert 5.5 < page.evaluate(TIME) < 8, page.evaluate(TIME)


def check_film_speed(browser):
    with opened(browser) as page:
        paces = {}
        for speed in ("4", "0.25"):
            page.select_option("#speed", speed)
            scrub(page, 0)
            page.evaluate("player.play(true)")
            wait(page, f"{TIME} > {0.2 * float(speed)}")
            took = page.evaluate(
                f"""new Promise(done => {{
                  const [real, film] = [performance.now(), {TIME}];
                  setTimeout(() => done(({TIME} - film) / (performance.now() - real) * 1000), 800);
                }})"""
            )
            paces[speed] = took
            page.evaluate("player.play(false)")
            assert abs(took / float(speed) - 1) < 0.3, f"at speed {speed} it plays {took:.2f} seconds in one"


def check_film_trails_contacts_plots(browser):
    with opened(browser) as page:
        moment = page.evaluate(
            """(() => {
              const {film} = player;
              for (let t = 0; t < film.end; t += 1 / 120) {
                if (film.frame(film.frameAt(t), t).contacts.some(([, , strength, age]) => strength > 0.5 && age > 0.05)) return t;
              }
            })()"""
        )
        scrub(page, moment)
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
            assert colors > 20, f"the plot {chart} is empty: {colors} colours"
        before = picture(page, "height")
        page.click("#bodies button >> nth=0")
        assert picture(page, "height") != before, "a body's button does not change the plot"
        place = page.evaluate(
            """(() => {
              const [x, y] = player.box.toCanvas(player.box.poses[0]);
              const rect = player.box.canvas.getBoundingClientRect();
              return [rect.left + x, rect.top + y];
            })()"""
        )
        page.mouse.click(*place)
        pressed = page.get_attribute("#bodies button >> nth=0", "aria-pressed")
        assert pressed == "true", "a click on the body does not plot it again"


def check_film_screens(browser):
    sizes = {
        "film-phone": ((390, 844), 3, "dark"), "film-small": ((320, 568), 2, "light"),
        "film-lying": ((844, 390), 3, "light"), "film-wide": ((1440, 900), 1, "light"),
        "film-dark": ((1440, 900), 2, "dark"),
    }
    for name, (size, ratio, scheme) in sizes.items():
        options = dict(size=size, device_scale_factor=ratio, color_scheme=scheme, is_mobile=size[0] < 900)
        scene = ("Examples/joints.yaml",) if name == "film-dark" else ("Examples/phone.yaml",)
        with opened(browser, *scene, name=scene[0][9:-5], moment=2.2, **options) as page:
            page.click("#trails")
            page.wait_for_timeout(100)
            page.screenshot(path=f"{FOLDER}/{name}.png", full_page=size[0] < 900)
            over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert over <= 0, f"{name}: the page is {over} wider than the screen"
            canvas = page.evaluate("[player.box.canvas.width, player.box.canvas.height]")
            assert min(canvas) / ratio > 150, f"{name}: the canvas has no room: {canvas}"


HOUR = {
    "tiltbox": 1, "name": "hour", "walls": {"size": [300, 300], "friction": 0.5, "elasticity": 0.8},
    "tilt": {"file": "hour.csv"}, "run": {"duration": 3600, "frames": 60},
}


def crate(number):
    side, x = (64, 96 + 72 * (number - 2)) if number > 1 else (32, 20 + 40 * number)
    return {"id": f"crate-{number + 1}", "box": [side, side], "at": [x, 260], "mass": side * side / 10, "friction": 0.5}


def check_film_of_an_hour(browser):
    with open(f"{FOLDER}/hour.csv", "w") as file:
        file.write("t,x,y\n")
        for i in range(3600 * 4):
            angle = 2.5 * math.sin(i * 0.11) + math.sin(i * 0.023)
            file.write(f"{i / 4},{math.sin(angle):.4f},{-math.cos(angle):.4f}\n")
    with open(f"{FOLDER}/hour.yaml", "w") as file:
        file.write(json.dumps(dict(HOUR, bodies=[crate(i) for i in range(5)])))
    arguments = (f"{FOLDER}/hour.yaml",)
    began = time.monotonic()
    render("hour.html", *arguments)
    took = time.monotonic() - began
    size = os.path.getsize(f"{FOLDER}/hour.html")
    assert size < 20e6, f"an hour of five crates is {size / 1e6:.1f} MB"
    began = time.monotonic()
    with opened(browser, made="hour.html", moment=1) as page:
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
        return (
            f"{size / 1e6:.1f} MB made in {took:.0f} s, open after {opening:.1f} s, a jump takes "
            f"{statistics.median(times):.0f} ms, nine in ten less than {times[54]:.0f} ms"
        )
