extension JSON {
  /// The text on one line. Numbers are the shortest decimals that read back to the same bits. O(n).
  package var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text on one line. O(n).
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, (key, value)) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(json: key)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .text(let text): bytes.append(json: text)
    case .number(let number):
      bytes.append(decimal: number)
      // Some readers take a zero without a point as an integer, and integers have no negative zero.
      if number == 0, number.sign == .minus { bytes += ".0".utf8 }
    case .whole(let number): bytes += number.description.utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    }
  }

  /// The text with one member a line; arrays of plain values stay on one line.
  package func indented(by indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members):
      let lines = members.map { "\(inner)\(JSON.text($0).line): \($1.indented(by: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let elements) where elements.allSatisfy(\.isPlain):
      return "[" + elements.map { $0.indented() }.joined(separator: ", ") + "]"
    case .array(let elements):
      let lines = elements.map { inner + $0.indented(by: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .text, .number, .whole, .flag, .null: return line
    }
  }

  private var isPlain: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }
}

extension [UInt8] {
  /// Appends the shortest decimal that reads back to the same double, without the `.0` of a whole number; `null` for a
  /// number that is not finite.
  package mutating func append(decimal number: Double) {
    unsafe append(decimals: 1) { unsafe $0.append(number) }
  }

  /// Appends up to `count` numbers, directly into the array's memory.
  package mutating func append(decimals count: Int, _ body: (inout NumberWriter) -> Void) {
    unsafe append(addingCapacity: count * (NumberWriter.longest + 1)) { span in
      unsafe span.withUnsafeMutableBufferPointer { memory, count in
        guard let start = unsafe memory.baseAddress.map({ unsafe $0 + count }) else { return }
        var writer = unsafe NumberWriter(at: start)
        unsafe body(&writer)
        unsafe count += writer.next - start
      }
    }
  }

  /// Appends a JSON string with its quotes. Escapes control characters, and those that end a line in YAML or are not
  /// allowed there, since scenarios are read as YAML.
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    defer { append(UInt8(ascii: "\"")) }
    let isSimple = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard !isSimple else { return append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": self += "\\\(scalar)".utf8
      case "\n": self += "\\n".utf8
      case _ where Self.mustBeEscaped(scalar):
        let code = String(scalar.value, radix: 16)
        self += ("\\u" + String(repeating: "0", count: 4 - code.count) + code).utf8
      default: self += UTF8.encode(scalar).map { Array($0) } ?? []
      }
    }
  }

  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029, 0xFDD0...0xFDEF, 0xFEFF, 0xFFFE...0xFFFF: true
    default: false
    }
  }
}
