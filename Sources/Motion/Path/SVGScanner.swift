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
    var copy = self
    copy.skipSeparator()
    guard let byte = copy.peek else { return false }
    return "+-.0123456789".utf8.contains(byte)
  }

  /// The position of the next number.
  var numberOffset: Int {
    var copy = self
    copy.skipSeparator()
    return copy.offset
  }

  /// Two numbers.
  mutating func point() throws(MotionError) -> SIMD2<Double> {
    SIMD2(try number(), try number())
  }

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
