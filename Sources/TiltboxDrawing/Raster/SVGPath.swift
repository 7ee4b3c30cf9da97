internal import Chipmunk

/// The lines of a form: curves are lines already, short enough for pixels.
struct SVGPath {
  /// A row of lines; a closed one ends where it begins.
  struct Line {
    var points: [Vector]
    var isClosed = false
  }

  private(set) var lines: [Line] = []

  init(_ points: [Vector], isClosed: Bool) { lines = [Line(points: points, isClosed: isClosed)] }

  /// Makes a circle, of lines that are at most a hundredth of its radius inside it.
  init(circle center: Vector, radius: Double) {
    self.init(
      (0..<64).map { center + Vector.unit(angle: Double($0) * .pi / 32) * radius },
      isClosed: true
    )
  }

  /// Reads path data with the commands M, L, H, V, Q, C and Z.
  init(_ data: some StringProtocol) {
    var (command, numbers, digits) = (UInt8(ascii: "M"), [Double](), "")
    func endNumber() {
      if let number = Double(digits) { numbers.append(number) }
      digits = ""
    }
    for byte in data.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        endNumber()
        add(command, &numbers)
        command = byte
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "e"):
        digits.unicodeScalars.append(Unicode.Scalar(byte))
      default: endNumber()
      }
    }
    endNumber()
    add(command, &numbers)
  }

  private mutating func add(_ command: UInt8, _ numbers: inout [Double]) {
    defer { numbers.removeAll(keepingCapacity: true) }
    let last = lines.last?.points.last ?? .zero
    let pairs = stride(from: 0, to: numbers.count - 1, by: 2).map {
      Vector(numbers[$0], numbers[$0 + 1])
    }
    switch command {
    case UInt8(ascii: "M"):
      if !pairs.isEmpty { lines.append(Line(points: pairs)) }
    case UInt8(ascii: "L"): append(pairs)
    case UInt8(ascii: "H"): append(numbers.map { Vector($0, last.y) })
    case UInt8(ascii: "V"): append(numbers.map { Vector(last.x, $0) })
    case UInt8(ascii: "Q"): curve([last] + pairs, steps: 8)
    case UInt8(ascii: "C"): curve([last] + pairs, steps: 24)
    case UInt8(ascii: "Z"):
      if !lines.isEmpty { lines[lines.count - 1].isClosed = true }
    default: assertionFailure("unknown path command \(Unicode.Scalar(command))")
    }
  }

  /// Adds a Bézier curve (de Casteljau's algorithm).
  private mutating func curve(_ controls: [Vector], steps: Int) {
    append(
      (1...steps).map { step in
        var points = controls
        while points.count > 1 {
          points = zip(points, points.dropFirst()).map {
            $0 + ($1 - $0) * (Double(step) / Double(steps))
          }
        }
        return points[0]
      }
    )
  }

  private mutating func append(_ points: [Vector]) {
    if !lines.isEmpty { lines[lines.count - 1].points += points }
  }

  /// Returns the path with each point mapped.
  func mapped(_ transform: (Vector) -> Vector) -> SVGPath {
    var path = self
    for index in lines.indices { path.lines[index].points = lines[index].points.map(transform) }
    return path
  }

  /// Returns the parts of the lines that are drawn with alternating dashes and gaps.
  func dashed(_ lengths: [Double]) -> SVGPath {
    guard lengths.reduce(0, +) > 0.01 else { return self }
    var path = self
    path.lines = []
    for line in lines {
      var (place, left, part) = (0, lengths[0], line.points.prefix(1).map(\.self))
      for (a, b) in zip(
        line.points,
        line.points.dropFirst() + (line.isClosed ? line.points.prefix(1) : [])
      ) {
        var (start, length) = (a, (b - a).length)
        while length > left {
          start = start + (b - start) * (left / length)
          length -= left
          if place % 2 == 0 { path.lines.append(Line(points: part + [start])) }
          (place, part) = (place + 1, [start])
          left = lengths[place % lengths.count]
        }
        left -= length
        part.append(b)
      }
      if place % 2 == 0 { path.lines.append(Line(points: part)) }
    }
    return path
  }
}
