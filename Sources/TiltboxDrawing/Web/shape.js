'use strict';

// A shape of a recording's header as paths in its body's own coordinates.
class ShapePicture {
  constructor(shape) {
    const [cx, cy] = shape.center || [0, 0];
    this.radius = shape.radius || 0;
    this.isSensor = shape.sensor === true;
    this.outline = new Path2D();
    this.mark = null;
    this.isThin = false;
    this.isPath = shape.svg !== undefined;
    if (this.isPath) {
      this.outline = new Path2D(shape.svg);
      const template = document.createElement('template');
      template.innerHTML = '<svg><path/></svg>';
      const element = template.content.querySelector('path');
      element.setAttribute('d', shape.svg);
      this.length = element.getTotalLength();
      this.points = Array.from({length: 65}, (_, k) => element.getPointAtLength(this.length * k / 64)).map(({x, y}) => [x, y]);
      this.reach = Math.max(0, ...this.points.map(([x, y]) => Math.hypot(x, y)));
      return;
    }
    if (shape.circle !== undefined) {
      this.circle = [cx, cy, shape.circle];
      this.outline.arc(cx, cy, shape.circle, 0, 2 * Math.PI);
      this.mark = new Path2D();
      this.mark.moveTo(cx, cy);
      this.mark.lineTo(cx + shape.circle, cy);
      this.reach = Math.hypot(cx, cy) + shape.circle;
      this.length = 2 * Math.PI * shape.circle;
      return;
    }
    if (shape.box) {
      const [w, h] = [shape.box[0] / 2, shape.box[1] / 2];
      // Begin at the same corner as Chipmunk, so that a sensor's dashes match.
      this.points = [[cx + w, cy - h], [cx + w, cy + h], [cx - w, cy + h], [cx - w, cy - h]];
    } else {
      this.points = shape.polygon || shape.segment || shape.chain || [];
      if (shape.closed) this.points = [...this.points, this.points[0]];
      this.isThin = shape.segment !== undefined || shape.chain !== undefined;
    }
    this.points.forEach(([x, y], index) => index ? this.outline.lineTo(x, y) : this.outline.moveTo(x, y));
    if (!this.isThin) this.outline.closePath();
    this.length = this.points.reduce((sum, [x, y], index) => {
      const [px, py] = this.points[(index || this.points.length) - 1];
      return this.isThin && index === 0 ? sum : sum + Math.hypot(x - px, y - py);
    }, 0);
    this.mark = rectangleMark(this.points);
    this.reach = Math.max(0, ...this.points.map(([x, y]) => Math.hypot(x, y))) + this.radius;
  }

  // The outline with rounded corners, as far as the sides have room for them.
  rounded(radius) {
    if (this.circle || this.isThin || this.isPath) return this.outline;
    const path = new Path2D();
    const middle = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];
    const {points} = this;
    path.moveTo(...middle(points[points.length - 1], points[0]));
    points.forEach((corner, index) => {
      const next = points[(index + 1) % points.length];
      const before = points[(index || points.length) - 1];
      const sides = [before, next].map(([x, y]) => Math.hypot(x - corner[0], y - corner[1]));
      const cosine = ((before[0] - corner[0]) * (next[0] - corner[0]) + (before[1] - corner[1]) * (next[1] - corner[1])) / (sides[0] * sides[1]);
      const tangent = Math.sqrt((1 - cosine) / Math.max(1e-12, 1 + cosine));
      path.arcTo(...corner, ...middle(corner, next), Math.min(radius, Math.min(...sides) / 2 * tangent));
    });
    path.closePath();
    return path;
  }

  // The width and the height of the rotated shape's bounding box.
  size(angle) {
    if (this.circle) return [2 * this.circle[2], 2 * this.circle[2]];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const extent = numbers => Math.max(...numbers) - Math.min(...numbers) + 2 * this.radius;
    return [extent(this.points.map(([x, y]) => x * c - y * s)), extent(this.points.map(([x, y]) => x * s + y * c))];
  }

  contains([x, y], slop) {
    if (this.circle) return Math.hypot(x - this.circle[0], y - this.circle[1]) <= this.circle[2] + slop;
    const near = this.radius + slop;
    let inside = false;
    // An open line has no edge from its last point to its first.
    for (let i = this.isThin ? 1 : 0, j = this.isThin ? 0 : this.points.length - 1; i < this.points.length; j = i, i += 1) {
      const [[ax, ay], [bx, by]] = [this.points[j], this.points[i]];
      if (distanceToSegment(x, y, ax, ay, bx, by) <= near) return true;
      if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
    }
    return inside && !this.isThin;
  }
}

function distanceToSegment(x, y, ax, ay, bx, by) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

// An inset rectangle that shows the rotation of a rectangle; null for other shapes.
function rectangleMark(points) {
  if (points.length !== 4) return null;
  const [a, b, c, d] = points;
  const half = (from, to) => [(to[0] - from[0]) / 2, (to[1] - from[1]) / 2];
  const [u, v] = [half(a, b), half(a, d)];
  const [long, wide] = [Math.hypot(...u), Math.hypot(...v)];
  const isStraight = Math.abs(u[0] * v[0] + u[1] * v[1]) < 1e-6 * long * wide;
  const isEven = Math.hypot(c[0] - b[0] - d[0] + a[0], c[1] - b[1] - d[1] + a[1]) < 1e-6 * (long + wide);
  if (!(long > 0 && wide > 0 && isStraight && isEven)) return null;
  const depth = BoxCanvas.metrics.inset * Math.min(long, wide);
  const [p, q] = [1 - depth / long, 1 - depth / wide];
  const middle = [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2];
  const mark = new Path2D();
  for (const [i, j] of [[-p, -q], [p, -q], [p, q], [-p, q]]) {
    mark.lineTo(middle[0] + i * u[0] + j * v[0], middle[1] + i * u[1] + j * v[1]);
  }
  mark.closePath();
  return mark;
}
