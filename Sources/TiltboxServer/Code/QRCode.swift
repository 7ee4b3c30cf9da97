/// A QR code of a short text (ISO/IEC 18004, byte mode, error correction level L, versions 1 to 10).
package struct QRCode: Sendable {
  /// The number of modules per side.
  package let size: Int
  /// The dark modules, row by row from the top left.
  private var dark: [Bool]
  /// The modules that the format fixes; they hold no data.
  private var isFixed: [Bool]

  private let version: Int

  /// Encodes a text; nil if it has more than 271 bytes.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = QRVersion.smallest(for: bytes.count) else { return nil }
    self.version = version.number
    size = 17 + 4 * version.number
    dark = [Bool](repeating: false, count: size * size)
    isFixed = dark
    drawFixedPatterns(version)
    draw(version.codewords(of: bytes))
    chooseMask()
  }

  /// Returns whether a module is dark; modules beyond the edge are light.
  package func isDark(_ x: Int, _ y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && dark[y * size + x]
  }

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    dark[y * size + x] = isDark
    isFixed[y * size + x] = true
  }

  // ---- function patterns

  private mutating func drawFixedPatterns(_ version: QRVersion) {
    for i in 0..<size {
      fix(6, i, i % 2 == 0)
      fix(i, 6, i % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for dy in -4...4 {
        for dx in -4...4 {
          let ring = max(abs(dx), abs(dy))
          fix(x + dx, y + dy, ring != 2 && ring != 4)
        }
      }
    }
    let places = version.alignment
    for x in places {
      for y in places where !isCorner(x, y) {
        for dy in -2...2 {
          for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
      }
    }
    drawFormat(mask: 0)
    drawVersion()
  }

  private func isCorner(_ x: Int, _ y: Int) -> Bool {
    (x == 6 && y == 6) || (x == 6 && y == size - 7) || (x == size - 7 && y == 6)
  }

  /// Draws both copies of the format information: level and mask, with a BCH code.
  private mutating func drawFormat(mask: Int) {
    // Level L is 1.
    let bits = Self.bch(1 << 3 | mask, count: 10, 0x537) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for i in 0...5 { fix(8, i, bit(i)) }
    fix(8, 7, bit(6))
    fix(8, 8, bit(7))
    fix(7, 8, bit(8))
    for i in 9..<15 { fix(14 - i, 8, bit(i)) }
    for i in 0..<8 { fix(size - 1 - i, 8, bit(i)) }
    for i in 8..<15 { fix(8, size - 15 + i, bit(i)) }
    fix(8, size - 8, true)
  }

  /// Draws both copies of the version information, from version 7 on.
  private mutating func drawVersion() {
    guard version >= 7 else { return }
    let bits = Self.bch(version, count: 12, 0x1F25)
    for i in 0..<18 {
      let (a, b) = (size - 11 + i % 3, i / 3)
      fix(a, b, bits >> i & 1 == 1)
      fix(b, a, bits >> i & 1 == 1)
    }
  }

  /// Returns data followed by the check bits of a BCH code.
  private static func bch(_ data: Int, count: Int, _ divisor: Int) -> Int {
    var rest = data
    for _ in 0..<count { rest = rest << 1 ^ (rest >> (count - 1)) * divisor }
    return data << count | rest
  }

  // ---- data

  /// Places codewords in columns of two modules from the right, alternately upward and downward.
  private mutating func draw(_ codewords: [UInt8]) {
    var index = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      for step in 0..<size {
        let isUpward = (right + 1) & 2 == 0
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * size + x] && index < codewords.count * 8 {
          dark[y * size + x] = codewords[index >> 3] >> UInt8(7 - index & 7) & 1 == 1
          index += 1
        }
      }
      right -= 2
    }
  }

  private mutating func chooseMask() {
    let penalties = (0..<8).map { mask in
      var code = self
      code.apply(mask)
      return code.penalty
    }
    apply(penalties.indices.min { penalties[$0] < penalties[$1] } ?? 0)
  }

  private mutating func apply(_ mask: Int) {
    drawFormat(mask: mask)
    for y in 0..<size {
      for x in 0..<size where !isFixed[y * size + x] && Self.inverts(mask, x, y) {
        dark[y * size + x].toggle()
      }
    }
  }

  private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }
}

// The penalty score: the higher it is, the harder a code is to read.
extension QRCode {
  fileprivate var penalty: Int {
    var sum = 0
    for line in 0..<size {
      sum += Self.penalty(of: (0..<size).map { isDark($0, line) })
      sum += Self.penalty(of: (0..<size).map { isDark(line, $0) })
    }
    for y in 0..<size - 1 {
      for x in 0..<size - 1 {
        let color = isDark(x, y)
        if color == isDark(x + 1, y), color == isDark(x, y + 1), color == isDark(x + 1, y + 1) {
          sum += 3
        }
      }
    }
    let share = dark.count { $0 } * 20 - size * size * 10
    return sum + 10 * (abs(share) / (size * size))
  }

  /// The penalty for runs of one colour and for patterns that look like a finder pattern.
  private static func penalty(of line: [Bool]) -> Int {
    var sum = 0
    var start = 0
    for index in 1...line.count where index == line.count || line[index] != line[start] {
      if index - start >= 5 { sum += index - start - 2 }
      start = index
    }
    let finder = [true, false, true, true, true, false, true, false, false, false, false]
    let padded = [Bool](repeating: false, count: 4) + line + [Bool](repeating: false, count: 4)
    for index in 0...padded.count - finder.count {
      let part = padded[index..<index + finder.count]
      if part.elementsEqual(finder) { sum += 40 }
      if part.elementsEqual(finder.reversed()) { sum += 40 }
    }
    return sum
  }

  /// The light modules on each side of the text.
  private static let margin = 3

  /// The number of characters in each line of the text.
  package var columns: Int { size + 2 * Self.margin }

  /// Returns the code as text, two modules per character; if coloured, dark on light whatever the terminal's own
  /// colours are.
  package func text(isColored: Bool) -> String {
    let margin = Self.margin
    var text = ""
    for y in stride(from: -margin, to: size + margin, by: 2) {
      if isColored { text += "\u{1B}[38;5;16;48;5;231m" }
      for x in -margin..<size + margin {
        switch (isDark(x, y), isDark(x, y + 1)) {
        case (true, true): text += "█"
        case (true, false): text += "▀"
        case (false, true): text += "▄"
        case (false, false): text += " "
        }
      }
      text += isColored ? "\u{1B}[0m\n" : "\n"
    }
    return text
  }
}
