// The sources of the page's tilt: the device's orientation, keys, and dragging with a finger or the mouse. A tilt is in
// units of g in screen axes: x to the right, y up.
'use strict';

// Converts sensor values to gravity in screen axes, in g.
const Held = {
  // From the angles of `deviceorientation`, which are the same on all systems: β about x, then γ about y.
  fromAngles(beta, gamma) {
    const [b, c] = [beta * Math.PI / 180, gamma * Math.PI / 180];
    return [Math.sin(c) * Math.cos(b), -Math.sin(b), -Math.cos(c) * Math.cos(b)];
  },

  // From `accelerationIncludingGravity`, which has the sign of gravity on iOS and the opposite sign on other systems.
  // If there are angles, they determine the sign.
  fromMotion({x, y, z}, angles, isOwnSign) {
    const sum = angles ? x * angles[0] + y * angles[1] + z * angles[2] : 0;
    const sign = Math.abs(sum) > 3 ? Math.sign(sum) : isOwnSign ? 1 : -1;
    return [x, y, z].map(part => sign * part / 9.80665);
  },

  // From the axes of the device's natural orientation to those of the page, which may be rotated.
  onScreen([x, y], degrees) {
    const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4;
    return [[x, y], [-y, x], [-x, -y], [y, -x]][quarter];
  },
};

class Tilter {
  // moved: called with [x, y] when the tilt changes; isMine: returns whether this page holds the tilt.
  constructor(moved, isMine) {
    this.moved = moved;
    this.isMine = isMine;
    this.keys = new Set();
    this.sent = null;
    this.angles = null;
    this.isListening = false;
  }

  // Sets a tilt that the user intends.
  set(tilt) {
    this.sent = tilt;
    this.moved(tilt);
  }

  // ---- the device

  static get isAvailable() { return self.isSecureContext && 'DeviceOrientationEvent' in self; }

  // Call this in a click handler, as iOS requires. Throws the reason if the device's motion is not available.
  async listen() {
    for (const type of [self.DeviceMotionEvent, self.DeviceOrientationEvent]) {
      if (type && typeof type.requestPermission === 'function' && await type.requestPermission() !== 'granted')
        throw new Error('The permission to read the device’s motion was not given. Reload the page to be asked again.');
    }
    this.hasMotion = false;
    this.isHeard = false;
    this.onOrientation = event => this.hearAngles(event);
    this.onMotion = event => this.hearMotion(event);
    addEventListener('deviceorientation', this.onOrientation);
    addEventListener('devicemotion', this.onMotion);
    this.isListening = true;
    await new Promise(done => setTimeout(done, 1500));
    if (this.isListening && !this.isHeard) {
      this.stop();
      throw new Error('This device has told nothing of its motion: it has no sensors, or the browser keeps them back.');
    }
  }

  stop() {
    removeEventListener('deviceorientation', this.onOrientation);
    removeEventListener('devicemotion', this.onMotion);
    this.isListening = false;
  }

  // A browser without sensors sends one event with null angles.
  hearAngles({beta, gamma}) {
    if (beta === null || gamma === null) return;
    this.angles = Held.fromAngles(beta, gamma);
    if (!this.hasMotion) this.hear(this.angles);
  }

  hearMotion({accelerationIncludingGravity: total}) {
    if (!total || total.x === null || total.y === null || total.z === null) return;
    if (!(Math.hypot(total.x, total.y, total.z) > 0.5)) return;
    this.hasMotion = true;
    const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);
    this.hear(Held.fromMotion(total, this.angles, isApple));
  }

  hear(gravity) {
    this.isHeard = true;
    const turn = screen.orientation?.angle ?? self.orientation ?? 0;
    const tilt = Held.onScreen(gravity, turn);
    const change = this.sent ? Math.hypot(tilt[0] - this.sent[0], tilt[1] - this.sent[1]) : 1;
    // A trembling hand must not take the tilt from another viewer.
    if (change > (this.isMine() ? 0.004 : 0.12)) this.set(tilt);
  }

  // ---- keys

  static get arrows() { return {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}; }

  key(name, isDown) {
    if (!(name in Tilter.arrows)) return false;
    if (isDown) this.keys.add(name);
    else this.keys.delete(name);
    let [x, y] = [0, 0];
    for (const key of this.keys) {
      x += Tilter.arrows[key][0];
      y += Tilter.arrows[key][1];
    }
    const length = Math.hypot(x, y);
    if (isDown && length > 0) this.set([x / length, y / length]);
    return true;
  }
}
