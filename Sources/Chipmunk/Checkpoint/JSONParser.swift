/// Reads JSON without null, and says where it is none.
struct JSONParser {
  /// No checkpoint is deeper; a deeper text would use up the stack.
  private static let greatestDepth = 16

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  /// The value that a text is. Throws ``PhysicsError/Code/damaged`` with the byte's number.
  static func parse(_ text: String) throws(PhysicsError) -> JSON {
    var parser = JSONParser(bytes: Array(text.utf8))
    let value = try parser.value()
    parser.skipSpace()
    guard parser.place == parser.bytes.count else { throw parser.error("more than one value") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func error(_ what: String) -> PhysicsError {
    PhysicsError(
      .damaged,
      "the checkpoint's text has \(what) at byte \(place)",
      "take the text as it was made, or another checkpoint"
    )
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func value() throws(PhysicsError) -> JSON {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"):
      return .object(try nested { (p) throws(PhysicsError) in try p.object() })
    case UInt8(ascii: "["): return .array(try nested { (p) throws(PhysicsError) in try p.array() })
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .flag(true))
    case UInt8(ascii: "f"): return try word("false", .flag(false))
    default: return .number(try number())
    }
  }

  private mutating func nested<T>(
    _ read: (inout JSONParser) throws(PhysicsError) -> T
  ) throws(PhysicsError) -> T {
    guard depth < Self.greatestDepth else { throw error("too many brackets") }
    depth += 1
    place += 1
    let result = try read(&self)
    depth -= 1
    return result
  }

  private mutating func array() throws(PhysicsError) -> [JSON] {
    if take("]") { return [] }
    var elements: [JSON] = []
    repeat { elements.append(try value()) } while take(",")
    guard take("]") else { throw error("no end of a list") }
    return elements
  }

  private mutating func object() throws(PhysicsError) -> [JSON.Member] {
    if take("}") { return [] }
    var members: [JSON.Member] = []
    repeat {
      skipSpace()
      let name = try string()
      guard take(":") else { throw error("no colon") }
      members.append(JSON.Member(name: name, value: try value()))
    } while take(",")
    guard take("}") else { throw error("no end of an object") }
    return members
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(PhysicsError) -> JSON {
    let end = place + word.utf8CodeUnitCount
    guard end <= bytes.count,
      String(decoding: bytes[place..<end], as: UTF8.self) == word.description
    else { throw error("an unknown word") }
    place = end
    return value
  }

  private mutating func number() throws(PhysicsError) -> Double {
    let start = place
    while let byte = next, Self.isOfNumber(byte) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      place = start
      throw error("no finite number")
    }
    return number
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func string() throws(PhysicsError) -> String {
    guard take("\"") else { throw error("no string") }
    var content: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      place += 1
      if byte == UInt8(ascii: "\\") { content += try escape() } else { content.append(byte) }
    }
    guard take("\"") else { throw error("no end of a string") }
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func escape() throws(PhysicsError) -> [UInt8] {
    guard let byte = next else { throw error("no end of a string") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      let digits = String(decoding: bytes[place..<min(place + 4, bytes.count)], as: UTF8.self)
      guard digits.count == 4, let code = UInt16(digits, radix: 16),
        let scalar = Unicode.Scalar(code)
      else { throw error("an unknown character") }
      place += 4
      return Array(String(Character(scalar)).utf8)
    default: throw error("an unknown escape")
    }
  }
}
