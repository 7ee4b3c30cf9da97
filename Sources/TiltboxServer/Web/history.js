// Plots the energy and the load of the last 20 s of the run.
'use strict';

class RunHistory {
  static span = 20;

  constructor(energy, load) {
    const ignore = () => {};
    this.charts = {
      energy: new Chart(energy, 'energy', 'kg·units²/s²', ignore), load: new Chart(load, 'load', '%', ignore),
    };
    this.clear();
  }

  clear() {
    this.previous = null;
    this.samples = {energy: [], load: []};
  }

  // Adds a frame of the bodies in a header. The frames have no velocities: the difference of two frames is the mean
  // velocity between them.
  addFrame(frame, header) {
    const before = this.previous;
    if (before && frame.t < before.t) this.clear();
    this.previous = frame;
    const span = before ? frame.t - before.t : 0;
    if (!(span > 0) || before.list !== frame.list) return;
    let [motion, height] = [0, 0];
    frame.bodies.forEach((state, index) => {
      if (header.types[index] !== 'dynamic') return;
      const [x, y] = bodyCenter(header, index, state);
      const [x0, y0] = bodyCenter(header, index, before.bodies[index]);
      const velocity = [(x - x0) / span, (y - y0) / span, (state[2] - before.bodies[index][2]) / span];
      const energy = bodyEnergy(header, index, [(x + x0) / 2, (y + y0) / 2], velocity, frame.gravity);
      motion += energy.motion;
      height += energy.height;
    });
    this.add('energy', {t: frame.t, motion, all: motion + height});
  }

  addLoad(time, load) { this.add('load', {t: time, load: 100 * load}); }

  add(name, sample) {
    const samples = this.samples[name];
    if (samples.length && sample.t < samples[samples.length - 1].t) samples.length = 0;
    samples.push(sample);
    while (samples[0].t < sample.t - RunHistory.span - 2) samples.shift();
  }

  draw(colors) {
    const now = this.previous?.t ?? 0;
    const lines = {energy: [['motion', 'motion', 0], ['total', 'all', 2]], load: [['', 'load', 4]]};
    for (const [name, chart] of Object.entries(this.charts)) {
      const samples = this.samples[name];
      const parts = key => [{first: 0, end: samples.length, value: index => samples[index][key]}];
      chart.setLines(
        lines[name].map(([name, key, color]) => ({name, color: BoxCanvas.colors[color], parts: parts(key)})),
        index => samples[index].t);
      const from = Math.max(0, now - RunHistory.span);
      const first = samples.filter(sample => sample.t < from).length;
      chart.setRange(from, from + RunHistory.span, [first, samples.length]);
      chart.draw(now, colors);
    }
  }
}
