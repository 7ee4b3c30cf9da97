// Reads numbers and words from a line's raw bytes, independent of locale and without Foundation.

extension Span where Element == UInt8 {
  /// Whether the byte at `index` is a space or a tab.
  func isBlank(at index: Int) -> Bool {
    self[index] == UInt8(ascii: " ") || self[index] == UInt8(ascii: "\t")
  }

  /// Returns `range` without spaces and tabs at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, isBlank(at: low) { low += 1 }
    while high > low, isBlank(at: high - 1) { high -= 1 }
    return low..<high
  }

  /// Returns the bytes as text; invalid UTF-8 is replaced. O(n).
  func string(_ range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the decimal number in the bytes, rounded to the nearest double; `nil` if they are not one.
  ///
  /// Accepts `nan` and `inf`, so that a caller can name them in its error, but not hexadecimal. With
  /// `decimalComma`, reads `0,5` as `0.5`.
  func number(_ range: Range<Int>, decimalComma: Bool = false) -> Double? {
    guard !range.isEmpty else { return nil }
    var hasComma = false
    for index in range {
      switch self[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        continue
      case UInt8(ascii: ",") where decimalComma && !hasComma: hasComma = true
      default: return notFinite(range)
      }
    }
    guard hasComma else { return Double(string(range)) }
    return Double(String(string(range).map { $0 == "," ? "." : $0 }))
  }

  /// Whether the bytes begin like a number, or are `nan` or `inf`; column names do not.
  func beginsNumber(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    return switch self[first] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: notFinite(range) != nil
    }
  }

  /// Returns the value of `nan`, `inf` or `infinity`, with or without a sign, in upper or lower case.
  private func notFinite(_ range: Range<Int>) -> Double? {
    guard range.count <= 9 else { return nil }
    let isSigned =
      self[range.lowerBound] == UInt8(ascii: "+") || self[range.lowerBound] == UInt8(ascii: "-")
    let first = self[range.lowerBound + (isSigned && range.count > 1 ? 1 : 0)] | 0x20
    guard first == UInt8(ascii: "n") || first == UInt8(ascii: "i") else { return nil }
    return switch string(range.dropFirst(isSigned ? 1 : 0)).lowercased() {
    case "nan": .nan
    case "inf", "infinity": self[range.lowerBound] == UInt8(ascii: "-") ? -.infinity : .infinity
    default: nil
    }
  }

  /// Returns the column of the byte at `offset`, counted in Unicode scalars from 1.
  func column(of offset: Int) -> Int {
    var column = 1
    for index in 0..<Swift.min(offset, count) where self[index] & 0xC0 != 0x80 { column += 1 }
    return column
  }

  /// Returns the bytes in quotes for a message: at most 40 characters, control characters escaped.
  func quoted(_ range: Range<Int>) -> String {
    let isCut = range.count > 160
    return string(isCut ? range.prefix(160) : range).quotedForMessage(isCut: isCut)
  }
}

extension String {
  /// Returns the text in quotes for a message: at most 40 characters, control characters escaped.
  func quotedForMessage(isCut: Bool = false) -> String {
    var text = ""
    for scalar in unicodeScalars.prefix(40) {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      text += isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return "“\(text)\(isCut || unicodeScalars.count > 40 ? "…" : "")”"
  }
}
