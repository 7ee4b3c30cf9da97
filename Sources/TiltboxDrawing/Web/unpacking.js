'use strict';

// Unpacks a trajectory that `tiltbox render` has packed: see PackedTrajectory.
class Trajectory {
  constructor(description, frames, contacts) {
    Object.assign(this, description);
    this.count = description.frames;
    this.ticks = new Float64Array(this.count);
    this.gravity = new Float32Array(2 * this.count);
    this.casts = description.casts.map((cast, index, all) => {
      const end = index + 1 < all.length ? all[index + 1].frame : this.count;
      const bodies = cast.header.bodies.length;
      return {
        first: cast.frame, end, bodies, header: cast.header, drawing: cast.drawing,
        counts: cast.counts || [], values: [],
        rows: new Float32Array((end - cast.frame) * bodies * 6), asleep: new Uint8Array((end - cast.frame) * bodies),
      };
    });
    this.unpackFrames(new ByteReader(frames));
    this.unpackContacts(new ByteReader(contacts));
  }

  unpackFrames(reader) {
    const {position, angle, velocity, spin, gravity} = this.quanta;
    const clock = new Float64Array(9);
    for (const cast of this.casts) {
      const state = new Float64Array(cast.bodies * 18);
      const quanta = [position, position, angle, velocity, velocity, spin];
      let out = 0;
      for (let frame = cast.first; frame < cast.end; frame += 1) {
        reader.row(clock, 0, 3);
        this.ticks[frame] = clock[0];
        this.gravity[2 * frame] = clock[1] * gravity;
        this.gravity[2 * frame + 1] = clock[2] * gravity;
        for (let body = 0; body < cast.bodies; body += 1) {
          const at = body * 18;
          cast.asleep[out] = reader.row(state, at, 6) >> 6;
          for (let k = 0; k < 6; k += 1) cast.rows[out * 6 + k] = state[at + k] * quanta[k];
          out += 1;
        }
        if (cast.counts.length) cast.values.push(this.unpackValues(reader, cast));
      }
    }
    this.start = this.ticks[0] * this.step;
    this.end = this.ticks[this.count - 1] * this.step;
  }

  // The numbers of the header's values, which are packed in rows of six.
  unpackValues(reader, cast) {
    const total = cast.counts.reduce((sum, count) => sum + count, 0);
    cast.channels ??= Array.from({length: Math.ceil(total / 6)}, () => new Float64Array(18));
    const numbers = [];
    for (const row of cast.channels) {
      reader.row(row, 0, 6);
      for (let k = 0; k < 6; k += 1) numbers.push(row[k] * this.quanta.value);
    }
    let at = 0;
    return cast.counts.map(count => numbers.slice(at, at += count));
  }

  unpackContacts(reader) {
    const count = this.contacts;
    this.contactTimes = new Float64Array(count);
    this.contactPlaces = new Float32Array(3 * count);
    let tick = 0;
    for (let index = 0; index < count; index += 1) {
      tick += reader.varint();
      this.contactTimes[index] = tick * this.step;
      this.contactPlaces[3 * index] = reader.varint() * this.quanta.position;
      this.contactPlaces[3 * index + 1] = reader.varint() * this.quanta.position;
      this.contactPlaces[3 * index + 2] = reader.byte() / 255;
    }
  }

  time(frame) { return this.ticks[frame] * this.step; }

  castOf(frame) { return this.casts.find(cast => frame < cast.end); }

  // The last frame that is not after a time.
  frameAt(time) { return Math.max(0, upperBound(this.count, index => this.time(index) <= time + 1e-9) - 1); }

  // A frame in the form that BoxCanvas draws.
  frame(index, time) {
    const cast = this.castOf(index);
    const bodies = [];
    const asleep = [];
    for (let body = 0; body < cast.bodies; body += 1) {
      const at = (index - cast.first) * cast.bodies + body;
      bodies.push([cast.rows[6 * at], cast.rows[6 * at + 1], cast.rows[6 * at + 2]]);
      if (cast.asleep[at]) asleep.push(body);
    }
    const gravity = [this.gravity[2 * index], this.gravity[2 * index + 1]];
    return {bodies, asleep, gravity, values: cast.values[index - cast.first], contacts: this.contactsAt(time)};
  }

  contactsAt(time) {
    const found = [];
    const start = time - BoxCanvas.metrics.flashTime;
    const end = upperBound(this.contactTimes.length, index => this.contactTimes[index] <= time);
    for (let index = end - 1; index >= 0 && this.contactTimes[index] > start && found.length < 200; index -= 1) {
      const [x, y, strength] = this.contactPlaces.subarray(3 * index, 3 * index + 3);
      found.push([x, y, strength, time - this.contactTimes[index]]);
    }
    return found;
  }

  // The greatest of the values at some places in the second before a frame.
  greatest(places, frame) {
    const cast = this.castOf(frame);
    let greatest = 0;
    for (let index = frame; index >= cast.first && this.time(index) > this.time(frame) - 1; index -= 1) {
      for (const place of places) greatest = Math.max(greatest, cast.values[index - cast.first][place][0]);
    }
    return greatest;
  }

  // The positions of a body at some moments before a time, the oldest first.
  trail(body, frame, seconds) {
    const cast = this.castOf(frame);
    const first = Math.max(cast.first, this.frameAt(this.time(frame) - seconds));
    const points = [];
    const stride = Math.max(1, Math.ceil((frame - first) / 90));
    for (let index = frame; index >= first; index -= stride) {
      const at = 6 * ((index - cast.first) * cast.bodies + body);
      points.unshift([cast.rows[at], cast.rows[at + 1]]);
    }
    return points;
  }
}

class ByteReader {
  constructor(text) {
    const letters = atob(text.trim());
    this.bytes = new Uint8Array(letters.length);
    for (let index = 0; index < letters.length; index += 1) this.bytes[index] = letters.charCodeAt(index);
    this.index = 0;
  }

  byte() { return this.bytes[this.index++]; }

  varint() {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.bytes[this.index++];
      value += (byte & 127) * scale;
      if (byte < 128) break;
      scale *= 128;
    }
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  // Reads a row: at `at` are the numbers, followed by those of the previous frame and of the one before; returns the
  // row's bits.
  row(state, at, count) {
    const bits = this.bytes[this.index++];
    for (let k = at, bit = 1; k < at + count; k += 1, bit *= 2) {
      const steady = 2 * state[k + count] - state[k + 2 * count];
      const value = bits & bit ? steady + this.varint() : steady;
      state[k] = value;
    }
    for (let k = at; k < at + count; k += 1) {
      state[k + 2 * count] = state[k + count];
      state[k + count] = state[k];
    }
    return bits;
  }
}

// The number of leading indices below a count for which a condition holds.
function upperBound(count, holds) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1; else high = middle;
  }
  return low;
}
