'use strict';

// Plays a trajectory: the box with a scrubber, the tilt beside it, and charts of some bodies' numbers over time.
(() => {
  const find = id => document.getElementById(id);
  const trajectory = new Trajectory(
    JSON.parse(find('trajectory').textContent), find('frames').textContent, find('contacts').textContent);
  for (const id of ['frames', 'contacts']) find(id).remove();
  const header = trajectory.casts[0].header;
  const names = [...new Set(trajectory.casts.flatMap(cast => cast.header.bodies))];
  const length = Math.max(trajectory.end - trajectory.start, trajectory.step);
  const state = {time: trajectory.start, plays: false, speed: 1, cast: trajectory.casts[0], chosen: new Set(), last: 0};
  const box = new BoxCanvas(find('box'), trajectory.casts[0]);
  for (const cast of trajectory.casts) box.giveColors(cast);
  find('forces').parentElement.hidden = !box.forcePlaces.length;

  find('title').textContent = header.scenario;
  find('facts').textContent = `${names.length} ${names.length === 1 ? 'body' : 'bodies'}, ` +
    `${seconds(length)}, ${trajectory.count} frames, a step of ${(trajectory.step * 1000).toPrecision(3)} ms`;

  // ---- colours of the page, from its style

  let colors = pageColors();
  function pageColors() {
    const style = getComputedStyle(document.documentElement);
    const get = name => style.getPropertyValue(name).trim();
    return {text: get('--text'), line: get('--line')};
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { colors = pageColors(); plot(); show(); });

  // ---- charts

  const scrub = time => { state.time = time; show(); };
  const charts = {
    height: new Chart(find('height'), 'height', 'units', scrub),
    rate: new Chart(find('rate'), 'speed', 'units/s', scrub),
    energy: new Chart(find('energy'), 'energy of motion and height', 'kg·units²/s²', scrub),
    tilt: new Chart(find('tilt'), 'tilt', 'g', scrub),
  };

  // The parts of the trajectory that contain a body, with a function for one of its numbers: x, y, angle, vx, vy, w
  // from an index on.
  function parts(id, number) {
    return trajectory.casts.flatMap(cast => {
      const body = cast.header.bodies.indexOf(id);
      if (body < 0) return [];
      const value = frame => number(cast, body, ((frame - cast.first) * cast.bodies + body) * 6, frame);
      return [{first: cast.first, end: cast.end, value}];
    });
  }

  const numbers = {
    height: (cast, body, at) => cast.rows[at + 1],
    rate: (cast, body, at) => Math.hypot(cast.rows[at + 3], cast.rows[at + 4]),
    energy: (cast, body, at, frame) => {
      const [x, y, angle, ...velocity] = cast.rows.subarray(at, at + 6);
      const center = bodyCenter(cast.header, body, [x, y, angle]);
      const gravity = trajectory.gravity.subarray(2 * frame, 2 * frame + 2);
      const {motion, height} = bodyEnergy(cast.header, body, center, velocity, gravity);
      return motion + height;
    },
  };

  // The energy of all bodies.
  const wholeEnergy = trajectory.casts.map(cast => {
    const sums = new Float64Array(cast.end - cast.first);
    for (let frame = cast.first; frame < cast.end; frame += 1) {
      for (let body = 0; body < cast.bodies; body += 1) {
        const at = ((frame - cast.first) * cast.bodies + body) * 6;
        if (cast.header.types[body] === 'dynamic') sums[frame - cast.first] += numbers.energy(cast, body, at, frame);
      }
    }
    return {first: cast.first, end: cast.end, value: frame => sums[frame - cast.first]};
  });

  function plot() {
    const time = frame => trajectory.time(frame);
    for (const name of Object.keys(numbers)) {
      const lines = [...state.chosen].map(id => ({color: box.color(id), parts: parts(id, numbers[name])}));
      if (name === 'energy') lines.push({name: 'all', color: colors.text, parts: wholeEnergy});
      charts[name].setLines(lines, time);
    }
    const g = header.gravity || 1;
    const value = offset => frame => trajectory.gravity[2 * frame + offset] / g;
    const component = offset => [{first: 0, end: trajectory.count, value: value(offset)}];
    charts.tilt.setLines(
      [
        {name: '→ x', color: BoxCanvas.colors[5], parts: component(0)},
        {name: '↑ y', color: BoxCanvas.colors[4], parts: component(1)},
      ],
      time);
  }

  function choose(id) {
    if (!state.chosen.delete(id)) state.chosen.add(id);
    for (const button of find('bodies').children) {
      button.setAttribute('aria-pressed', state.chosen.has(button.dataset.id));
    }
    plot();
    show();
  }

  // With many bodies, only the first ones have buttons; a click on any other body selects it.
  function addButton(id) {
    const button = document.createElement('button');
    Object.assign(button, {type: 'button', textContent: id});
    button.dataset.id = id;
    button.style.setProperty('--color', box.color(id));
    button.setAttribute('aria-pressed', state.chosen.has(id));
    button.addEventListener('click', () => choose(id));
    find('bodies').append(button);
  }
  const isMoving = id => trajectory.casts.some(cast => cast.header.types[cast.header.bodies.indexOf(id)] === 'dynamic');
  const moving = names.filter(isMoving);
  moving.slice(0, 5).forEach(id => state.chosen.add(id));
  moving.slice(0, 40).forEach(addButton);

  find('box').addEventListener('click', event => {
    const index = box.bodyAt(box.toWorld(event.clientX, event.clientY));
    const id = index >= 0 && state.cast.header.bodies[index];
    if (!id) return;
    if (![...find('bodies').children].some(button => button.dataset.id === id)) addButton(id);
    choose(id);
  });

  // ---- display

  // The charts show the whole run, or some seconds around the current time.
  function aimCharts() {
    const span = Math.min(Number(find('span').value) || length, length);
    const from = Math.min(Math.max(trajectory.start, state.time - span / 2), trajectory.start + length - span);
    const frames = [trajectory.frameAt(from), Math.min(trajectory.count, trajectory.frameAt(from + span) + 2)];
    for (const chart of Object.values(charts)) chart.setRange(from, from + span, frames);
  }

  function show() {
    const index = trajectory.frameAt(state.time);
    const cast = trajectory.castOf(index);
    if (cast !== state.cast) {
      state.cast = cast;
      box.setScene(cast);
    }
    const next = Math.min(index + 1, cast.end - 1);
    const [from, to] = [trajectory.time(index), trajectory.time(next)];
    const alpha = to > from ? Math.min(1, (state.time - from) / (to - from)) : 1;
    const frame = trajectory.frame(next, state.time);
    const previous = trajectory.frame(index, state.time);
    frame.gravity = previous.gravity;
    if (!find('flashes').checked) frame.contacts = [];
    box.showsForces = find('forces').checked;
    for (const quantity in box.strongest) {
      const places = box.forcePlaces.filter(place => box.quantity(box.channels[place].index) === quantity);
      if (box.showsForces) box.strongest[quantity] = trajectory.greatest(places, index);
    }
    const trails = find('trails').checked ? trailsAt(index, cast) : null;
    box.resize();
    box.draw(frame, {previous, alpha: next > index ? alpha : 1, trails});
    find('scrubber').value = Math.round((state.time - trajectory.start) / length * 1e6);
    find('clock').textContent = `${seconds(state.time)} of ${seconds(trajectory.end)}`;
    find('scrubber').setAttribute('aria-valuetext', find('clock').textContent);
    find('play').classList.toggle('plays', state.plays);
    find('play').setAttribute('aria-label', state.plays ? 'Pause' : 'Play');
    aimCharts();
    for (const chart of Object.values(charts)) chart.draw(state.time, colors);
    showDial(frame.gravity);
  }

  function trailsAt(index, cast) {
    const few = cast.bodies <= 60;
    return cast.header.bodies.map((id, body) =>
      (few ? cast.header.types[body] === 'dynamic' : state.chosen.has(id)) ? trajectory.trail(body, index, 1.5) : []);
  }

  // Shows a phone in its orientation, upright when gravity points down, and the direction and strength of gravity.
  function showDial([gx, gy]) {
    const strength = Math.hypot(gx, gy) / (header.gravity || 1);
    const turn = (id, angle) => find(id).setAttribute('transform', `rotate(${angle * 180 / Math.PI})`);
    turn('phone', strength > 1e-3 ? Math.atan2(gx, -gy) : 0);
    turn('arrow', Math.atan2(-gy, gx));
    const tip = 41 * Math.min(1, strength);
    find('arrow').setAttribute('d', tip < 4 ? '' : `M0 -1.5H${tip - 9}V-5L${tip} 0L${tip - 9} 5V1.5H0Z`);
  }

  function seconds(time) {
    if (time < 100) return `${time.toFixed(2)} s`;
    const tenths = Math.round(time * 10);
    return `${Math.floor(tenths / 600)}:${(tenths % 600 / 10).toFixed(1).padStart(4, '0')}`;
  }

  // ---- playing

  function play(plays) {
    if (plays && state.time >= trajectory.end - 1e-9) state.time = trajectory.start;
    state.plays = plays;
    state.last = performance.now();
    if (plays) requestAnimationFrame(tick);
    show();
  }

  function tick(now) {
    if (!state.plays) return;
    state.time += Math.min(0.25, (now - state.last) / 1000) * state.speed;
    state.last = now;
    if (state.time >= trajectory.end) {
      if (find('loop').checked) {
        state.time = trajectory.start + (state.time - trajectory.start) % length;
      } else {
        state.time = trajectory.end;
        state.plays = false;
      }
    }
    show();
    if (state.plays) requestAnimationFrame(tick);
  }

  function stepBy(frames) {
    state.plays = false;
    const index = trajectory.frameAt(state.time) + frames;
    state.time = trajectory.time(Math.min(trajectory.count - 1, Math.max(0, index)));
    show();
  }

  find('play').addEventListener('click', () => play(!state.plays));
  find('scrubber').addEventListener('input', event => scrub(trajectory.start + event.target.value / 1e6 * length));
  find('speed').addEventListener('change', event => { state.speed = Number(event.target.value); });
  for (const id of ['trails', 'flashes', 'forces', 'span']) find(id).addEventListener('change', show);
  document.addEventListener('keydown', event => {
    if (event.target.matches('select, button, [type=checkbox]') || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      ' ': () => play(!state.plays), ArrowLeft: () => stepBy(event.shiftKey ? -10 : -1),
      ArrowRight: () => stepBy(event.shiftKey ? 10 : 1),
      Home: () => scrub(trajectory.start), End: () => scrub(trajectory.end),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  new ResizeObserver(show).observe(find('box'));

  if (length > 150) find('span').value = '60';
  plot();
  show();
  // For tests and for the console.
  self.player = {trajectory, box, state, show, scrub, play};
  // run.html#t=1.25 opens the page at that time.
  const moment = /^#t=([\d.]+)$/.exec(location.hash);
  if (moment) scrub(Math.min(trajectory.end, Math.max(trajectory.start, Number(moment[1]))));
  else if (!matchMedia('(prefers-reduced-motion: reduce)').matches) play(true);
})();
