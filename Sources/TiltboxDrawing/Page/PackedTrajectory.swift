internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// A compressed trajectory: numbers are integer multiples of small quanta, and only their deviations from steady motion
/// are stored.
///
/// Each frame has one row for tick and gravity, one row for each body with x, y, angle, vx, vy, w, and rows for the
/// numbers of the channels, six in each. A row is a byte whose bits state which of its numbers deviate (bit 6 states
/// whether the body sleeps), followed by the deviations from 2·(the previous number) − (the one before it) as zigzag
/// varints. When the list of bodies changes, all numbers start again from 0. Deviations are relative to the decoded
/// numbers, so errors do not accumulate: each number has an error of at most half a quantum.
struct PackedTrajectory {
  /// The quanta, of which the numbers are integer multiples.
  struct Quanta: Equatable {
    let position: Double
    let angle: Double
    let velocity: Double
    let spin: Double
    let gravity: Double
    let value: Double
    /// The quanta of a state's numbers.
    let ofState: [Double]

    /// The quanta are powers of two, so that multiples are exact: position, at most 1/65,536 of the larger side of the
    /// view; angle, 1/4,096 rad; velocity, four position quanta per second; spin, 1/256 rad/s; gravity, at most 1/4,096
    /// of 1 g; a value, which may be a layer's position, 1/16,384 or a position quantum if that is less.
    init(extent: Double, gravity: Double) {
      position = Self.power(below: extent / 65536)
      angle = 1 / 4096
      velocity = position * 4
      value = min(1 / 16384, position)
      spin = 1 / 256
      self.gravity = Self.power(below: gravity / 4096)
      ofState = [position, position, angle, velocity, velocity, spin]
    }

    private static func power(below limit: Double) -> Double {
      guard limit.isNormal else { return 1 / 4096 }
      return Double(sign: .plus, exponent: limit.exponent, significand: 1)
    }
  }

  let quanta: Quanta
  /// The rows of all frames.
  private(set) var frames = ByteWriter()
  /// For each beginning contact: the time since the previous one in steps of the trajectory, x, y, and its strength
  /// from 0 to 255.
  private(set) var contacts = ByteWriter()
  private(set) var contactCount = 0

  /// Complexity: O(*frames* · *bodies*).
  init(_ trajectory: Trajectory, extent: Double, shouldGoOn: (_ share: Double) throws -> Void)
    throws
  {
    quanta = Quanta(extent: extent, gravity: trajectory.scenario.world.gravity)
    var (clock, rows, channels) = (Row(3), [Row](), [Row]())
    var sections = trajectory.sections[...]
    for (index, frame) in trajectory.frames.enumerated() {
      if index.isMultiple(of: 1024) {
        try shouldGoOn(Double(index) / Double(trajectory.frames.count))
      }
      if sections.first?.firstFrame == index {
        sections.removeFirst()
        rows = Array(repeating: Row(6), count: frame.states.count)
        channels = []
      }
      clock.set(0, frame.time / trajectory.step)
      clock.set(1, frame.gravity.x / quanta.gravity)
      clock.set(2, frame.gravity.y / quanta.gravity)
      clock.write(to: &frames)
      var sleepers = frame.asleep[...]
      for (body, state) in frame.states.enumerated() {
        for (place, number) in state.numbers.enumerated() {
          rows[body].set(place, number / quanta.ofState[place])
        }
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
    packContacts(trajectory)
  }

  private mutating func packContacts(_ trajectory: Trajectory) {
    var last = 0
    for (event, strength) in trajectory.contacts where strength > 0.05 {
      let place = whole(trajectory.time(ofTick: event.tick) / trajectory.step)
      contacts.zigzag(place - last)
      contacts.zigzag(whole(event.point.x / quanta.position))
      contacts.zigzag(whole(event.point.y / quanta.position))
      contacts.append(UInt8((strength * 255).rounded()))
      last = place
      contactCount += 1
    }
  }
}

/// Up to six numbers of a frame, and their values in the two previous frames.
private struct Row {
  private let count: Int
  private var now = InlineArray<6, Int>(repeating: 0)
  private var before = InlineArray<6, Int>(repeating: 0)
  private var earlier = InlineArray<6, Int>(repeating: 0)

  init(_ count: Int) { self.count = count }

  mutating func set(_ place: Int, _ quanta: Double) { now[place] = whole(quanta) }

  mutating func write(to bytes: inout ByteWriter, flag: Bool = false) {
    let start = bytes.count
    var mask: UInt8 = flag ? 64 : 0
    bytes.append(mask)
    for place in 0..<count {
      let deviation = now[place] - (2 * before[place] - earlier[place])
      if deviation != 0 {
        mask |= 1 << UInt8(place)
        bytes.zigzag(deviation)
      }
    }
    bytes.put(mask, at: start)
    (earlier, before) = (before, now)
  }
}

/// Rounds to the nearest integer, clamped to the integers that a page represents exactly.
private func whole(_ number: Double) -> Int {
  Int(max(-0x10_0000_0000_0000, min(0x10_0000_0000_0000, number.rounded())))
}

extension ByteWriter {
  /// Appends a varint with the sign in its lowest bit.
  fileprivate mutating func zigzag(_ number: Int) {
    varint(UInt64(UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))))
  }
}

/// Encodes bytes as Base64.
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
