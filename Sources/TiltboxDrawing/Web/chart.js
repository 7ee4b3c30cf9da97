'use strict';

// Draws lines over time on a canvas. The image of the lines is cached until size or lines change; only the cursor
// moves.
class Chart {
  constructor(canvas, title, unit, onScrub) {
    Object.assign(this, {canvas, title, unit, onScrub, lines: [], frames: [0, 0]});
    this.margin = {left: 50, right: 10, top: 22, bottom: 18};
    const scrub = event => {
      const rect = canvas.getBoundingClientRect();
      const share = (event.clientX - rect.left - this.margin.left) / this.plotWidth;
      this.onScrub(this.from + Math.min(1, Math.max(0, share)) * (this.to - this.from));
    };
    canvas.addEventListener('pointerdown', event => {
      canvas.setPointerCapture(event.pointerId);
      scrub(event);
    });
    canvas.addEventListener('pointermove', event => { if (event.buttons) scrub(event); });
  }

  // Sets a time range and its frames: the first, and the one after the last.
  setRange(from, to, frames) {
    if (from === this.from && to === this.to && frames.join() === this.frames.join()) return;
    Object.assign(this, {from, to, frames, image: null});
  }

  // lines: {color, parts: [{first, end, value(frame)}]}; time(frame) in seconds.
  setLines(lines, time) {
    Object.assign(this, {lines, time, image: null});
  }

  get plotWidth() { return Math.max(1, this.width - this.margin.left - this.margin.right); }
  get plotHeight() { return Math.max(1, this.height - this.margin.top - this.margin.bottom); }

  resize() {
    const ratio = self.devicePixelRatio || 1;
    const {width, height} = this.canvas.getBoundingClientRect();
    if (this.image && width === this.width && height === this.height && ratio === this.ratio) return;
    Object.assign(this, {width, height, ratio, image: null});
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
  }

  draw(time, colors) {
    this.resize();
    if (!this.image || this.colors !== colors) this.render(colors);
    const context = this.canvas.getContext('2d');
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.image, 0, 0);
    context.scale(this.ratio, this.ratio);
    const x = this.margin.left + (time - this.from) / Math.max(this.to - this.from, 1e-9) * this.plotWidth;
    context.strokeStyle = colors.text;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, this.margin.top);
    context.lineTo(x, this.margin.top + this.plotHeight);
    context.stroke();
  }

  // The lowest and the highest value of each horizontal pixel, so that a long run keeps its look and draws fast.
  columns(line) {
    const count = Math.ceil(this.plotWidth * this.ratio);
    const [low, high] = [new Float64Array(count).fill(Infinity), new Float64Array(count).fill(-Infinity)];
    for (const part of line.parts) {
      const [first, end] = this.frames;
      for (let frame = Math.max(first, part.first); frame < Math.min(end, part.end); frame += 1) {
        const share = (this.time(frame) - this.from) / Math.max(this.to - this.from, 1e-9);
        const column = Math.min(count - 1, Math.max(0, Math.floor(share * count)));
        const value = part.value(frame);
        if (value < low[column]) low[column] = value;
        if (value > high[column]) high[column] = value;
      }
    }
    return {low, high, count};
  }

  render(colors) {
    this.colors = colors;
    this.image = document.createElement('canvas');
    [this.image.width, this.image.height] = [this.canvas.width, this.canvas.height];
    const context = this.image.getContext('2d');
    context.scale(this.ratio, this.ratio);
    const columns = this.lines.map(line => this.columns(line));
    let [least, most] = [Infinity, -Infinity];
    for (const {low, high} of columns) {
      for (const value of low) if (value < least) least = value;
      for (const value of high) if (value > most) most = value;
    }
    if (!(most >= least)) [least, most] = [0, 1];
    if (most - least < Math.abs(most) * 1e-3 + 1e-9) {
      const room = Math.max(1, Math.abs(most) * 0.01);
      [least, most] = [least - room, most + room];
    }
    const step = niceSpacing((most - least) / 3);
    least = Math.floor(least / step + 1e-9) * step;
    most = Math.ceil(most / step - 1e-9) * step;
    const {left, top} = this.margin;
    const y = value => top + (most - value) / (most - least) * this.plotHeight;
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = colors.text;
    context.fillText(this.title, left, 13);
    const end = this.fillNames(context, left + context.measureText(this.title + '  ').width);
    context.textAlign = 'right';
    context.globalAlpha = 0.65;
    const unitStart = left + this.plotWidth - context.measureText(this.unit).width;
    if (end < unitStart) context.fillText(this.unit, left + this.plotWidth, 13);
    context.globalAlpha = 1;
    for (let value = least; value <= most + step / 2; value += step) {
      context.fillStyle = colors.line;
      context.fillRect(left, Math.round(y(value)), this.plotWidth, 1);
      context.fillStyle = colors.text;
      context.fillText(shortNumber(value, step), left - 6, y(value) + 4);
    }
    context.textAlign = 'center';
    const seconds = niceSpacing((this.to - this.from) / Math.min(5, this.plotWidth / 45));
    for (let at = Math.ceil(this.from / seconds - 1e-9) * seconds; at <= this.to + 1e-9; at += seconds) {
      const x = left + (at - this.from) / Math.max(this.to - this.from, 1e-9) * this.plotWidth;
      context.fillText(shortNumber(at, seconds) + ' s', Math.min(x, left + this.plotWidth - 10), this.height - 4);
    }
    context.lineWidth = 1.5;
    context.lineJoin = 'round';
    this.lines.forEach((line, index) => this.stroke(context, columns[index], line.color, y));
  }

  // Draws the names of lines that have one, in their colours, and returns where they end.
  fillNames(context, x) {
    for (const {name, color} of this.lines.filter(line => line.name)) {
      context.fillStyle = color;
      context.fillText(name, x, 13);
      x += context.measureText(name + '  ').width;
    }
    context.fillStyle = this.colors.text;
    return x;
  }

  stroke(context, {low, high, count}, color, y) {
    context.strokeStyle = color;
    context.beginPath();
    let isOpen = false;
    for (let column = 0; column < count; column += 1) {
      if (low[column] > high[column]) continue;
      const x = this.margin.left + column / this.ratio;
      if (isOpen) context.lineTo(x, y(high[column])); else context.moveTo(x, y(high[column]));
      if (high[column] > low[column]) context.lineTo(x, y(low[column]));
      isOpen = true;
    }
    context.stroke();
  }
}

// Formats a number with the decimals that a step between numbers requires.
function shortNumber(value, step) {
  if (value === 0) return '0';
  const size = Math.max(Math.abs(value), step);
  const [unit, letter] = size >= 1e6 ? [1e6, 'M'] : size >= 1e4 ? [1e3, 'k'] : [1, ''];
  const decimals = Math.ceil(-Math.log10(step / unit) - 1e-9);
  return (value / unit).toFixed(Math.min(6, Math.max(0, decimals))).replace(/^-0$/, '0') + letter;
}

// The centre of gravity of a body at a position and an angle.
function bodyCenter(header, body, [x, y, angle]) {
  const [cx, cy] = header.centers?.[body] ?? [0, 0];
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [x + cx * cosine - cy * sine, y + cx * sine + cy * cosine];
}

// The energy of a body's motion, and that of the height of its centre of gravity under a gravity.
function bodyEnergy(header, body, [x, y], [vx, vy, w], [gx, gy]) {
  const mass = header.masses[body] ?? 0;
  const moment = Number.isFinite(header.moments[body]) ? header.moments[body] : 0;
  return {motion: (mass * (vx * vx + vy * vy) + moment * w * w) / 2, height: -mass * (gx * x + gy * y)};
}
