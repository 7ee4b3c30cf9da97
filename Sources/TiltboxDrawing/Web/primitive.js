'use strict';

// A primitive of a scene's drawing as a path in the coordinates of its body or layer: see Primitive.swift.
class Primitive {
  constructor(description) {
    Object.assign(this, {fillOpacity: 1, opacity: 1, width: 0, pixels: 0, fine: 0, dashes: []}, description);
    this.path = new Path2D(this.svg);
    if (this.circle) this.path.arc(...this.circle, 0, 2 * Math.PI);
    for (const point of this.line || []) this.path.lineTo(...point);
    if (this.closed) this.path.closePath();
  }

  // Whether it is the line that shows a rotation, not the form itself.
  get isMark() { return this.stroke === 'mark'; }

  // The path with rounded corners, as far as the sides have room for them.
  rounded(radius) {
    if (!(radius > 0 && this.closed)) return this.path;
    const path = new Path2D();
    const middle = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];
    const {line: points} = this;
    path.moveTo(...middle(points[points.length - 1], points[0]));
    points.forEach((corner, index) => {
      const next = points[(index + 1) % points.length];
      const before = points[(index || points.length) - 1];
      const [[ax, ay], [bx, by]] = [before, next].map(([x, y]) => [x - corner[0], y - corner[1]]);
      const sides = [Math.hypot(ax, ay), Math.hypot(bx, by)];
      const cosine = (ax * bx + ay * by) / (sides[0] * sides[1]);
      const tangent = Math.sqrt((1 - cosine) / Math.max(1e-12, 1 + cosine));
      path.arcTo(...corner, ...middle(corner, next), Math.min(radius, Math.min(...sides) / 2 * tangent));
    });
    path.closePath();
    return path;
  }
}
