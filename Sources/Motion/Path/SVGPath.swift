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
