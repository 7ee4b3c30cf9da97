// Draws a box and its content on a canvas: the same pictures for the live page and for the playback of a recording.
//
//   const box = new BoxCanvas(canvas, scene)       scene: {header, drawing}, the first line of a recording and the
//                                                  primitives of its bodies (see SceneDrawing.swift)
//   box.draw(frame, {previous, alpha})             frame: a line of the kind frame; alpha 0 draws `previous`, 1 frame
//
// If the frames have the constraints' forces, `box.showsForces = true` colours the constraints by them: forces and
// torques, each relative to the strongest of its kind.
//
// In addition to the fields in a recording, a frame may have `asleep`, the indices of the sleeping bodies, and
// `contacts`, flashes [x, y, strength in 0…1, age in seconds].
'use strict';

class BoxCanvas {
  // options: theme 'light' or 'dark', by default the reader's own; margin in CSS pixels around the box.
  constructor(canvas, scene, options = {}) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.options = options;
    this.poses = [];
    this.selected = -1;
    this.showsForces = false;
    // The number of each body's colour, by its id.
    this.colors = new Map();
    this.setScene(scene);
    this.resize();
  }

  // Sets another scene, or other bodies in it.
  setScene({header, drawing}) {
    this.header = header;
    this.drawing = drawing;
    this.giveColors({header, drawing});
    const prepare = ({reach, parts}) => ({reach, parts: parts.map(part => new Primitive(part))});
    const pictures = drawing.pictures.map(prepare);
    this.pictures = drawing.bodies.map(place => pictures[place]);
    this.poses.length = Math.min(this.poses.length, this.pictures.length);
    this.layers = drawing.layers.map((picture, index) => ({...header.layers[index], picture: prepare(picture)}));
    this.channels = (header.values || []).map(name => this.channel(name));
    this.looks = header.bodies.map((_, index) => ({...header.looks?.[index]}));
    this.extent = null;
    // The constraints' forces or torques, and the strongest force and torque of the last seconds.
    this.forces = [];
    this.strongest = {force: 0, torque: 0};
  }

  // Gives the bodies of a scene their colours there.
  giveColors({header, drawing}) {
    header.bodies.forEach((id, index) => this.colors.set(id, drawing.colors[index]));
  }

  // The places of the constraints' forces in a frame's values; empty if the frames have none.
  get forcePlaces() { return [...this.channels.keys()].filter(place => this.channels[place]?.kind === 'constraint'); }

  // Whether a constraint has a force or a torque, by its index.
  quantity(index) { return this.drawing.constraints[index].torque ? 'torque' : 'force'; }

  // The target of a frame's value, by its name such as body.ID.fill or layer.ID.position; null if it is not drawn.
  channel(name) {
    const [, kind, id, part] = /^(body|layer|constraint)\.(.+)\.(\w+)$/.exec(name) || [];
    const bodies = this.header.bodies.map(id => ({id}));
    const places = {body: bodies, layer: this.layers, constraint: this.drawing.constraints};
    const index = kind ? places[kind].findIndex(place => place.id === id) : -1;
    return index >= 0 ? {kind, index, part} : null;
  }

  // Applies the values of a frame, interpolated from the previous one.
  takeValues(frame, previous, alpha) {
    (frame.values || []).forEach((values, place) => {
      const channel = this.channels[place];
      if (!channel) return;
      const before = previous?.values?.[place] || values;
      const numbers = values.map((value, k) => before[k] + (value - before[k]) * alpha);
      if (channel.kind === 'constraint') {
        this.forces[channel.index] = numbers[0];
        const quantity = this.quantity(channel.index);
        this.strongest[quantity] = Math.max(this.strongest[quantity], values[0]);
        return;
      }
      const target = channel.kind === 'body' ? this.looks[channel.index] : this.layers[channel.index];
      const isList = ['fill', 'stroke'].includes(channel.part);
      target[channel.part === 'position' ? 'at' : channel.part] =
        isList || channel.part === 'position' ? numbers : numbers[0];
    });
  }

  get palette() {
    const wanted = this.options.theme;
    const dark = wanted ? wanted === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    return dark ? BoxCanvas.dark : BoxCanvas.light;
  }

  // Adopts the canvas's size on the page; one pixel of the canvas is one pixel of the screen.
  resize() {
    const ratio = self.devicePixelRatio || 1;
    const {width, height} = this.canvas.getBoundingClientRect();
    const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    this.ratio = ratio;
  }

  // previous, alpha: interpolates between two frames of the same bodies. follow: the index of a body that the view
  // follows. trails: for each body its past positions [x, y], the oldest first.
  draw(frame, {previous, alpha = 1, follow = -1, trails = null} = {}) {
    const before = previous && previous.bodies.length === frame.bodies.length ? previous : null;
    for (const quantity in this.strongest) this.strongest[quantity] *= 0.99;
    this.takePoses(frame, before, alpha);
    this.takeValues(frame, before, alpha);
    this.aim(follow);
    const {context} = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.drawGround();
    if (this.poses.length) this.drawGravity(frame.gravity);
    if (trails) this.drawTrails(trails);
    const asleep = new Set(frame.asleep || []);
    for (const draw of this.inOrder(asleep)) draw();
    context.globalAlpha = 1;
    for (const contact of frame.contacts || []) this.drawContact(contact);
    this.toWorldTransform();
    context.lineJoin = 'round';
    if (this.selected >= 0 && this.poses[this.selected]) this.drawSelection();
    if (this.showsForces) this.drawForceScales();
  }

  takePoses(frame, previous, alpha) {
    this.poses = frame.bodies.map(([x, y, angle], index) => {
      const [x0, y0, angle0] = (previous || frame).bodies[index];
      return [x0 + (x - x0) * alpha, y0 + (y - y0) * alpha, angle0 + (angle - angle0) * alpha];
    });
  }

  // ---- view

  // Shows the whole box; without walls, the area that the bodies have reached so far.
  aim(follow) {
    const {canvas, ratio} = this;
    const margin = (this.options.margin ?? 14) * ratio;
    const [left, bottom, right, top] = this.bounds();
    const room = [Math.max(1, canvas.width - 2 * margin), Math.max(1, canvas.height - 2 * margin)];
    let scale = Math.min(room[0] / (right - left), room[1] / (top - bottom));
    let middle = [(left + right) / 2, (bottom + top) / 2];
    if (follow >= 0 && this.poses[follow]) {
      scale *= 1.6;
      middle = this.poses[follow];
    }
    this.scale = scale;
    this.detail = this.detailAt(scale / ratio);
    this.origin = [canvas.width / 2 - middle[0] * scale, canvas.height / 2 + middle[1] * scale];
  }

  bounds() {
    const walls = this.header.walls;
    if (walls) {
      const r = walls.radius;
      return [-r, -r, walls.size[0] + r, walls.size[1] + r];
    }
    let extent = this.extent || [Infinity, Infinity, -Infinity, -Infinity];
    const things = [
      ...this.poses.map(([x, y], index) => [x, y, Math.max(1e-6, this.pictures[index].reach)]),
      ...this.layers.map(({at: [x, y] = [0, 0], scale = 1, picture}) => [x, y, picture.reach * scale]),
    ];
    for (const [x, y, reach] of things) {
      extent = [
        Math.min(extent[0], x - reach), Math.min(extent[1], y - reach),
        Math.max(extent[2], x + reach), Math.max(extent[3], y + reach),
      ];
    }
    this.extent = Number.isFinite(extent[0]) ? extent : null;
    return this.extent || [0, 0, 1, 1];
  }

  toWorldTransform(x = 0, y = 0, angle = 0, size = 1) {
    const {context, scale, origin} = this;
    const [c, s] = [Math.cos(angle) * scale * size, Math.sin(angle) * scale * size];
    context.setTransform(c, -s, -s, -c, origin[0] + x * scale, origin[1] - y * scale);
  }

  // The point of the world under a point of the page.
  toWorld(clientX, clientY) {
    const rect = this.canvas.getBoundingClientRect();
    const x = (clientX - rect.left) * this.ratio;
    const y = (clientY - rect.top) * this.ratio;
    return [(x - this.origin[0]) / this.scale, (this.origin[1] - y) / this.scale];
  }

  // The position of a point of the world, in CSS pixels from the canvas's corner.
  toCanvas([x, y]) {
    return [(this.origin[0] + x * this.scale) / this.ratio, (this.origin[1] - y * this.scale) / this.ratio];
  }

  // The index of the uppermost body at a point of the world, as it is drawn, or -1; tolerates a distance of `reach` CSS
  // pixels.
  bodyAt([x, y], reach = 6) {
    const {context, scale, origin} = this;
    const slop = reach * this.ratio / scale;
    const pixel = [origin[0] + x * scale, origin[1] - y * scale];
    const depth = index => this.looks[index].depth ?? 0;
    for (const index of [...this.poses.keys()].sort((a, b) => depth(b) - depth(a) || b - a)) {
      const [bx, by, angle] = this.poses[index];
      const picture = this.pictures[index];
      const {scale: size = 1} = this.looks[index];
      if (Math.hypot(x - bx, y - by) > picture.reach * size + slop) continue;
      this.toWorldTransform(bx, by, angle, size);
      const isHit = picture.parts.some(({fill, path, width}) => {
        context.lineWidth = width + 2 * slop / size;
        return fill && context.isPointInPath(path, ...pixel) || context.isPointInStroke(path, ...pixel);
      });
      if (isHit) return index;
    }
    return -1;
  }

  // The world position of a point of a body, given by its index; the world itself has -1.
  place(index, [x, y]) {
    if (index < 0) return [x, y];
    const [bx, by, angle] = this.poses[index];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [bx + x * c - y * s, by + x * s + y * c];
  }

  // ---- drawing

  pixels(count) { return count * this.ratio / this.scale; }

  // The same for details that are finer on small bodies: see DisplayList.detail.
  fine(count) { return this.pixels(count) * this.detail; }

  detailAt(scale) { return Math.max(0.25, Math.min(1, (this.drawing.size ?? Infinity) * scale / 32)); }

  // The drawing functions of the layers, the bodies and the constraints, sorted by depth.
  inOrder(asleep) {
    const layers = this.layers.map(layer => [layer.depth ?? 0, () => this.drawLayer(layer)]);
    const bodies = this.poses.map((_, index) =>
      [this.looks[index]?.depth ?? 0, () => this.drawBody(index, asleep.has(index))]);
    const constraints = this.drawing.constraints.map((constraint, index) =>
      [0, () => this.drawConstraint(constraint, index)]);
    return [...layers, ...bodies, ...constraints].sort((a, b) => a[0] - b[0]).map(([, draw]) => draw);
  }

  drawLayer(layer) {
    const {at: [x, y] = [0, 0], angle = 0, scale = 1, picture} = layer;
    this.toWorldTransform(x, y, angle, scale);
    this.drawPicture(picture, layer, name => this.palette[name]);
  }

  drawGround() {
    const {context, palette} = this;
    const {metrics} = BoxCanvas;
    const walls = this.header.walls;
    if (!walls) return;
    this.toWorldTransform();
    const [width, height] = walls.size;
    context.fillStyle = palette.inside;
    context.fillRect(0, 0, width, height);
    const [columns, rows] = this.drawing.grid;
    context.beginPath();
    for (const x of columns) context.rect(x, 0, 0, height);
    for (const y of rows) context.rect(0, y, width, 0);
    context.lineWidth = this.pixels(metrics.grid);
    context.strokeStyle = palette.grid;
    context.stroke();
    // The walls have a minimum visible thickness; they grow outwards, so that their inner edge stays in place.
    const r = walls.radius;
    const thickness = Math.max(2 * r, this.pixels(metrics.wall));
    context.lineWidth = thickness;
    context.lineJoin = 'round';
    context.strokeStyle = palette.wall;
    const out = thickness / 2 - r;
    context.strokeRect(-out, -out, width + 2 * out, height + 2 * out);
  }

  // The gravity arrow in the middle of the box; its length is proportional to the gravity.
  drawGravity([gx, gy]) {
    const {context, palette, header} = this;
    const {arrow, arrowLength, arrowRange} = BoxCanvas.metrics;
    const strength = Math.hypot(gx, gy) / (header.gravity || 1);
    if (!(strength > arrowRange[0])) return;
    const [left, bottom, right, top] = this.bounds();
    const size = Math.min(right - left, top - bottom) * arrowLength * Math.min(strength, arrowRange[1]);
    this.toWorldTransform((left + right) / 2, (bottom + top) / 2, Math.atan2(gy, gx));
    context.beginPath();
    for (const [x, y] of arrow) context.lineTo(x * size, y * size);
    context.closePath();
    context.fillStyle = palette.gravity;
    context.fill();
  }

  color(id) { return BoxCanvas.colors[this.colors.get(id) % BoxCanvas.colors.length]; }

  drawBody(index, isAsleep) {
    const {palette} = this;
    const own = this.color(this.header.bodies[index]);
    const color = {sensor: own, body: isAsleep ? palette.asleep : own};
    const [x, y, angle] = this.poses[index];
    const look = this.looks[index];
    this.toWorldTransform(x, y, angle, look.scale);
    this.drawPicture(this.pictures[index], look, name => color[name] ?? palette[name]);
  }

  // Draws primitives with the colours that their names have, or those of a look.
  drawPicture(picture, look, named) {
    const {context} = this;
    const {scale = 1, cornerRadius = 0} = look;
    if (!(scale > 0)) return;
    context.lineJoin = context.lineCap = 'round';
    for (const part of picture.parts) {
      if (part.isMark && part.closed && cornerRadius > 0) continue;
      const path = part.rounded(cornerRadius);
      const color = name => look.fill && !part.isMark ? cssColor(look.fill) : named(name) ?? 'transparent';
      const opacity = part.opacity * clamp(look.opacity ?? 1);
      if (part.fill) {
        context.globalAlpha = opacity * part.fillOpacity;
        context.fillStyle = color(part.fill);
        context.fill(path);
      }
      context.globalAlpha = opacity;
      if (part.stroke !== 'edge') {
        context.lineWidth = Math.max(part.width, this.pixels(part.pixels) / scale, this.fine(part.fine) / scale);
        context.strokeStyle = color(part.stroke);
        context.setLineDash(part.dashes.map(length => this.pixels(length) / scale));
        context.stroke(path);
        context.setLineDash([]);
      }
      // An outline with its own colour is also on lines and rounded forms.
      const canHaveOutline = !part.isMark && part.stroke !== 'sensor';
      if (part.stroke === 'edge' || look.stroke && canHaveOutline) this.drawOutline(part, path, look);
    }
  }

  // Draws the outline of a primitive, or a part of it, from its start.
  drawOutline({fine, length}, path, {stroke, lineWidth = 1, scale = 1, strokeStart = 0, strokeEnd = 1}) {
    const {context} = this;
    const [start, end] = [clamp(strokeStart), clamp(strokeEnd)];
    if (start >= end) return;
    context.lineWidth = stroke ? lineWidth : this.fine(fine) / scale;
    context.strokeStyle = stroke ? cssColor(stroke) : this.palette.edge;
    if (end - start < 1) {
      context.setLineDash([(end - start) * length, 2 * length]);
      context.lineDashOffset = -start * length;
    }
    context.stroke(path);
    context.setLineDash([]);
    context.lineDashOffset = 0;
  }

  drawSelection() {
    const {context, palette} = this;
    const [x, y, angle] = this.poses[this.selected];
    const {scale = 1} = this.looks[this.selected];
    this.toWorldTransform(x, y, angle, scale);
    for (const {path, width} of this.pictures[this.selected].parts.filter(part => !part.isMark)) {
      context.lineWidth = this.pixels(3) / scale + width;
      context.strokeStyle = palette.text;
      context.stroke(path);
    }
  }

  // Draws each trail in twelve parts; older parts are fainter.
  drawTrails(trails) {
    const {context} = this;
    this.toWorldTransform();
    context.lineWidth = this.pixels(2);
    context.lineCap = 'butt';
    context.lineJoin = 'round';
    trails.forEach((points, index) => {
      context.strokeStyle = this.color(this.header.bodies[index]);
      for (let part = 0; part < 12; part += 1) {
        const place = part => Math.floor(part / 12 * (points.length - 1));
        context.globalAlpha = 0.6 * (part + 1) / 12;
        context.beginPath();
        for (const point of points.slice(place(part), place(part + 1) + 1)) context.lineTo(...point);
        context.stroke();
      }
    });
    context.globalAlpha = 1;
  }

  drawConstraint({points, line, coil: isCoil}, index) {
    const [force, strongest] = [this.forces[index], this.strongest[this.quantity(index)]];
    const isColored = this.showsForces && force !== undefined && strongest > 0;
    const color = isColored ? this.forceColor(force / strongest) : this.palette.joint;
    const place = ([body, x, y]) => this.place(body, [x, y]);
    const ends = line.map(place);
    this.drawSketch(isCoil ? coil(...ends) : ends, points.map(place), color, isColored ? 2 : 1);
  }

  // The colour of a force, given as a share of the strongest one.
  forceColor(share) {
    const place = clamp(share) * 2;
    const first = Math.min(Math.floor(place), 1);
    const [a, b] = BoxCanvas.forceColors.slice(first, first + 2);
    return cssColor(a.map((part, index) => part + (b[index] - part) * (place - first)));
  }

  // The colours of forces and of torques, from 0 to the strongest one, in the lower left corner.
  drawForceScales() {
    const {context, canvas, ratio, strongest} = this;
    context.setTransform(ratio, 0, 0, ratio, 0, canvas.height);
    context.font = '11px system-ui, sans-serif';
    for (const [quantity, unit] of [['torque', 'kg·units²/s²'], ['force', 'kg·units/s²']]) {
      if (!(strongest[quantity] > 0)) continue;
      for (let x = 0; x < 60; x += 1) {
        context.fillStyle = this.forceColor(x / 59);
        context.fillRect(6 + x, -12, 1.5, 7);
      }
      // A rim keeps the text legible on a wall.
      const text = `0 to ${Number(strongest[quantity].toPrecision(3))} ${unit}`;
      Object.assign(context, {fillStyle: this.palette.text, strokeStyle: this.palette.inside, lineWidth: 5, lineJoin: 'round'});
      context.strokeText(text, 72, -5);
      context.fillText(text, 72, -5);
      context.translate(0, -16);
    }
  }

  // Draws a line through the points of a path, and dots.
  drawSketch(path, points, color, weight = 1) {
    const {context} = this;
    const {metrics} = BoxCanvas;
    this.toWorldTransform();
    context.globalAlpha = 1;
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = this.fine(metrics.joint) * weight;
    context.lineJoin = context.lineCap = 'round';
    context.beginPath();
    for (const point of path) context.lineTo(...point);
    context.stroke();
    for (const point of points) {
      context.beginPath();
      context.arc(...point, this.fine(metrics.dot), 0, 7);
      context.fill();
    }
  }

  drawContact([x, y, strength, age]) {
    const {flashTime, flashRadius, flashWidth, flashOpacity} = BoxCanvas.metrics;
    if (!(age >= 0 && age < flashTime)) return;
    const {context, palette} = this;
    const done = age / flashTime;
    this.toWorldTransform(x, y);
    context.globalAlpha = (1 - done) ** 2 * (flashOpacity[0] + flashOpacity[1] * strength);
    context.strokeStyle = palette.flash;
    context.lineWidth = this.fine(flashWidth[0] + flashWidth[1] * (1 - done));
    const radius = flashRadius[0] + (flashRadius[1] + flashRadius[2] * strength) * Math.sqrt(done);
    context.beginPath();
    context.arc(0, 0, this.fine(radius), 0, 7);
    context.stroke();
    context.globalAlpha = 1;
  }
}

// The metrics and colours, which all ways of drawing share, follow this script: see DrawingMetrics.swift.

function clamp(number) { return Math.min(1, Math.max(0, number)); }

// The smallest of 1, 2 or 5 times a power of ten that is not below a length.
function niceSpacing(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * ([1, 2, 5].find(step => step * power >= length * 0.999) || 10);
}

// A CSS colour from red, green, blue and optionally alpha, each from 0 to 1.
function cssColor([red, green, blue, alpha = 1]) {
  const byte = part => Math.round(clamp(part) * 255).toString(16).padStart(2, '0');
  return `#${[red, green, blue, alpha].map(byte).join('')}`;
}

// The line of a spring between two points.
function coil(a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const width = Math.min(1, length / 40) / length;
  return BoxCanvas.metrics.coil.map(([x, y]) => [a[0] + dx * x - dy * width * y, a[1] + dy * x + dx * width * y]);
}
