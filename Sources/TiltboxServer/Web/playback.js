// Interpolates between frames, which arrive at irregular intervals; playback is slightly behind the newest frame.
'use strict';

class Playback {
  constructor() {
    this.frames = [];
    this.flashes = [];
    this.rate = 1;
    this.strongest = 1e-9;
    this.clear();
  }

  clear() {
    this.frames.length = 0;
    this.flashes.length = 0;
    this.interval = 1 / 60;
    this.shown = null;
  }

  get newest() { return this.frames[this.frames.length - 1]; }

  add(frame, now) {
    const before = this.newest;
    if (before && frame.t < before.t) this.clear();
    else if (before && this.rate > 0) {
      const between = (frame.t - before.t) / this.rate;
      if (between > 0 && between < 0.5) this.interval += (between - this.interval) * 0.1;
    }
    frame.arrived = now;
    this.frames.push(frame);
    if (this.frames.length > 16) this.frames.shift();
    for (const [x, y, impulse] of frame.contacts) {
      this.strongest = Math.max(this.strongest * 0.999, impulse);
      this.flashes.push({x, y, strength: Math.sqrt(impulse / this.strongest), since: now});
    }
    if (this.flashes.length > 200) this.flashes.splice(0, this.flashes.length - 200);
  }

  // Returns what to show now: a frame, the previous frame, and the fraction of the way between them.
  at(now, isPaused) {
    const newest = this.newest;
    if (!newest) return null;
    if (isPaused) this.shown = newest.t;
    else {
      const delay = 1.3 * this.interval;
      const wanted = newest.t + (Math.min(now - newest.arrived, 3 * this.interval) - delay) * this.rate;
      if (this.shown === null || Math.abs(wanted - this.shown) > 0.25 * this.rate + 2 * this.interval) this.shown = wanted;
      else {
        this.shown += (now - this.latest) * this.rate;
        this.shown += (wanted - this.shown) * 0.1;
      }
      this.shown = Math.min(this.shown, newest.t);
    }
    this.latest = now;
    let index = this.frames.length - 1;
    while (index > 1 && this.frames[index - 1].t >= this.shown) index -= 1;
    const [previous, frame] = [this.frames[index - 1], this.frames[index]];
    const span = previous ? frame.t - previous.t : 0;
    const alpha = span > 0 ? Math.min(1, Math.max(0, (this.shown - previous.t) / span)) : 1;
    this.flashes = this.flashes.filter(flash => now - flash.since < 0.4);
    const contacts = this.flashes.map(flash => [flash.x, flash.y, flash.strength, now - flash.since]);
    // Show the newest gravity, so that users see the effect of their tilt at once.
    return {frame: {...frame, gravity: newest.gravity, contacts}, previous, alpha};
  }
}
