"""Compares the canvas of the pages with the SVG of the same moment, drawn by the same browser."""

import base64
import re

from film import opened
from support import FOLDER, render

SCENES = {
    "crates": (["--set", "tilt=[0.5,-0.87]"], 0.9), "shapes": (["Examples/shapes.yaml"], 1.5),
    "joints": (["Examples/joints.yaml"], 1.25), "sleeping": (["Examples/sleeping.yaml"], 4),
    "moving-parts": (["Examples/moving-parts.yaml"], 2), "filters": (["Examples/filters.yaml"], 1),
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
  const {film, state} = player;
  const index = film.frameAt(state.time);
  const box = new BoxCanvas(canvases[0], film.castOf(index).header, {theme, margin: 6});
  const origin = [x * box.ratio, y * box.ratio];
  box.aim = () => Object.assign(box, {scale: scale * box.ratio, origin, detail: box.detailAt(scale)});
  box.draw(film.frame(index, film.time(index)));
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


def check_canvas_looks_like_svg(browser):
    shares = {}
    for name, (arguments, moment) in SCENES.items():
        for theme in ("light", "dark"):
            path = render(f"look-{name}-{theme}.svg", *arguments, "--at", str(moment), "--theme", theme)
            with open(path) as file:
                text = file.read()
            scale, x, y = map(float, re.search(r'"matrix\((\S+) 0 0 -\S+ (\S+) (\S+)\)"', text).groups())
            svg = base64.b64encode(text.encode()).decode()
            with opened(browser, *arguments, name=f"look-{name}", moment=moment, device_scale_factor=2) as page:
                share, pictures = page.evaluate(COMPARE, [svg, [scale, x, y], theme])
            for kind, picture in zip(("canvas", "svg"), pictures):
                with open(f"{FOLDER}/look-{name}-{theme}-{kind}.png", "wb") as file:
                    file.write(base64.b64decode(picture.split(",")[1]))
            shares[f"{name} {theme}"] = share
    most = max(shares, key=shares.get)
    assert shares[most] < 0.001, f"canvas and SVG differ in too many pixels: {shares}"
    return f"at most {shares[most] * 100:.3f} % of the pixels differ ({most})"
