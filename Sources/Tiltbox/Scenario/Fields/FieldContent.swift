package import Chipmunk
import Motion

/// The content of a field, independent of syntax: as read from files and overrides, and as written from a scenario.
package enum FieldContent: Hashable, Sendable {
  case number(Double)
  case whole(Int)
  case text(String)
  case flag(Bool)
  case pair(Vector)
  case list([FieldContent])
  case mapping([Member])
  /// As if the field were not there.
  case null

  package struct Member: Hashable, Sendable {
    package let key: String
    package let content: FieldContent

    package init(_ key: String, _ content: FieldContent) {
      self.key = key
      self.content = content
    }
  }
}

extension FieldContent {
  /// The content as in a file: `1000`, `1/120`, `[0, 0]`; empty unless it is a single value.
  package var words: String {
    switch self {
    case .number(let number): Self.words(number)
    case .whole(let number): "\(number)"
    case .text(let text): text
    case .flag(let flag): "\(flag)"
    case .pair(let pair): "[\(Self.words(pair.x)), \(Self.words(pair.y))]"
    case .list, .mapping, .null: ""
    }
  }

  private static func words(_ number: Double) -> String {
    if number.isInfinite { return "no limit" }
    if let whole = Int(exactly: number) { return "\(whole)" }
    let part = (1 / number).rounded()
    return 1 / part == number && abs(number) < 0.1 ? "1/\(Int(part))" : "\(number)"
  }

  /// Whether both are written the same; a negative zero is not a zero.
  func isSame(as other: FieldContent?) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.bitPattern == b.bitPattern
    case (.pair(let a), .pair(let b)):
      a.x.bitPattern == b.x.bitPattern && a.y.bitPattern == b.y.bitPattern
    case (.whole(let a), .whole(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    case (.flag(let a), .flag(let b)): a == b
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.mapping(let a), .mapping(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key == $1.key && $0.content.isSame(as: $1.content) }
    default: false
    }
  }
}

/// A value that a field can contain.
package protocol FieldConvertible: Sendable {
  /// The value of a content; nil if it is of another kind.
  init?(_ content: FieldContent)
  /// The content to write; nil for nothing.
  var content: FieldContent? { get }
}

extension Double: FieldConvertible {
  /// A word instead of a number means that there is no limit.
  package init?(_ content: FieldContent) {
    switch content {
    case .number(let number): self = number
    case .whole(let number): self = Double(number)
    case .text: self = .infinity
    default: return nil
    }
  }
  package var content: FieldContent? { .number(self) }
}

extension FixedWidthInteger where Self: FieldConvertible {
  package init?(_ content: FieldContent) {
    switch content {
    case .whole(let number): self.init(exactly: number)
    case .number(let number): self.init(exactly: number)
    default: return nil
    }
  }
  package var content: FieldContent? { .whole(Int(clamping: self)) }
}

extension Int: FieldConvertible {}
extension UInt: FieldConvertible {}
extension UInt32: FieldConvertible {}

extension String: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard case .text(let text) = content else { return nil }
    self = text
  }
  package var content: FieldContent? { .text(self) }
}

extension Bool: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard case .flag(let flag) = content else { return nil }
    self = flag
  }
  package var content: FieldContent? { .flag(self) }
}

extension Vector: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard case .pair(let vector) = content else { return nil }
    self = vector
  }
  package var content: FieldContent? { .pair(self) }
}

extension Array: FieldConvertible where Element: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard case .list(let list) = content else { return nil }
    self = []
    reserveCapacity(list.count)
    for content in list {
      guard let element = Element(content) else { return nil }
      append(element)
    }
  }
  package var content: FieldContent? { .list(compactMap(\.content)) }
}

extension Optional: FieldConvertible where Wrapped: FieldConvertible {
  package init?(_ content: FieldContent) {
    guard let value = Wrapped(content) else { return nil }
    self = .some(value)
  }
  package var content: FieldContent? { flatMap(\.content) }
}

extension FieldConvertible where Self: RawRepresentable<String> {
  package init?(_ content: FieldContent) {
    guard case .text(let text) = content else { return nil }
    self.init(rawValue: text)
  }
  package var content: FieldContent? { .text(rawValue) }
}

extension BodyType: FieldConvertible {}
extension CalculationMode: FieldConvertible {}
extension Integrator: FieldConvertible {}
extension Engine: FieldConvertible {}
extension MediaTiming.FillMode: FieldConvertible {}
extension Orientation: FieldConvertible {}
extension PathAnimation.RotationMode: FieldConvertible {}
extension TiltConvention: FieldConvertible {}
extension TiltInterpolation: FieldConvertible {}
extension TiltUnits: FieldConvertible {}
