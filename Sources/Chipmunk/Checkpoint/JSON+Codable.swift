package import TiltboxJSON

// Codable, so that a checkpoint can be part of any encoded value, in any format.
extension JSON: Codable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .number(let number):
      var container = encoder.singleValueContainer()
      try container.encode(number)
    case .flag(let flag):
      var container = encoder.singleValueContainer()
      try container.encode(flag)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .whole(let number):
      var container = encoder.singleValueContainer()
      try container.encode(number)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in members { try container.encode(value, forKey: Key(key)) }
    }
  }

  /// Deeper than any checkpoint and what contains it; more depth would exhaust the stack.
  private static let greatestDepth = 64

  package init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count < Self.greatestDepth else {
      throw PhysicsError.damaged("", "its lists and objects are not so deep")
    }
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try container.allKeys.map {
          ($0.stringValue, try container.decode(JSON.self, forKey: $0))
        }
      )
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .flag(try container.decode(Bool.self))
      }
    }
  }
}
