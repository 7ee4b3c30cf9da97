internal import Chipmunk
internal import Tiltbox

/// A film in few bytes: whole numbers of small quanta, of which only the deviations from a steady course are kept.
///
/// For each frame come some rows: one of tick and gravity, then one for each body of x, y, angle, vx, vy, w, then the
/// numbers of the channels, six in a row. A row is a
/// byte, whose bits say which of its numbers deviate (and bit 6, whether the body sleeps), and the deviations from
/// 2·(the number before) − (the one before that) as zigzag varints. Where the bodies change, all begin anew from 0.
/// Since the deviations are those of what a reader has, errors do not add up: a number is off by half a quantum at most.
struct PackedFilm {
  /// What each number is a whole multiple of.
  struct Quanta: Equatable {
    let position: Double
    let angle: Double
    let velocity: Double
    let spin: Double
    let gravity: Double
    let value = 1.0 / 16384

    /// Powers of two, so that a multiple is exact: a 65,536th of the larger side of what is seen, or a little less; a
    /// 4,096th of a radian; four times the position's in a second; a 256th of a radian in a second; a 4,096th of 1 g.
    init(extent: Double, gravity: Double) {
      position = Self.power(below: extent / 65536)
      angle = 1 / 4096
      velocity = position * 4
      spin = 1 / 256
      self.gravity = Self.power(below: gravity / 4096)
    }

    private static func power(below limit: Double) -> Double {
      guard limit.isNormal else { return 1 / 4096 }
      return Double(sign: .plus, exponent: limit.exponent, significand: 1)
    }
  }

  let quanta: Quanta
  /// The rows of all frames.
  private(set) var frames: [UInt8] = []
  /// For each contact that has begun: the time since the one before in steps of the film, x, y, and how hard it was, of 255.
  private(set) var contacts: [UInt8] = []
  private(set) var contactCount = 0

  /// Complexity: O(*frames* · *bodies*).
  init(_ film: Film, extent: Double, shouldGoOn: (_ share: Double) throws -> Void) throws {
    quanta = Quanta(extent: extent, gravity: film.scenario.world.gravity)
    var (clock, rows, channels) = (Row(3), [Row](), [Row]())
    for (index, frame) in film.frames.enumerated() {
      if index.isMultiple(of: 1024) {
        try shouldGoOn(Double(index) / Double(film.frames.count))
      }
      if film.sections.contains(where: { $0.firstFrame == index }) {
        rows = Array(repeating: Row(6), count: frame.states.count)
        channels = []
      }
      clock.set(0, frame.time / film.step)
      clock.set(1, frame.gravity.x / quanta.gravity)
      clock.set(2, frame.gravity.y / quanta.gravity)
      clock.write(to: &frames)
      var sleepers = frame.asleep[...]
      for (body, state) in frame.states.enumerated() {
        rows[body].set(0, state.position.x / quanta.position)
        rows[body].set(1, state.position.y / quanta.position)
        rows[body].set(2, state.angle / quanta.angle)
        rows[body].set(3, state.velocity.x / quanta.velocity)
        rows[body].set(4, state.velocity.y / quanta.velocity)
        rows[body].set(5, state.angularVelocity / quanta.spin)
        let sleeps = sleepers.first == body
        if sleeps { sleepers.removeFirst() }
        rows[body].write(to: &frames, flag: sleeps)
      }
      let numbers = frame.values.flatMap(\.self)
      if channels.isEmpty { channels = Array(repeating: Row(6), count: (numbers.count + 5) / 6) }
      for (place, number) in numbers.enumerated() {
        channels[place / 6].set(place % 6, number / quanta.value)
      }
      for place in channels.indices { channels[place].write(to: &frames) }
    }
    packContacts(film)
  }

  private mutating func packContacts(_ film: Film) {
    let begun = film.events.filter { $0.kind == .begin }
    let greatest = begun.map(\.impulse).max() ?? 0
    var last = 0
    for event in begun where greatest > 0 {
      let strength = (event.impulse / greatest).squareRoot()
      guard strength > 0.05 else { continue }
      let place = whole(film.time(ofTick: event.tick) / film.step)
      contacts.append(varint: place - last)
      contacts.append(varint: whole(event.point.x / quanta.position))
      contacts.append(varint: whole(event.point.y / quanta.position))
      contacts.append(UInt8((strength * 255).rounded()))
      last = place
      contactCount += 1
    }
  }
}

/// Some numbers of a frame, and what they were in the two before.
private struct Row {
  private let count: Int
  private var now = InlineArray<6, Int>(repeating: 0)
  private var before = InlineArray<6, Int>(repeating: 0)
  private var earlier = InlineArray<6, Int>(repeating: 0)

  init(_ count: Int) { self.count = count }

  mutating func set(_ place: Int, _ quanta: Double) { now[place] = whole(quanta) }

  mutating func write(to bytes: inout [UInt8], flag: Bool = false) {
    let mask = bytes.count
    bytes.append(flag ? 64 : 0)
    for place in 0..<count {
      let deviation = now[place] - (2 * before[place] - earlier[place])
      if deviation != 0 {
        bytes[mask] |= 1 << UInt8(place)
        bytes.append(varint: deviation)
      }
    }
    (earlier, before) = (before, now)
  }
}

/// The nearest whole number, within what a page's numbers hold exactly.
private func whole(_ number: Double) -> Int {
  Int(max(-0x10_0000_0000_0000, min(0x10_0000_0000_0000, number.rounded())))
}

extension [UInt8] {
  /// Seven bits a byte, the lowest first, after the sign went to the lowest bit.
  fileprivate mutating func append(varint number: Int) {
    var rest = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

/// Bytes as a text of 64 letters, four for three bytes.
func base64(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let count = Swift.min(3, bytes.count - start)
    let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
    for place in 0..<4 {
      text.append(place <= count ? letters[group >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
