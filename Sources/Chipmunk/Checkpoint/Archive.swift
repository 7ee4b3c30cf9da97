package import TiltboxJSON

/// One object of a checkpoint's text, read or written field by field.
///
/// A record lists its fields once, in ``Record/pass(through:)``, and the same lines read, write and check it. An
/// invalid field throws ``PhysicsError/Code/damaged`` with the field's path.
struct Archive {
  let isReading: Bool
  private(set) var members: [(String, JSON)] = []
  /// The members read so far, one bit each.
  private var read: UInt64 = 0
  private var expected = 0
  /// The maximum number of members of an object.
  static let mostMembers = 64

  /// Begins to write an object.
  init() { isReading = false }

  /// Begins to read an object.
  init(reading json: JSON) throws(PhysicsError) {
    guard case .object(let members) = json, members.count <= Self.mostMembers else {
      throw .damaged("", "it is an object")
    }
    (isReading, self.members) = (true, members)
  }

  /// Archives a value, whose numbers must be in a range. A value equal to its default is omitted, and a missing one
  /// reads as the default.
  mutating func field<Value: Archivable>(
    _ name: String,
    _ value: inout Value,
    _ range: ParameterRange? = nil,
    or standard: Value? = Value.standard
  ) throws(PhysicsError) {
    do throws(PhysicsError) {
      if !isReading {
        if let standard, value.isSame(as: standard) { return }
        members.append((name, try value.json(in: range)))
      } else if let json = take(name) {
        value = try Value(json, in: range)
      } else if let standard {
        value = standard
      } else {
        throw .changed(" of the checkpoint is missing")
      }
    } catch { throw error.at(name) }
  }

  private mutating func take(_ name: String) -> JSON? {
    // Fields usually come in the order in which they were written.
    let place =
      expected < members.count && members[expected].0 == name
      ? expected : members.firstIndex { $0.0 == name }
    guard let place else { return nil }
    read |= 1 << place
    expected = place + 1
    return members[place].1
  }

  /// Throws unless all members have been read.
  func finish() throws(PhysicsError) {
    for (place, member) in members.enumerated() where read & 1 << place == 0 {
      throw .damaged(member.0, "there is no such field, or only one")
    }
  }
}

extension PhysicsError {
  /// The error of a part of a checkpoint, with the rule that valid checkpoints follow.
  static func damaged(_ path: String, _ rule: String) -> PhysicsError {
    PhysicsError(.damaged, "\(path) of the checkpoint is wrong", "in a valid one \(rule)")
  }

  /// The error of a text that no checkpoint has.
  static func changed(_ subject: String) -> PhysicsError {
    PhysicsError(.damaged, subject, "take the text as it was made, or another checkpoint")
  }

  /// The error of a part, as one of the whole that has this part by a name or a place.
  func at(_ part: String) -> PhysicsError {
    var error = self
    let isName = subject.first != "[" && subject.first != " "
    error.subject = part + (isName ? "." : "") + subject
    return error
  }
}

/// A value in a checkpoint's text: a number, a vector, a word, a list, or a record.
protocol Archivable: Equatable {
  /// The meaning of a missing field; nil if it may not be missing.
  static var standard: Self? { get }

  /// Reads a value, whose numbers must be in a range.
  init(_ json: JSON, in range: ParameterRange?) throws(PhysicsError)

  /// Writes the value, whose numbers must be in a range.
  func json(in range: ParameterRange?) throws(PhysicsError) -> JSON

  /// Whether both values have the same text.
  func isSame(as other: Self) -> Bool
}

extension Archivable {
  static var standard: Self? { nil }

  func isSame(as other: Self) -> Bool { self == other }
}

/// A value that is an object in a checkpoint's text.
protocol Record: Archivable, Hashable, Sendable {
  init()

  /// Passes all fields to an archive, which reads or writes them.
  mutating func pass(through archive: inout Archive) throws(PhysicsError)
}

extension Record {
  init(_ json: JSON, in _: ParameterRange?) throws(PhysicsError) {
    self.init()
    var archive = try Archive(reading: json)
    try pass(through: &archive)
    try archive.finish()
  }

  func json(in _: ParameterRange?) throws(PhysicsError) -> JSON {
    var (copy, archive) = (self, Archive())
    try copy.pass(through: &archive)
    return .object(archive.members)
  }
}

/// A property of an object, with its field in the object's record.
struct RecordedProperty<Kept: Record, Owner>: Sendable {
  /// Passes the field to an archive.
  let pass: @Sendable (inout Kept, inout Archive) throws(PhysicsError) -> Void
  /// Copies the property to the record.
  let read: @Sendable (inout Kept, Owner) -> Void
  /// Copies the field to the object, unless the property cannot be set.
  let write: @Sendable (Kept, Owner) -> Void

  init<Value: Archivable & Sendable>(
    _ name: String,
    _ field: any WritableKeyPath<Kept, Value> & Sendable,
    _ property: any KeyPath<Owner, Value> & Sendable,
    _ range: ParameterRange? = nil,
    or standard: Value? = Value.standard
  ) {
    pass = { (record, archive) throws(PhysicsError) in
      try archive.field(name, &record[keyPath: field], range, or: standard)
    }
    read = { $0[keyPath: field] = $1[keyPath: property] }
    write = { record, owner in
      guard let property = property as? ReferenceWritableKeyPath<Owner, Value> else { return }
      owner[keyPath: property] = record[keyPath: field]
    }
  }
}

extension Double: Archivable {
  init(_ json: JSON, in range: ParameterRange?) throws(PhysicsError) {
    switch json {
    case .number(let number): self = number
    case .text("infinity"): self = .infinity
    default: throw .damaged("", "it is a number")
    }
    try check(range)
  }

  func json(in range: ParameterRange?) throws(PhysicsError) -> JSON {
    try check(range)
    return self == .infinity ? .text("infinity") : .number(self)
  }

  private func check(_ range: ParameterRange?) throws(PhysicsError) {
    guard let range, !range.contains(self) else { return }
    throw PhysicsError(
      code: .damaged,
      subject: " of the checkpoint",
      value: self,
      unit: range.unit,
      remedy: "this \(range.name) is \(range.rule)"
    )
  }

  /// Negative zero differs from zero.
  func isSame(as other: Double) -> Bool { bitPattern == other.bitPattern }
}

extension Vector: Archivable {
  init(_ json: JSON, in range: ParameterRange?) throws(PhysicsError) {
    guard case .array(let parts) = json, parts.count == 2 else {
      throw .damaged("", "it is a list of two numbers")
    }
    self.init(try Double(parts[0], in: range), try Double(parts[1], in: range))
  }

  func json(in range: ParameterRange?) throws(PhysicsError) -> JSON {
    .array([try x.json(in: range), try y.json(in: range)])
  }

  func isSame(as other: Vector) -> Bool { x.isSame(as: other.x) && y.isSame(as: other.y) }
}

extension Bool: Archivable {
  static var standard: Bool? { false }

  init(_ json: JSON, in _: ParameterRange?) throws(PhysicsError) {
    guard case .flag(let flag) = json else { throw .damaged("", "it is true or false") }
    self = flag
  }

  func json(in _: ParameterRange?) -> JSON { .flag(self) }
}

extension FixedWidthInteger where Self: Archivable {
  init(_ json: JSON, in range: ParameterRange?) throws(PhysicsError) {
    let bounds =
      range.map { Self($0.range.lowerBound)...Self($0.range.upperBound) } ?? .min ... .max
    let value: Self? =
      switch json {
      case .number(let number): Self(exactly: number)
      case .text(let digits): Self(digits)
      default: nil
      }
    guard let value, bounds.contains(value) else {
      throw .damaged("", "it is a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    self = value
  }

  /// The number, as a string if a double would not be exact.
  func json(in _: ParameterRange?) -> JSON {
    magnitude <= 1 << 53 ? .number(Double(self)) : .text(String(self))
  }
}

extension Int: Archivable {}
extension UInt: Archivable {}
extension UInt32: Archivable {}

extension Archivable where Self: RawRepresentable<String> & CaseIterable {
  init(_ json: JSON, in _: ParameterRange?) throws(PhysicsError) {
    guard case .text(let text) = json, let word = Self(rawValue: text) else {
      let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .damaged("", "it is one of \(words)")
    }
    self = word
  }

  func json(in _: ParameterRange?) -> JSON { .text(rawValue) }
}

extension BodyType: Archivable {}
extension Engine: Archivable {}

extension Optional: Archivable where Wrapped: Archivable {
  static var standard: Self? { .some(nil) }

  init(_ json: JSON, in range: ParameterRange?) throws(PhysicsError) {
    self = try Wrapped(json, in: range)
  }

  func json(in range: ParameterRange?) throws(PhysicsError) -> JSON {
    try self?.json(in: range) ?? .null
  }
}

extension Array: Archivable where Element: Archivable {
  static var standard: Self? { [] }

  init(_ json: JSON, in range: ParameterRange?) throws(PhysicsError) {
    guard case .array(let elements) = json else { throw .damaged("", "it is a list") }
    self.init()
    reserveCapacity(elements.count)
    for element in elements {
      do throws(PhysicsError) {
        append(try Element(element, in: range))
      } catch { throw error.at("[\(count)]") }
    }
  }

  func json(in range: ParameterRange?) throws(PhysicsError) -> JSON {
    var elements: [JSON] = []
    elements.reserveCapacity(count)
    for element in self {
      do throws(PhysicsError) {
        elements.append(try element.json(in: range))
      } catch { throw error.at("[\(elements.count)]") }
    }
    return .array(elements)
  }
}

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
    case .number(let number): try number.encode(to: encoder)
    case .flag(let flag): try flag.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .whole(let number): try number.encode(to: encoder)
    case .null: try Bool?.none.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in members { try container.encode(value, forKey: Key(key)) }
    }
  }

  /// Deeper than any checkpoint and what contains it; more depth would exhaust the stack.
  private static let greatestDepth = 64

  package init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count < Self.greatestDepth else {
      throw PhysicsError.damaged("the whole", "its lists and objects are not so deep")
    }
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try container.allKeys.map { ($0.stringValue, try container.decode(JSON.self, forKey: $0)) }
      )
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try [JSON](from: decoder))
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
