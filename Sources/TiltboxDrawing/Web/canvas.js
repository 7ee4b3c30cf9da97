// Draws a box and its content on a canvas: the same pictures for the live page and for the playback of a recording.
//
//   const box = new BoxCanvas(canvas, header)       header: the first line of a recording
//   box.draw(frame, {previous, alpha})              frame: a line of the kind frame; alpha 0 draws `previous`, 1 frame
//
// If the frames have the constraints' forces, `box.showsForces = true` colours the constraints by them.
//
// In addition to the fields in a recording, a frame may have `asleep`, the indices of the sleeping bodies, and
// `contacts`, flashes [x, y, strength in 0…1, age in seconds].
'use strict';

class BoxCanvas {
  // options: theme 'light' or 'dark', by default the reader's own; margin in CSS pixels around the box;
  // arrow: false for no gravity arrow.
  constructor(canvas, header, options = {}) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.options = options;
    this.poses = [];
    this.selected = -1;
    this.showsForces = false;
    // The number of each body's colour, by its id.
    this.colors = new Map();
    this.setHeader(header);
    this.resize();
  }

  // Sets another scene, or other bodies in it (a line of the kind bodies merged into the header).
  setHeader(header) {
    this.header = header;
    this.names = new Map(header.bodies.map((id, index) => [id, index]));
    this.giveColors(header.bodies);
    this.pictures = header.shapes.map(shapes => shapes.map(shape => new ShapePicture(shape)));
    this.layers = (header.layers || []).map(layer => ({...layer, picture: new ShapePicture(layer)}));
    this.channels = (header.values || []).map(name => this.channel(name));
    this.looks = header.bodies.map((_, index) => ({...header.looks?.[index]}));
    this.extent = null;
    // The constraints' forces, and the strongest one of the last seconds.
    this.forces = [];
    this.strongest = 0;
  }

  // Gives new bodies the next colours: the others keep theirs, also if one leaves.
  giveColors(ids) {
    for (const id of ids) if (!this.colors.has(id)) this.colors.set(id, this.colors.size);
  }

  // The places of the constraints' forces in a frame's values; empty if the frames have none.
  get forcePlaces() { return [...this.channels.keys()].filter(place => this.channels[place]?.kind === 'constraint'); }

  // The target of a frame's value, by its name such as body.ID.fill or layer.ID.position; null if it is not drawn.
  channel(name) {
    const [, kind, id, part] = /^(body|layer|constraint)\.(.+)\.(\w+)$/.exec(name) || [];
    const places = {body: this.header.bodies.map(id => ({id})), layer: this.layers, constraint: this.header.constraints || []};
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
        this.strongest = Math.max(this.strongest, values[0]);
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
    this.strongest *= 0.99;
    this.takePoses(frame, before, alpha);
    this.takeValues(frame, before, alpha);
    this.aim(follow);
    const {context} = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.drawGround();
    if (this.options.arrow !== false && this.poses.length) this.drawGravity(frame.gravity);
    if (trails) this.drawTrails(trails);
    const asleep = new Set(frame.asleep || []);
    for (const draw of this.inOrder(asleep)) draw();
    context.globalAlpha = 1;
    (this.header.constraints || []).forEach((constraint, index) => this.drawConstraint(constraint, this.forces[index]));
    for (const contact of frame.contacts || []) this.drawContact(contact);
    this.toWorldTransform();
    context.lineJoin = 'round';
    if (this.selected >= 0 && this.poses[this.selected]) this.drawSelection();
    if (this.showsForces && this.strongest > 0) this.drawForceScale();
  }

  takePoses(frame, previous, alpha) {
    this.poses.length = frame.bodies.length;
    for (let index = 0; index < frame.bodies.length; index += 1) {
      const [x, y, angle] = frame.bodies[index];
      if (!previous) {
        this.poses[index] = [x, y, angle];
        continue;
      }
      const [x0, y0, angle0] = previous.bodies[index];
      this.poses[index] = [x0 + (x - x0) * alpha, y0 + (y - y0) * alpha, angle0 + (angle - angle0) * alpha];
    }
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
    this.poses.forEach(([x, y], index) => {
      const reach = Math.max(1e-6, ...(this.pictures[index] || []).map(picture => picture.reach));
      extent = [
        Math.min(extent[0], x - reach), Math.min(extent[1], y - reach),
        Math.max(extent[2], x + reach), Math.max(extent[3], y + reach),
      ];
    });
    for (const {at: [x, y] = [0, 0], scale = 1, picture} of this.layers) {
      const reach = picture.reach * scale;
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

  // The index of the uppermost body at a point of the world, or -1; tolerates a distance of `reach` CSS pixels.
  bodyAt([x, y], reach = 6) {
    const slop = reach * this.ratio / this.scale;
    for (let index = this.poses.length - 1; index >= 0; index -= 1) {
      const [bx, by, angle] = this.poses[index];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const local = [(x - bx) * c + (y - by) * s, (y - by) * c - (x - bx) * s];
      if (this.pictures[index]?.some(picture => picture.contains(local, slop))) return index;
    }
    return -1;
  }

  // The world position of a point of a body, given by its id; null if there is no such body.
  place(id, [x, y]) {
    if (id === 'ground') return [x, y];
    const pose = this.poses[this.names.get(id)];
    if (!pose) return null;
    const [c, s] = [Math.cos(pose[2]), Math.sin(pose[2])];
    return [pose[0] + x * c - y * s, pose[1] + x * s + y * c];
  }

  // ---- drawing

  pixels(count) { return count * this.ratio / this.scale; }

  // The same for details that are finer on small bodies: see Picture.detail.
  fine(count) { return this.pixels(count) * this.detail; }

  detailAt(scale) {
    const sizes = this.poses.map((pose, index) =>
      Math.max(0, ...(this.pictures[index] || []).flatMap(picture => picture.size(pose[2]))) * (this.looks[index]?.scale ?? 1));
    sizes.sort((a, b) => a - b);
    return sizes.length ? Math.max(0.25, Math.min(1, sizes[sizes.length >> 1] * scale / 32)) : 1;
  }

  // The drawing functions of the layers and the bodies, sorted by depth.
  inOrder(asleep) {
    const layers = this.layers.map(layer => [layer.depth ?? 0, () => this.drawLayer(layer)]);
    const bodies = this.poses.map((_, index) =>
      [this.looks[index]?.depth ?? 0, () => this.drawBody(index, asleep.has(index))]);
    return [...layers, ...bodies].sort((a, b) => a[0] - b[0]).map(([, draw]) => draw);
  }

  drawLayer(layer) {
    const {at: [x, y] = [0, 0], angle = 0, scale = 1, picture} = layer;
    this.toWorldTransform(x, y, angle, scale);
    this.drawShape(picture, layer, this.palette.fixed, false);
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
    const spacing = niceSpacing(Math.max(width, height) / 10);
    context.beginPath();
    for (let x = spacing; x < width * 0.9999; x += spacing) context.rect(x, 0, 0, height);
    for (let y = spacing; y < height * 0.9999; y += spacing) context.rect(0, y, width, 0);
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
    const [id, type] = [this.header.bodies[index], this.header.types[index]];
    const isDynamic = type === 'dynamic' || type === undefined;
    const fill = !isDynamic ? palette.fixed : isAsleep ? palette.asleep : this.color(id);
    const [x, y, angle] = this.poses[index];
    const look = this.looks[index] || {};
    this.toWorldTransform(x, y, angle, look.scale ?? 1);
    for (const picture of this.pictures[index] || []) {
      if (picture.isSensor) this.drawSensor(picture, this.color(id));
      else this.drawShape(picture, look, fill, type !== 'static');
    }
  }

  // Draws a form with its own colours, or those of its kind; if it is trimmed, a part of its outline.
  drawShape(picture, look, standard, showsTurning) {
    const {context, palette} = this;
    const settings = BoxCanvas.metrics;
    const size = look.scale ?? 1;
    if (!(size > 0)) return;
    context.lineJoin = context.lineCap = 'round';
    context.globalAlpha = Math.min(1, Math.max(0, look.opacity ?? 1));
    const outline = look.cornerRadius > 0 ? picture.rounded(look.cornerRadius) : picture.outline;
    const fill = look.fill ? cssColor(look.fill) : picture.isPath ? null : standard;
    context.fillStyle = context.strokeStyle = fill || 'transparent';
    if (!picture.isThin && fill) context.fill(outline);
    // The radius rounds the form outwards.
    if (picture.radius > 0 || picture.isThin) {
      context.lineWidth = Math.max(2 * picture.radius, picture.isThin ? this.pixels(settings.thin) / size : 0);
      context.stroke(outline);
      if (!look.stroke) return;
    }
    context.lineWidth = look.stroke ? look.lineWidth ?? 1 : this.fine(settings.edge) / size;
    context.strokeStyle = look.stroke ? cssColor(look.stroke) : palette.edge;
    const [start, end] = [look.strokeStart ?? 0, look.strokeEnd ?? 1].map(share => Math.min(1, Math.max(0, share)));
    const isWhole = start === 0 && end === 1;
    if (!isWhole) {
      const length = picture.length;
      context.setLineDash([Math.max(0, end - start) * length, 2 * length]);
      context.lineDashOffset = -start * length;
    }
    if (start < end) context.stroke(outline);
    context.setLineDash([]);
    context.lineDashOffset = 0;
    if (!showsTurning || !picture.mark || picture.radius > 0 || look.cornerRadius > 0) return;
    context.lineWidth = this.fine(settings.mark) / size;
    context.strokeStyle = palette.mark;
    context.stroke(picture.mark);
  }

  // A sensor is translucent.
  drawSensor(picture, color) {
    const {context} = this;
    const {metrics} = BoxCanvas;
    context.globalAlpha = 1;
    context.lineJoin = context.lineCap = 'round';
    context.fillStyle = context.strokeStyle = color;
    if (picture.isThin) {
      context.globalAlpha = metrics.sensorLine;
      context.lineWidth = Math.max(2 * picture.radius, this.pixels(metrics.thin));
      context.stroke(picture.outline);
      context.globalAlpha = 1;
      return;
    }
    context.globalAlpha = metrics.sensorFill;
    context.fill(picture.outline);
    context.globalAlpha = 1;
    context.lineWidth = this.pixels(metrics.sensor);
    context.setLineDash(metrics.sensorDashes.map(length => this.pixels(length)));
    context.stroke(picture.outline);
    context.setLineDash([]);
  }

  drawSelection() {
    const {context, palette} = this;
    const [x, y, angle] = this.poses[this.selected];
    this.toWorldTransform(x, y, angle);
    for (const picture of this.pictures[this.selected] || []) {
      context.lineWidth = this.pixels(3) + 2 * picture.radius;
      context.strokeStyle = palette.text;
      context.stroke(picture.outline);
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

  drawConstraint(constraint, force) {
    const kind = BoxCanvas.constraintKinds.find(kind => constraint[kind]);
    if (!kind) return;
    const isColored = this.showsForces && force !== undefined && this.strongest > 0;
    const color = isColored ? this.forceColor(force / this.strongest) : this.palette.joint;
    this.drawSketch(this.sketch(kind, constraint), color, isColored ? 2 : 1);
  }

  // The colour of a force, given as a share of the strongest one.
  forceColor(share) {
    const place = Math.min(Math.max(share, 0), 1) * 2;
    const first = Math.min(Math.floor(place), 1);
    const [a, b] = BoxCanvas.forceColors.slice(first, first + 2);
    return cssColor(a.map((part, index) => part + (b[index] - part) * (place - first)));
  }

  // The colours of forces from 0 to the strongest one, in the lower left corner.
  drawForceScale() {
    const {context, canvas, ratio} = this;
    context.setTransform(ratio, 0, 0, ratio, 0, canvas.height);
    for (let x = 0; x < 60; x += 1) {
      context.fillStyle = this.forceColor(x / 59);
      context.fillRect(6 + x, -12, 1.5, 7);
    }
    context.fillStyle = this.palette.text;
    context.font = '11px system-ui, sans-serif';
    context.fillText(`0 to ${Number(this.strongest.toPrecision(3))} kg·units/s²`, 72, -5);
  }

  // Draws a line through the points of a path, and dots; nothing if one of them is missing.
  drawSketch({path = [], points = []}, color, weight = 1) {
    if ([...path, ...points].includes(null)) return;
    const {context} = this;
    const {metrics} = BoxCanvas;
    this.toWorldTransform();
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

  // The drawing of a constraint, like Chipmunk's: a line, and dots at its anchors.
  sketch(kind, constraint) {
    const [idA, idB] = constraint[kind];
    const a = point => this.place(idA, point || [0, 0]);
    const b = point => this.place(idB, point || [0, 0]);
    const ends = [a(constraint.anchorA), b(constraint.anchorB)];
    switch (kind) {
      case 'pin': case 'slide': return {path: ends, points: ends};
      case 'spring': return {path: coil(...ends), points: ends};
      case 'pivot': return {points: ends};
      case 'groove': return {path: [a(constraint.grooveA), a(constraint.grooveB)], points: [ends[1]]};
      default: return idA === 'ground' ? {points: [b()]} : idB === 'ground' ? {points: [a()]} : {path: [a(), b()]};
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

BoxCanvas.constraintKinds = [
  'pin', 'slide', 'pivot', 'groove', 'spring', 'rotarySpring', 'rotaryLimit', 'ratchet', 'gear', 'motor',
];

// The metrics and colours, which all ways of drawing share, follow this script: see DrawingMetrics.swift.

// The smallest of 1, 2 or 5 times a power of ten that is not below a length.
function niceSpacing(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * ([1, 2, 5].find(step => step * power >= length * 0.999) || 10);
}

// A CSS colour from red, green, blue and optionally alpha, each from 0 to 1.
function cssColor([red, green, blue, alpha = 1]) {
  const byte = part => Math.round(Math.min(1, Math.max(0, part)) * 255).toString(16).padStart(2, '0');
  return `#${[red, green, blue, alpha].map(byte).join('')}`;
}

// The line of a spring between two points; null if one of them is missing.
function coil(a, b) {
  if (!a || !b) return [null];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const width = Math.min(1, length / 40) / length;
  return BoxCanvas.metrics.coil.map(([x, y]) => [a[0] + dx * x - dy * width * y, a[1] + dy * x + dx * width * y]);
}
