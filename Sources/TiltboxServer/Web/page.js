// The page: shows the messages of the service and sends commands for buttons, keys and pointers.
'use strict';

(() => {
  const element = id => document.getElementById(id);
  const canvas = element('box');
  const playback = new Playback();
  const history = new RunHistory(element('energy'), element('loads'));
  let box = null;
  let scene = null;
  let me = null;
  let status = {paused: false, speed: 1, holder: null, locked: false};
  let seen = -1;
  let pull = null;
  let dropped = 0;
  let isWatcher = false;
  const hasTouch = matchMedia('(any-pointer: coarse)').matches;
  const wantsRest = matchMedia('(prefers-reduced-motion: reduce)');

  const line = new Line(message => hear[message.kind]?.(message), state => {
    const isLive = state === 'open';
    element('state').textContent = isLive ? 'live' : Line.words[state].short;
    element('state').classList.toggle('live', isLive);
    document.body.classList.toggle('lost', !isLive);
    for (const control of document.querySelectorAll('footer button, footer select, #scene')) control.disabled = !isLive;
    if (isLive) return;
    pull = null;
    // These values are outdated once the connection is lost; the time is that of the picture.
    for (const id of ['pace', 'load', 'bodies', 'viewers', 'rate']) element(id).textContent = '–';
    element('holder').textContent = Line.words[state].long;
    element('holder').classList.remove('mine', 'locked');
  });

  const tilter = new Tilter(tilt => line.sendTilt(...toDevice(tilt)), () => status.holder === me);

  // ---- messages

  const hear = {
    welcome(message) {
      me = message.viewer;
      isWatcher = message.watches === true;
      document.body.classList.toggle('watching', isWatcher);
      if (isWatcher) canvas.setAttribute('aria-label', 'The box');
    },
    scene(message) {
      const isOther = !scene || scene.scene !== message.scene;
      scene = message;
      playback.clear();
      if (isOther) history.clear();
      seen = -1;
      if (box) {
        // The colours of bodies that have left are not needed again.
        box.colors.clear();
        box.setScene(message);
      } else box = new BoxCanvas(canvas, message, {margin: 16});
      if (isOther) pull = null;
      fill(element('scene'), message.scenes.map(name => [name, name]), message.scene);
      const kept = element('follow').value;
      const bodies = message.header.bodies.filter((id, index) => message.header.types[index] === 'dynamic').slice(0, 200);
      fill(element('follow'), [['', 'the box'], ...bodies.map(id => [id, id])], bodies.includes(kept) ? kept : '');
      element('forces').disabled = !box.forcePlaces.length;
      element('scene').disabled = isWatcher || message.scenes.length < 2;
      document.title = `${message.header.scenario} – Tiltbox`;
    },
    frame(message) {
      if (!scene || message.list !== scene.list) return;
      playback.add(message, performance.now() / 1000);
      history.addFrame(message, scene.header);
    },
    status(message) {
      status = {...status, ...message};
      playback.rate = status.speed;
      if (message.load !== undefined) history.addLoad(message.t, message.load);
      showStatus();
    },
    error(message) {
      note(message.reason);
      // A scenario that was rejected is not the one that runs.
      element('scene').value = scene.scene;
    },
  };

  function fill(select, options, value) {
    select.replaceChildren(...options.map(([id, text]) => new Option(text, id)));
    select.value = value;
  }

  function showStatus() {
    document.body.classList.toggle('paused', status.paused);
    element('pause').title = status.paused ? 'Resume (space)' : 'Pause (space)';
    element('step').disabled = !status.paused;
    for (const button of element('speeds').children)
      button.setAttribute('aria-pressed', Number(button.dataset.speed) === status.speed);
    element('speed').value = String(status.speed);
    const number = value => value === undefined ? '–' : value.toFixed(2);
    const pace = number(status.realTimeFactor);
    element('pace').textContent = status.paused ? 'paused' : pace === '–' ? pace : `${pace}×`;
    element('load').textContent = status.load === undefined ? '–' : `${(status.load * 100).toFixed(status.load < 0.1 ? 1 : 0)} %`;
    element('bodies').textContent = status.bodies;
    element('viewers').textContent = status.clients;
    const isMine = status.holder !== null && status.holder === me;
    const hint = hasTouch ? 'Drag in the box, or tilt this device' : 'Drag in the box, or press an arrow key';
    const text = isWatcher ? 'You watch' : status.holder === null ? hint
      : isMine ? status.locked ? 'You hold the tilt, locked' : 'You hold the tilt'
        : `Viewer ${status.holder} ${status.locked ? 'has locked the tilt' : 'holds the tilt'}`;
    element('holder').textContent = text;
    element('holder').classList.toggle('mine', isMine);
    element('holder').classList.toggle('locked', status.locked && !isMine);
    element('lock').setAttribute('aria-pressed', status.locked && isMine);
    element('lock').disabled = status.locked && !isMine;
  }

  let noteTimer = 0;
  function note(text) {
    element('note').textContent = text;
    element('note').hidden = false;
    clearTimeout(noteTimer);
    noteTimer = setTimeout(() => { element('note').hidden = true; }, 5000);
  }

  // ---- drawing

  const drawn = [];
  function draw() {
    requestAnimationFrame(draw);
    show();
  }

  function show() {
    const now = performance.now() / 1000;
    const moment = box && playback.at(now, status.paused);
    if (!moment) return;
    if (!line.isOpen && drawn.isLost) return;
    drawn.isLost = !line.isOpen;
    if (wantsRest.matches) moment.frame.contacts = [];
    const follow = scene.header.bodies.indexOf(element('follow').value);
    box.selected = pull ? scene.header.bodies.indexOf(pull.body) : -1;
    box.draw(moment.frame, {previous: moment.previous, alpha: moment.alpha, follow});
    if (pull) drawPull();
    if (!element('plots').hidden) history.draw({text: box.palette.text, line: box.palette.grid});
    element('time').textContent = `${playback.shown < 0 ? '0.00' : playback.shown.toFixed(2)} s`;
    const {newest} = playback;
    if (newest.tick > seen) {
      seen = newest.tick;
      line.sendSeen(seen);
    }
    drawn.push(now);
    while (drawn[0] < now - 1) drawn.shift();
    element('rate').textContent = drawn.length;
    if (pull?.isUnsent) {
      line.send({drag: {body: pull.body, at: pull.at, to: pull.to}});
      pull.isUnsent = false;
    }
  }

  function drawPull() {
    if (box.selected < 0) return;
    const ends = [box.place(box.selected, pull.at), pull.to];
    box.drawSketch(ends, ends, box.palette.text);
  }

  // A change of its size clears the canvas.
  new ResizeObserver(() => {
    box?.resize();
    show();
  }).observe(canvas);
  requestAnimationFrame(draw);

  // ---- tilting

  // Converts from screen axes to the axes in which the scenario takes tilt: the inverse of its orientation.
  function toDevice([x, y]) {
    switch (scene?.orientation) {
      case 'landscape': return [-y, x];
      case 'portrait-upside-down': return [-x, -y];
      case 'landscape-flipped': return [y, -x];
      default: return [x, y];
    }
  }

  element('upright').onclick = () => tilter.set([0, -1]);
  element('lock').onclick = () => line.send({lock: !(status.locked && status.holder === me)});
  element('insecure').querySelector('.close').onclick = () => { element('insecure').hidden = true; };
  if (!Tilter.isAvailable && matchMedia('(pointer: coarse)').matches && !isSecureContext) element('insecure').hidden = false;

  const motion = element('motion');
  let wakeLock = null;
  motion.onclick = async () => {
    if (!isSecureContext) {
      element('insecure').hidden = !element('insecure').hidden;
      return;
    }
    if (tilter.isListening) tilter.stop();
    else {
      motion.setAttribute('aria-pressed', true);
      wakeLock = navigator.wakeLock?.request('screen').catch(() => {});
      try {
        if (!Tilter.isAvailable) throw new Error('This browser tells pages nothing of the device’s motion.');
        await tilter.listen();
      } catch (error) { note(error.message); }
    }
    motion.setAttribute('aria-pressed', tilter.isListening);
    motion.querySelector('.verb').textContent = tilter.isListening ? 'Stop tilting' : 'Tilt';
    if (!tilter.isListening) (await wakeLock)?.release();
  };

  // ---- pointers: dragging a body pulls it, dragging elsewhere tilts, a double tap drops a crate

  let press = null;
  let tap = null;
  // The index of the body that a pointer can pull, or -1.
  function bodyUnder(event) {
    const index = box.bodyAt(box.toWorld(event.clientX, event.clientY), event.pointerType === 'touch' ? 14 : 5);
    return scene.header.types[index] === 'dynamic' ? index : -1;
  }
  canvas.addEventListener('pointerdown', event => {
    if (isWatcher || !line.isOpen) return;
    if (!box || press || event.button !== 0) return;
    canvas.focus({preventScroll: true});
    canvas.setPointerCapture(event.pointerId);
    press = {id: event.pointerId, x: event.clientX, y: event.clientY, isDrag: false};
    const point = box.toWorld(event.clientX, event.clientY);
    const index = bodyUnder(event);
    if (index >= 0) {
      const [x, y, angle] = box.poses[index];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const [dx, dy] = [point[0] - x, point[1] - y];
      pull = {body: scene.header.bodies[index], at: [dx * c + dy * s, dy * c - dx * s], to: point, isUnsent: true};
      canvas.classList.add('pulling');
    }
  });
  canvas.addEventListener('pointermove', event => {
    if (!box) return;
    if (!press) {
      canvas.classList.toggle('over', !isWatcher && bodyUnder(event) >= 0);
      return;
    }
    if (event.pointerId !== press.id) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > 6) press.isDrag = true;
    if (!press.isDrag) return;
    if (pull) {
      pull.to = box.toWorld(event.clientX, event.clientY);
      pull.isUnsent = true;
    } else {
      // Gravity points from the middle of the box to the finger; its magnitude is 1 g at the nearest wall.
      const {left, top, width, height} = canvas.getBoundingClientRect();
      const reach = Math.min(width, height) / 2;
      const [x, y] = [(event.clientX - left - width / 2) / reach, (top + height / 2 - event.clientY) / reach];
      const most = Math.max(1, Math.hypot(x, y) / 1.5);
      tilter.set([x / most, y / most]);
    }
  });
  const release = event => {
    if (!press || event.pointerId !== press.id) return;
    if (pull) line.send({release: true});
    canvas.classList.remove('pulling');
    const isTap = !press.isDrag && !pull && event.type === 'pointerup';
    pull = press = null;
    if (!isTap) return;
    // A tap moves layers that follow touches.
    if (scene.header.layers?.some(layer => layer.follows)) {
      line.send({tap: box.toWorld(event.clientX, event.clientY)});
      return;
    }
    const now = performance.now();
    const isSecond = tap && now - tap.time < 400 && Math.hypot(event.clientX - tap.x, event.clientY - tap.y) < 30;
    tap = isSecond ? null : {time: now, x: event.clientX, y: event.clientY};
    if (isSecond) drop(box.toWorld(event.clientX, event.clientY));
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);

  // Adds a crate with a tenth of the box's shorter side as its side, and a density of 0.1 kg/unit².
  function drop(at) {
    const [left, bottom, right, top] = box.bounds();
    const size = Number((Math.min(right - left, top - bottom) / 10).toPrecision(2));
    // A resumed run has the crates of earlier viewers, whose numbers begin at 1 again.
    let id;
    do id = `drop-${me}-${dropped += 1}`; while (scene.header.bodies.includes(id));
    line.send({add: {id, box: [size, size], at, mass: size * size / 10, friction: 0.5, elasticity: 0.4}});
  }

  // Drops a crate from the middle of the box's top, for users without a pointer.
  function dropFromAbove() {
    const [left, bottom, right, top] = box.bounds();
    drop([(left + right) / 2, top - (top - bottom) / 8]);
  }

  // Shift with an arrow key pulls the followed body by a third of the box's shorter side, until either is released.
  let isPulledByKey = false;
  function pullByKey(name) {
    if (!(name in Tilter.arrows) || !box) return false;
    const index = scene.header.bodies.indexOf(element('follow').value);
    if (index < 0) {
      note('Choose a body first: F, or Follow');
      return true;
    }
    isPulledByKey = true;
    const [left, bottom, right, top] = box.bounds();
    const reach = Math.min(right - left, top - bottom) / 3;
    const [x, y] = box.poses[index];
    const [dx, dy] = Tilter.arrows[name];
    line.send({drag: {body: scene.header.bodies[index], at: [0, 0], to: [x + dx * reach, y + dy * reach]}});
    return true;
  }

  function releaseByKey() {
    if (isPulledByKey) line.send({release: true});
    isPulledByKey = false;
  }

  // ---- buttons and keys

  const togglePause = () => line.send({pause: !status.paused});
  element('pause').onclick = togglePause;
  element('step').onclick = () => line.send({step: true});
  element('reset').onclick = () => line.send({reset: true});
  element('scene').onchange = event => {
    line.send({scene: event.target.value});
    canvas.focus();
  };
  element('follow').onchange = () => canvas.focus();
  element('drop').onclick = dropFromAbove;
  const toggle = (id, change) => {
    element(id).onclick = () => {
      const isOn = element(id).getAttribute('aria-pressed') !== 'true';
      element(id).setAttribute('aria-pressed', isOn);
      change(isOn);
    };
  };
  toggle('forces', isOn => { if (box) box.showsForces = isOn; });
  toggle('plot', isOn => { element('plots').hidden = !isOn; });
  element('speed').onchange = event => line.send({speed: Number(event.target.value)});
  for (const button of element('speeds').children)
    button.onclick = () => line.send({speed: Number(button.dataset.speed)});

  const shortcuts = {
    ' ': togglePause,
    '.': () => line.send({step: true}),
    r: () => line.send({reset: true}),
    d: dropFromAbove,
    u: () => element('upright').click(),
    l: () => element('lock').click(),
    j: () => element('forces').click(),
    p: () => element('plot').click(),
    f: () => {
      const select = element('follow');
      select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    },
  };
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
    const isButton = event.target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter');
    if (isButton) return;
    if (isWatcher || !line.isOpen) return;
    if (event.shiftKey ? pullByKey(event.key) : tilter.key(event.key, true)) return event.preventDefault();
    const action = shortcuts[event.key.toLowerCase()];
    if (!action || event.repeat && event.key !== '.') return;
    event.preventDefault();
    action();
  });
  addEventListener('keyup', event => {
    if (event.key === 'Shift' || event.key in Tilter.arrows) releaseByKey();
    tilter.key(event.key, false);
  });
  // The window gets no event of a key that is released in another one.
  addEventListener('blur', () => {
    tilter.keys.clear();
    releaseByKey();
  });

  // For debugging in the browser's console.
  self.tiltbox = {line, playback, tilter, get box() { return box; }, get scene() { return scene; }, get status() { return status; }, get me() { return me; }};
})();
