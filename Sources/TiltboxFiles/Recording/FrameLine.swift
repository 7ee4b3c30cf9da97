internal import Chipmunk
internal import Tiltbox
internal import TiltboxJSON

/// Parses the numbers of a frame's line without building a tree, since recordings have millions of them.
///
/// Accepts the lines that `tiltbox run` writes for bodies alone. Other lines, and invalid ones, fall back to the tree
/// parser, which can report errors.
struct FrameLine {
  private(set) var frame = Frame()

  private let bytes: [UInt8]
  private var index = 0
  private static let start = Array(#"{"kind":"frame","tick":"#.utf8)

  /// Parses a frame with the given number of bodies; nil for any other line.
  init?(_ line: [UInt8], bodies: Int) {
    guard line.starts(with: Self.start) else { return nil }
    (bytes, index) = (line, Self.start.count)
    frame.states.reserveCapacity(bodies)
    guard let tick = number().flatMap({ Int(exactly: $0) }), skip(",\"t\":"), let time = number(),
      skip(",\"gravity\":"), let gravity = row(of: 2), skip(",\"bodies\":[")
    else { return nil }
    (frame.tick, frame.time, frame.gravity) = (tick, time, Vector(gravity[0], gravity[1]))
    while !skip("]") {
      guard frame.states.isEmpty || skip(","), let row = row(of: 6) else { return nil }
      let (at, velocity) = (Vector(row[0], row[1]), Vector(row[3], row[4]))
      let body = BodyState(position: at, angle: row[2], velocity: velocity, angularVelocity: row[5])
      frame.states.append(body)
    }
    guard frame.states.count == bodies else { return nil }
    if skip(",\"asleep\":[") {
      repeat {
        guard let place = number().flatMap({ Int(exactly: $0) }), 0..<bodies ~= place else {
          return nil
        }
        frame.asleep.append(place)
      } while skip(",")
      guard skip("]") else { return nil }
    }
    guard skip("}"), index == bytes.count else { return nil }
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where unsafe bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    index += count
    return true
  }

  private mutating func row(of count: Int) -> InlineArray<6, Double>? {
    guard skip("[") else { return nil }
    var row = InlineArray<6, Double>(repeating: 0)
    for place in 0..<count {
      guard place == 0 || skip(","), let number = number() else { return nil }
      row[place] = number
    }
    return skip("]") ? row : nil
  }

  /// Parses the number at the current index: with integer arithmetic if that is exact, otherwise with the standard
  /// library.
  private mutating func number() -> Double? {
    let start = index
    let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var (digits, count, decimals, isPlain, hasPoint) = (0 as UInt64, 0, 0, true, false)
    scan: while index < bytes.count {
      switch bytes[index] {
      case let byte where 0x30...0x39 ~= byte:
        digits = digits &* 10 &+ UInt64(byte - 0x30)
        count += 1
        if hasPoint { decimals += 1 }
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
        isPlain = false
      default: break scan
      }
      index += 1
    }
    if isPlain, count <= 15, decimals <= 22 {
      // JSON has neither 010 nor .5 nor 5.
      let (whole, first) = (count - decimals, isNegative ? start + 1 : start)
      guard whole > 0, hasPoint == (decimals > 0), whole == 1 || bytes[first] != UInt8(ascii: "0")
      else { return nil }
      // Both operands are exact doubles, so their quotient is the nearest double.
      let value = Double(digits) / Self.powers[decimals]
      return isNegative ? -value : value
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard JSON.isNumber(text), let value = Double(text), value.isFinite else { return nil }
    return value
  }

  private static let powers: [Double] = (0...22).reduce(into: []) { powers, _ in
    powers.append((powers.last ?? 0.1) * 10)
  }
}
