import Testing

@testable import TiltboxServer

@Suite("QR codes")
struct QRCodeTests {
  @Test("error correction codewords are those of the standard's example")
  func correction() {
    // ISO/IEC 18004, version 1-M: "01234567".
    let data: [UInt8] = [
      0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC,
      0x11,
    ]
    #expect(
      ReedSolomon.remainder(of: data, count: 10)
        == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
    )
  }

  @Test(
    "a longer text takes a larger code, up to the largest",
    arguments: [1, 17, 18, 78, 106, 154, 271]
  )
  func sizes(count: Int) throws {
    let code = try #require(QRCode(String(repeating: "x", count: count)))
    let versions = [17: 1, 1: 1, 18: 2, 78: 4, 106: 5, 154: 7, 271: 10]
    #expect(code.size == 17 + 4 * (versions[count] ?? 0))
    #expect(QRCode(String(repeating: "x", count: 272)) == nil)
  }

  @Test(
    "a reader gets the text back",
    arguments: [
      "http://192.168.1.7:8099/?token=7tqz3bisktdx5j9j", "a",
      String(repeating: "Ünïcode ", count: 8),
    ]
  )
  func read(text: String) throws {
    let code = try #require(QRCode(text))
    #expect(code.readBytes.starts(with: Array(text.utf8)))
  }

  @Test("the terminal shows it with its margin, dark on light")
  func terminal() throws {
    let code = try #require(QRCode("a"))
    let lines = code.text(isColored: true).split(separator: "\n")
    #expect(lines.count == 14)
    #expect(lines[2].contains("▄▄▄▄▄▄▄ ") || lines[1].contains("▄▄▄▄▄▄▄ "))
  }
}

extension QRCode {
  /// Decodes a code of one block, as the standard describes a reader: the format's bits, the mask, the columns, the
  /// length.
  fileprivate var readBytes: [UInt8] {
    let mask = mask
    var bits: [Bool] = []
    var (x, isUpward) = (size - 1, true)
    while x > 0 {
      if x == 6 { x -= 1 }
      for row in 0..<size {
        let y = isUpward ? size - 1 - row : row
        for column in [x, x - 1] where isData(column, y) {
          bits.append(isDark(column, y) != inverts(mask, column, y))
        }
      }
      (x, isUpward) = (x - 2, !isUpward)
    }
    func number(_ start: Int, _ count: Int) -> Int {
      bits[start..<start + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
    guard number(0, 4) == 4 else { return [] }
    return (0..<number(4, 8)).map { UInt8(number(12 + 8 * $0, 8)) }
  }

  /// Three of the format's fifteen bits; the upper seven are in one row.
  private var mask: Int {
    let bits = (10..<13).reduce(0) { $0 | (isDark(14 - $1, 8) ? 1 : 0) << $1 }
    return (bits ^ 0x5412) >> 10 & 7
  }

  private func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    [
      (x + y) % 2, y % 2, x % 3, (x + y) % 3, (y / 2 + x / 3) % 2, x * y % 2 + x * y % 3,
      (x * y % 2 + x * y % 3) % 2, ((x + y) % 2 + x * y % 3) % 2,
    ][mask] == 0
  }

  /// Whether a module holds data, in versions 1 to 6.
  private func isData(_ x: Int, _ y: Int) -> Bool {
    if x == 6 || y == 6 { return false }
    if x < 9, y < 9 || y >= size - 8 { return false }
    if y < 9, x >= size - 8 { return false }
    let middle = size - 7
    return size == 21 || abs(x - middle) > 2 || abs(y - middle) > 2
  }
}
