internal import Chipmunk
package import TiltboxJSON

/// A buffer of text for output, which avoids intermediate strings where speed matters.
package struct TextBuffer {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Removes the oldest bytes. O(remaining bytes).
  mutating func removeFirst(_ count: Int) { bytes.removeFirst(count) }

  /// Appends a copy of earlier bytes.
  mutating func repeatBytes(at places: Range<Int>) {
    for place in places { bytes.append(bytes[place]) }
  }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ block: some Collection<UInt8>) {
    bytes.append(contentsOf: block)
  }

  package mutating func append(_ number: Int) { append(number.description) }

  /// Appends the shortest decimal that reads back to the same double, without the `.0` of a whole number.
  /// Appends JSON's null for a number that is not finite.
  package mutating func append(_ number: Double) { bytes.append(decimal: number) }

  /// Appends a list in brackets; `write` appends each element.
  package mutating func append<Elements: Sequence>(
    list elements: Elements,
    _ write: (Elements.Element, inout TextBuffer) -> Void
  ) {
    append("[")
    var isFirst = true
    for element in elements {
      if !isFirst { append(",") }
      isFirst = false
      write(element, &self)
    }
    append("]")
  }

  /// Appends both coordinates, with a comma between them.
  mutating func append(_ vector: Vector) {
    unsafe bytes.append(decimals: 2) { numbers in
      unsafe numbers.append(vector.x)
      unsafe numbers.append(nextOf: vector.y)
    }
  }

  /// Appends the six numbers of a body: x, y, angle, vx, vy, w.
  mutating func append(_ state: BodyState) {
    unsafe bytes.append(decimals: 6) { numbers in
      unsafe numbers.append(state.position.x)
      unsafe numbers.append(nextOf: state.position.y)
      unsafe numbers.append(nextOf: state.angle)
      unsafe numbers.append(nextOf: state.velocity.x)
      unsafe numbers.append(nextOf: state.velocity.y)
      unsafe numbers.append(nextOf: state.angularVelocity)
    }
  }

  /// Appends a JSON string with its quotes.
  package mutating func append(json text: String) { bytes.append(json: text) }

  /// Appends a JSON value on one line.
  package mutating func append(_ value: JSON) { value.write(to: &bytes) }

  /// Appends a line that holds one JSON object.
  package mutating func append(line members: [(String, JSON)]) {
    append(.object(members))
    append("\n")
  }
}
