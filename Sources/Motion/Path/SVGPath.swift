extension Path {
  /// Reads a path from SVG path data: `M 0 0 L 10 0 A 5 5 0 0 1 10 10 Z`.
  ///
  /// All commands of SVG 1.1, absolute and relative, with its numbers, separators and repetitions.
  /// Note that y points down in most SVG files and up in a scenario.
  ///
  /// - Throws: `MotionError` with the offset of the first byte that is wrong.
  public init(svg data: String) throws(MotionError) {
    var reader = SVGPathReader(data)
    self = try reader.read()
  }
}

/// Turns SVG path data into a path, command by command.
private struct SVGPathReader {
  private var scanner: SVGScanner
  private var path = Path()
  /// The second control point of the last cubic curve, and the control point of the last quadratic.
  private var lastCubic: SIMD2<Double>?
  private var lastQuad: SIMD2<Double>?

  init(_ data: String) { scanner = SVGScanner(data) }

  mutating func read() throws(MotionError) -> Path {
    var isFirst = true
    while let command = try scanner.command() {
      try scanner.require(
        !isFirst || command.letter == UInt8(ascii: "M"),
        "command",
        "start the path with M or m",
        at: command.offset
      )
      isFirst = false
      try run(command)
    }
    return path
  }

  private mutating func run(_ command: SVGScanner.Command) throws(MotionError) {
    if command.letter == UInt8(ascii: "Z") {
      path.close()
      (lastCubic, lastQuad) = (nil, nil)
      return
    }
    var isFirst = true
    repeat {
      let offset = scanner.numberOffset
      do throws(MotionError) {
        try draw(command.letter, command.isRelative, isFirst: isFirst)
      } catch {
        guard error.offset == nil else { throw error }
        throw MotionError(error.parameter, is: error.value, remedy: error.remedy, offset: offset)
      }
      isFirst = false
    } while scanner.isAtNumber
  }

  private mutating func draw(
    _ letter: UInt8,
    _ isRelative: Bool,
    isFirst: Bool
  ) throws(MotionError) {
    let here = path.currentPoint ?? .zero
    let base = isRelative ? here : .zero
    var (cubic, quad): (SIMD2<Double>?, SIMD2<Double>?) = (nil, nil)
    switch Unicode.Scalar(letter) {
    case "M" where isFirst: try path.move(to: base + scanner.point())
    case "M", "L": try path.line(to: base + scanner.point())
    case "H": try path.line(to: SIMD2(base.x + scanner.number(), here.y))
    case "V": try path.line(to: SIMD2(here.x, base.y + scanner.number()))
    case "C":
      let (a, b, end) = (
        try base + scanner.point(), try base + scanner.point(), try base + scanner.point()
      )
      try path.cubic(to: end, control1: a, control2: b)
      cubic = b
    case "S":
      let (b, end) = (try base + scanner.point(), try base + scanner.point())
      try path.cubic(to: end, control1: here + (here - (lastCubic ?? here)), control2: b)
      cubic = b
    case "Q":
      let (a, end) = (try base + scanner.point(), try base + scanner.point())
      try path.quad(to: end, control: a)
      quad = a
    case "T":
      let a = here + (here - (lastQuad ?? here))
      try path.quad(to: try base + scanner.point(), control: a)
      quad = a
    default:
      let (radii, rotation) = (try scanner.point(), try scanner.number())
      let (isLarge, isPositive) = (try scanner.flag(), try scanner.flag())
      try path.arc(
        to: try base + scanner.point(),
        radii: radii,
        rotation: rotation,
        isLarge: isLarge,
        isPositive: isPositive
      )
    }
    (lastCubic, lastQuad) = (cubic, quad)
  }
}

/// Reads commands, numbers and flags of SVG path data, and tracks their position.
struct SVGScanner {
  struct Command {
    /// The letter in upper case.
    var letter: UInt8
    var isRelative: Bool
    var offset: Int
  }

  private let bytes: [UInt8]
  private var offset = 0
  /// The last command, whose numbers are being read.
  private var last: Command?

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next command's letter; `nil` at the end of the data.
  mutating func command() throws(MotionError) -> Command? {
    skipBlanks()
    guard let letter = peek else { return nil }
    let upper = letter & ~0x20
    try require(
      "MLHVCSQTAZ".utf8.contains(upper),
      "command",
      "give one of the commands M, L, H, V, C, S, Q, T, A, Z",
      at: offset
    )
    last = Command(letter: upper, isRelative: letter != upper, offset: offset)
    offset += 1
    return last
  }

  /// Whether a number follows, which repeats the last command.
  var isAtNumber: Bool {
    bytes.dropFirst(numberOffset).first.map("+-.0123456789".utf8.contains) ?? false
  }

  /// The position of the next number.
  var numberOffset: Int {
    var copy = self
    copy.skipSeparator()
    return copy.offset
  }

  /// Two numbers.
  mutating func point() throws(MotionError) -> SIMD2<Double> { SIMD2(try number(), try number()) }

  /// A 0 or a 1, which needs no separator after it.
  mutating func flag() throws(MotionError) -> Bool {
    skipSeparator()
    let byte = peek
    try require(byte == 0x30 || byte == 0x31, "flag", "give 0 or 1", at: offset)
    offset += 1
    return byte == 0x31
  }

  /// A number: sign, digits with a point, exponent.
  mutating func number() throws(MotionError) -> Double {
    skipSeparator()
    let start = offset
    if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
    let whole = skipDigits()
    var fraction = 0
    if peek == UInt8(ascii: ".") {
      offset += 1
      fraction = skipDigits()
    }
    if whole + fraction > 0 { skipExponent() }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard whole + fraction > 0, let number = Double(text) else {
      throw wrong("number", "give a number", at: start)
    }
    try require(number.isFinite, "number", "give a number in the range of a Double", at: start)
    return number
  }

  /// Throws with the text at an offset unless a condition is met.
  func require(
    _ condition: Bool,
    _ parameter: String,
    _ remedy: String,
    at offset: Int
  ) throws(MotionError) {
    guard condition else { throw wrong(parameter, remedy, at: offset) }
  }

  private func wrong(_ parameter: String, _ remedy: String, at offset: Int) -> MotionError {
    let rest = bytes[min(offset, bytes.count)...]
    if rest.isEmpty, let last, let count = Self.counts[Unicode.Scalar(last.letter)] {
      return MotionError(
        "path data",
        is: "at its end",
        remedy: "give \(Unicode.Scalar(bytes[last.offset])) its \(count)",
        offset: offset
      )
    }
    let word = rest.prefix(12).prefix { $0 != 0x20 && $0 != 0x0A && $0 != 0x2C }
    let found = rest.isEmpty ? "the end" : "\"\(String(decoding: word, as: UTF8.self))\""
    return MotionError("path data, \(parameter)", is: found, remedy: remedy, offset: offset)
  }

  /// The numbers of each command.
  private static let counts: [Unicode.Scalar: String] = [
    "M": "two numbers", "L": "two numbers", "T": "two numbers", "H": "number", "V": "number",
    "C": "six numbers", "S": "four numbers", "Q": "four numbers", "A": "seven numbers",
  ]

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { offset += 1 }
  }

  private mutating func skipSeparator() {
    skipBlanks()
    guard peek == UInt8(ascii: ",") else { return }
    offset += 1
    skipBlanks()
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = peek, (0x30...0x39).contains(byte) { offset += 1 }
    return offset - start
  }

  private mutating func skipExponent() {
    guard let byte = peek, byte | 0x20 == UInt8(ascii: "e") else { return }
    let start = offset
    offset += 1
    if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
    if skipDigits() == 0 { offset = start }
  }
}

extension Path {
  /// Adds an arc as SVG's `A` describes it: by its end instead of its middle.
  ///
  /// By the SVG specification's notes on elliptical arcs (F.6): radii that are too small grow, and
  /// with a radius of 0 the arc is a straight piece.
  ///
  /// - Parameters:
  ///   - end: Where the arc ends.
  ///   - radii: The half axes; their sign does not matter.
  ///   - rotation: The direction of the first half axis, in degrees, as in SVG.
  ///   - isLarge: Whether it is the arc of more than half the ellipse.
  ///   - isPositive: Whether its angle grows.
  /// - Throws: `MotionError` if a number is not within ±`limit`, or the path was not started.
  public mutating func arc(
    to end: SIMD2<Double>,
    radii: SIMD2<Double>,
    rotation: Double,
    isLarge: Bool,
    isPositive: Bool
  ) throws(MotionError) {
    try Self.check(end, "point")
    try Self.check(radii, "radii")
    try require(abs(rotation) <= 1e6, "rotation", is: rotation, "give an angle in degrees")
    let start = try from()
    guard start != end else { return }
    var r = SIMD2(abs(radii.x), abs(radii.y))
    guard r.min() > 0 else { return try line(to: end) }

    let phi = rotation.remainder(dividingBy: 360) * .pi / 180
    let axis = SIMD2(cosine(phi), sine(phi))
    // Half the chord, in the ellipse's axes and then in units of its radii.
    let half = (start - end) / 2
    let chord = SIMD2(axis.x * half.x + axis.y * half.y, axis.x * half.y - axis.y * half.x)
    let size = hypotenuse(chord.x / r.x, chord.y / r.y)
    if size > 1 { r *= size }
    // Reject an ellipse too flat to grow to its end point.
    try Self.check(r, "radii")
    let unit = chord / r
    let square = min(1, (unit * unit).sum())
    guard square > 1e-30 else { return try line(to: end) }
    let side = (max(0, 1 - square) / square).squareRoot() * (isLarge == isPositive ? -1 : 1)
    let middle = SIMD2(unit.y, -unit.x) * side
    let shift = middle * r
    let center =
      (start + end) / 2
      + SIMD2(axis.x * shift.x - axis.y * shift.y, axis.y * shift.x + axis.x * shift.y)

    let (a, b) = (unit - middle, -unit - middle)
    let startAngle = arcTangent(a.y, over: a.x)
    var sweep = arcTangent(b.y, over: b.x) - startAngle
    if isPositive, sweep < 0 { sweep += 2 * .pi }
    if !isPositive, sweep > 0 { sweep -= 2 * .pi }
    try Self.check(center, "center")
    let arc = EllipticalArc(
      center: center,
      radii: r,
      axis: axis,
      startAngle: startAngle,
      sweep: sweep
    )
    add(.arc(arc), to: end)
  }
}
