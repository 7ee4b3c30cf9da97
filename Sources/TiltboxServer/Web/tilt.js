// Where the page's tilt comes from: how the device is held, keys, and the drag of a finger or mouse. A tilt is in units
// of g in the axes of the screen: x to the right, y up.
'use strict';

// What a device reports, as gravity in the axes of the screen, in g.
const Held = {
  // From the angles of `deviceorientation`, which mean the same everywhere: β about x, then γ about y.
  fromAngles(beta, gamma) {
    const [b, c] = [beta * Math.PI / 180, gamma * Math.PI / 180];
    return [Math.sin(c) * Math.cos(b), -Math.sin(b), -Math.cos(c) * Math.cos(b)];
  },

  // From `accelerationIncludingGravity`, whose sign is gravity's own on one system (iOS) and that of what holds
  // against it on others. The angles tell which, when there are any.
  fromMotion({x, y, z}, angles, isOwnSign) {
    const sum = angles ? x * angles[0] + y * angles[1] + z * angles[2] : 0;
    const sign = Math.abs(sum) > 3 ? Math.sign(sum) : isOwnSign ? 1 : -1;
    return [x, y, z].map(part => sign * part / 9.80665);
  },

  // The device's axes are those of its natural orientation; the page may be turned against them.
  onScreen([x, y], degrees) {
    const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4;
    return [[x, y], [-y, x], [-x, -y], [y, -x]][quarter];
  },
};

class Tilter {
  // moved: called with [x, y] when there is a new tilt; isMine: asked whether this page holds the tilt.
  constructor(moved, isMine) {
    this.moved = moved;
    this.isMine = isMine;
    this.keys = new Set();
    this.sent = null;
    this.angles = null;
    this.isListening = false;
  }

  // A tilt that somebody means.
  set(tilt) {
    this.sent = tilt;
    this.moved(tilt);
  }

  // ---- the device

  static get isAvailable() { return self.isSecureContext && 'DeviceOrientationEvent' in self; }

  // Called in a click, as iOS wants it. Throws why the device's motion cannot be had.
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

  // A browser without sensors sends one event with nothing in it.
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
    // A hand that trembles takes the tilt from nobody.
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
