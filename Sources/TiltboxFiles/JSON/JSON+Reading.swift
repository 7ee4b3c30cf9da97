// Reading lines that this package wrote.
extension JSON {
  /// Reads a line that holds one value.
  ///
  /// - Throws: what is no JSON in it.
  package init(line: ArraySlice<UInt8>) throws(JSONLineError) {
    let node: Node
    do { node = try JSONReader.read(line) } catch { throw JSONLineError(error.message) }
    guard let value = JSON(node) else { throw JSONLineError("a bare word is no value of JSON") }
    self = value
  }

  /// The value of a member of an object.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == key }?.1
  }

  /// The members of an object, in their order.
  package var members: [(String, JSON)]? {
    if case .object(let members) = self { members } else { nil }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var number: Double? {
    switch self {
    case .number(let number): number
    case .whole(let number): Double(number)
    default: nil
    }
  }

  private init?(_ node: Node) {
    switch node.content {
    case .scalar(let scalar):
      if !scalar.isPlain {
        self = .text(scalar.text)
      } else if scalar.text == "null" {
        self = .null
      } else if let flag = scalar.flag {
        self = .flag(flag)
      } else if let number = scalar.number, number.isFinite {
        self = .number(number)
      } else {
        return nil
      }
    case .sequence(let nodes):
      var elements: [JSON] = []
      for node in nodes {
        guard let element = JSON(node) else { return nil }
        elements.append(element)
      }
      self = .array(elements)
    case .mapping(let entries):
      var members: [(String, JSON)] = []
      for entry in entries {
        guard let value = JSON(entry.value) else { return nil }
        members.append((entry.key, value))
      }
      self = .object(members)
    }
  }
}

/// Why a line is not JSON.
package struct JSONLineError: Error, Hashable, CustomStringConvertible {
  package let description: String
  init(_ description: String) { self.description = description }
}
