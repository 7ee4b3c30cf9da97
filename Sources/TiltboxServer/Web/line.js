// The WebSocket connection to the service: parses messages, and reconnects when the connection is lost.
'use strict';

class Line {
  // The reasons for having no connection, each with a short and a long text.
  static get words() {
    return {
      connecting: {short: 'connecting…', long: 'Connecting to the service…'},
      lost: {short: 'connection lost', long: 'The connection is lost; what you see is how it was. Trying again…'},
      gone: {short: 'no service', long: 'The service does not answer. Trying again…'},
      full: {short: 'full', long: 'The service has as many viewers as it takes. Trying again…'},
      refused: {short: 'not let in', long: 'This address is no longer valid. Ask for the new one, or scan the new code.'},
    };
  }

  // heard: called with each message; changed: called with 'open' or the key of one of the `words`.
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    this.pause = 250;
    this.connect();
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
  }

  connect() {
    this.timer = null;
    const address = new URL('live', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    address.search = location.search;
    const socket = this.socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.pause = 250;
      this.changed('open');
    };
    socket.onmessage = ({data}) => this.heard(typeof data === 'string' ? JSON.parse(data) : readFrame(data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      if (wasOpen) this.changed('lost');
      this.timer = setTimeout(() => this.retry(wasOpen), this.pause);
      this.pause = Math.min(this.pause * 1.6, 4000);
    };
  }

  // A browser does not tell a page why a socket failed to open; an ordinary request has a status.
  async retry(wasOpen) {
    if (!wasOpen) {
      const status = await fetch('live' + location.search, {cache: 'no-store'}).then(answer => answer.status, () => 0);
      // Meanwhile hurry() has connected.
      if (this.timer === null) return;
      this.changed({0: 'gone', 401: 'refused', 503: 'full'}[status] ?? 'lost');
      // A new token means a new address, so do not try again.
      if (status === 401) return;
    }
    this.connect();
  }

  hurry() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.connect();
  }

  get isOpen() { return this.socket.readyState === WebSocket.OPEN; }

  send(message) { if (this.isOpen) this.socket.send(JSON.stringify(message)); }

  sendTilt(x, y) {
    this.sendBytes('T', view => {
      view.setFloat32(4, x, true);
      view.setFloat32(8, y, true);
    });
  }

  sendSeen(tick) { this.sendBytes('S', view => view.setBigUint64(4, BigInt(tick), true)); }

  sendBytes(kind, fill) {
    if (!this.isOpen) return;
    const view = new DataView(new ArrayBuffer(12));
    view.setUint8(0, kind.charCodeAt(0));
    view.setUint8(1, 1);
    fill(view);
    this.socket.send(view.buffer);
  }
}

// Decodes a frame as described in docs/live.md.
function readFrame(buffer) {
  const view = new DataView(buffer);
  if (view.getUint8(0) !== 0x46 || view.getUint8(1) !== 1) throw new Error('a frame of another version');
  const float = at => view.getFloat32(at, true);
  const frame = {
    kind: 'frame', list: view.getUint32(4, true), tick: Number(view.getBigUint64(8, true)), t: view.getFloat64(16, true),
    gravity: [float(24), float(28)], bodies: [], asleep: [], contacts: [],
  };
  const bodies = view.getUint32(32, true);
  const contacts = view.getUint32(36, true);
  let at = 40;
  for (let i = 0; i < bodies; i += 1, at += 12) frame.bodies.push([float(at), float(at + 4), float(at + 8)]);
  for (let i = 0; i < bodies; i += 32, at += 4) {
    const word = view.getUint32(at, true);
    for (let bit = 0; word >>> bit; bit += 1) {
      if (word >>> bit & 1) frame.asleep.push(i + bit);
      if (bit === 31) break;
    }
  }
  for (let i = 0; i < contacts; i += 1, at += 12) frame.contacts.push([float(at), float(at + 4), float(at + 8)]);
  // The animated values of bodies and layers: for each of the header's values a count, then as many numbers.
  const values = view.getUint16(2, true);
  if (values) frame.values = [];
  for (let i = 0; i < values; i += 1) {
    const count = view.getUint32(at, true);
    frame.values.push(Array.from({length: count}, (_, k) => float(at + 4 + 4 * k)));
    at += 4 + 4 * count;
  }
  return frame;
}
