internal import CPlatform
internal import Chipmunk
internal import Tiltbox

/// A `foxglove.FrameTransforms` of all bodies, built once for each list of bodies: each frame overwrites only times,
/// positions and rotations. Each body has a frame with its name, whose parent is the world.
struct BodyTransforms {
  /// The name of the world's frame, which no body has.
  let world: String

  private var message = ByteWriter()
  /// The offset of each body's numbers.
  private var places: [Int] = []

  init(_ bodies: [String]) {
    var world = "world"
    while bodies.contains(world) { world += "_" }
    self.world = world
    for body in bodies {
      var transform = ByteWriter()
      transform.append(Self.numbers)
      transform.field(2, world)
      transform.field(3, body)
      message.field(1, transform.bytes)
      places.append(message.count - transform.count)
    }
  }

  /// Timestamp, translation and rotation with zero bytes for their numbers. The varints of the time have their maximum
  /// length; the components that are zero in the plane (z, and x and y of the rotation) are omitted.
  private static let numbers: [UInt8] =
    [0x0A, 12, 0x08] + varint + [0x10] + varint
    + [0x22, 18, 0x09] + eight + [0x11] + eight + [0x2A, 18, 0x19] + eight + [0x21] + eight
  private static let varint: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0]
  private static let eight = [UInt8](repeating: 0, count: 8)

  /// Appends the message with the bodies' current transforms; requires one state per body. Complexity: O(*bodies*).
  mutating func append(_ states: [BodyState], at nanoseconds: UInt64, to out: inout ByteWriter) {
    precondition(states.count == places.count, "a recording begins with its bodies")
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (s, n) = (Self.fiveBytes(seconds), Self.fiveBytes(rest))
    unsafe message.withBytes { memory in
      for (place, state) in zip(places, states) {
        var (z, w) = (0.0, 0.0)
        unsafe CPlatformSineAndCosine(state.angle / 2, &z, &w)
        unsafe memory.storeBytes(of: s.0, toByteOffset: place + 3, as: UInt32.self)
        unsafe memory.storeBytes(of: s.1, toByteOffset: place + 7, as: UInt8.self)
        unsafe memory.storeBytes(of: n.0, toByteOffset: place + 9, as: UInt32.self)
        unsafe memory.storeBytes(of: n.1, toByteOffset: place + 13, as: UInt8.self)
        unsafe memory.storeBytes(
          of: state.position.x.bits,
          toByteOffset: place + 17,
          as: UInt64.self
        )
        unsafe memory.storeBytes(
          of: state.position.y.bits,
          toByteOffset: place + 26,
          as: UInt64.self
        )
        unsafe memory.storeBytes(of: z.bits, toByteOffset: place + 37, as: UInt64.self)
        unsafe memory.storeBytes(of: w.bits, toByteOffset: place + 46, as: UInt64.self)
      }
    }
    out.append(message.bytes)
  }

  /// Returns a varint of five bytes; all but the last have the continuation bit.
  private static func fiveBytes(_ number: UInt64) -> (UInt32, UInt8) {
    var word: UInt32 = 0x8080_8080
    for index in 0..<4 {
      word |= UInt32(truncatingIfNeeded: number >> UInt64(7 * index) & 0x7F) << UInt32(8 * index)
    }
    return (word.littleEndian, UInt8(truncatingIfNeeded: number >> 28 & 0x7F))
  }
}

extension Double {
  fileprivate var bits: UInt64 { bitPattern.littleEndian }
}
