package import TiltboxJSON

/// One object of a checkpoint's text, read or written field by field.
///
/// A record lists its fields once, in ``Archivable/pass(through:)``, and the same lines read, write and check it. An
/// invalid field throws ``PhysicsError/Code/damaged`` with the field's path.
struct Archive {
  let isReading: Bool
  private let path: String
  private var members: [(String, JSON)] = []
  /// The members read so far, one bit each.
  private var read: UInt64 = 0
  private var expected = 0

  /// Begins to write an object.
  init(writing path: String) { (isReading, self.path) = (false, path) }

  /// Begins to read an object.
  init(reading json: JSON, _ path: String) throws(PhysicsError) {
    (isReading, self.path) = (true, path)
    guard case .object(let members) = json, members.count <= 64 else {
      throw .damaged(path, "it is an object")
    }
    self.members = members
  }

  /// The object that was written.
  var json: JSON { .object(members) }

  /// Throws unless all members have been read.
  func finish() throws(PhysicsError) {
    guard isReading else { return }
    for (place, member) in members.enumerated() where read & 1 << place == 0 {
      throw .damaged(path(of: member.0), "there is no such field, or it is there already")
    }
  }

  func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

/// A record of a checkpoint.
protocol Archivable: Hashable, Sendable {
  init()
  mutating func pass(through archive: inout Archive) throws(PhysicsError)
}

extension Archivable {
  init(_ json: JSON, _ path: String) throws(PhysicsError) {
    self.init()
    var archive = try Archive(reading: json, path)
    try pass(through: &archive)
    try archive.finish()
  }

  func json(_ path: String) throws(PhysicsError) -> JSON {
    var (copy, archive) = (self, Archive(writing: path))
    try copy.pass(through: &archive)
    return archive.json
  }
}

extension PhysicsError {
  static func damaged(_ path: String, _ rule: String) -> PhysicsError {
    PhysicsError(.damaged, "\(path.isEmpty ? "the whole" : path) of the checkpoint is wrong", rule)
  }
}

extension Archive {
  /// Archives a value. A value equal to its default is omitted, and a missing one reads as the default.
  mutating func field<T: Equatable>(
    _ name: String,
    _ value: inout T,
    or standard: T?,
    _ decode: (JSON, String) throws(PhysicsError) -> T,
    _ encode: (T, String) throws(PhysicsError) -> JSON
  ) throws(PhysicsError) {
    guard isReading else {
      if value == standard { return }
      members.append((name, try encode(value, path(of: name))))
      return
    }
    if let json = take(name) {
      value = try decode(json, path(of: name))
    } else if let standard {
      value = standard
    } else {
      throw .damaged(path(of: name), "it is missing")
    }
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

  /// Archives records.
  mutating func list<Schema: Archivable>(
    _ name: String,
    _ records: inout [Schema]
  ) throws(PhysicsError) {
    try elements(name, &records) { (json, path) throws(PhysicsError) in
      try Schema(json, path)
    } _: { (record, path) throws(PhysicsError) in
      try record.json(path)
    }
  }

  /// Archives a record.
  mutating func record<Schema: Archivable>(
    _ name: String,
    _ record: inout Schema
  ) throws(PhysicsError) {
    try field(name, &record, or: nil) { (json, path) throws(PhysicsError) in
      try Schema(json, path)
    } _: { (record, path) throws(PhysicsError) in
      try record.json(path)
    }
  }

  /// Archives a list, which is empty if it is missing.
  mutating func elements<T: Equatable>(
    _ name: String,
    _ list: inout [T],
    _ decode: (JSON, String) throws(PhysicsError) -> T,
    _ encode: (T, String) throws(PhysicsError) -> JSON
  ) throws(PhysicsError) {
    try field(name, &list, or: []) { (json, path) throws(PhysicsError) in
      guard case .array(let elements) = json else { throw .damaged(path, "it is a list") }
      var list: [T] = []
      list.reserveCapacity(elements.count)
      for (place, element) in elements.enumerated() {
        list.append(try decode(element, "\(path)[\(place)]"))
      }
      return list
    } _: { (list, path) throws(PhysicsError) in
      var elements: [JSON] = []
      elements.reserveCapacity(list.count)
      for (place, element) in list.enumerated() {
        elements.append(try encode(element, "\(path)[\(place)]"))
      }
      return .array(elements)
    }
  }
}

// The types of fields.
extension Archive {
  /// Archives a number. Negative zero differs from zero.
  mutating func number(
    _ name: String,
    _ value: inout Double,
    _ range: ParameterRange,
    or standard: Double? = nil
  ) throws(PhysicsError) {
    var bits = value.bitPattern
    try field(name, &bits, or: standard?.bitPattern) { (json, path) throws(PhysicsError) in
      try range.number(json, path).bitPattern
    } _: { (bits, path) throws(PhysicsError) in
      try range.json(Double(bitPattern: bits), path)
    }
    value = Double(bitPattern: bits)
  }

  /// Archives an optional number.
  mutating func number(
    _ name: String,
    _ value: inout Double?,
    _ range: ParameterRange
  ) throws(PhysicsError) {
    try field(name, &value, or: .some(nil)) { (json, path) throws(PhysicsError) in
      try range.number(json, path)
    } _: { (value, path) throws(PhysicsError) in
      try range.json(value ?? .nan, path)
    }
  }

  /// Archives a vector.
  mutating func vector(
    _ name: String,
    _ value: inout Vector,
    _ range: ParameterRange,
    or standard: Vector? = nil
  ) throws(PhysicsError) {
    var bits = Bits(value)
    try field(name, &bits, or: standard.map(Bits.init)) { (json, path) throws(PhysicsError) in
      Bits(try range.vector(json, path))
    } _: { (bits, path) throws(PhysicsError) in
      try range.json(bits.vector, path)
    }
    value = bits.vector
  }

  /// Archives vectors.
  mutating func vectors(
    _ name: String,
    _ list: inout [Vector],
    _ range: ParameterRange
  ) throws(PhysicsError) {
    try elements(name, &list) { (json, path) throws(PhysicsError) in
      try range.vector(json, path)
    } _: { (vector, path) throws(PhysicsError) in
      try range.json(vector, path)
    }
  }

  /// Archives a whole number.
  mutating func integer<T: FixedWidthInteger>(
    _ name: String,
    _ value: inout T,
    _ range: ClosedRange<T> = .min ... .max,
    or standard: T? = nil
  ) throws(PhysicsError) {
    try field(name, &value, or: standard) { (json, path) throws(PhysicsError) in
      try json.integer(in: range, path)
    } _: { (value, path) throws(PhysicsError) in
      JSON(value)
    }
  }

  /// Archives indices.
  mutating func indices(_ name: String, _ list: inout [Int]) throws(PhysicsError) {
    try elements(name, &list) { (json, path) throws(PhysicsError) in
      try json.integer(in: .min ... .max, path)
    } _: { (index, path) throws(PhysicsError) in
      JSON(index)
    }
  }

  /// Archives lists of indices.
  mutating func groups(_ name: String, _ lists: inout [[Int]]) throws(PhysicsError) {
    try elements(name, &lists) { (json, path) throws(PhysicsError) in
      guard case .array(let elements) = json else { throw .damaged(path, "it is a list") }
      var list: [Int] = []
      for element in elements { list.append(try element.integer(in: .min ... .max, path)) }
      return list
    } _: { (list, _) throws(PhysicsError) in
      .array(list.map { JSON($0) })
    }
  }

  /// Archives a Boolean; false is omitted by default.
  mutating func flag(
    _ name: String,
    _ value: inout Bool,
    or standard: Bool = false
  ) throws(PhysicsError) {
    try field(name, &value, or: standard) { (json, path) throws(PhysicsError) in
      guard case .flag(let flag) = json else { throw .damaged(path, "it is true or false") }
      return flag
    } _: { (flag, _) throws(PhysicsError) in
      .flag(flag)
    }
  }

  /// Archives a word of an enumeration.
  mutating func word<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ name: String,
    _ value: inout Word,
    or standard: Word? = nil
  ) throws(PhysicsError) {
    try field(name, &value, or: standard) { (json, path) throws(PhysicsError) in
      try json.word(path)
    } _: { (word, _) throws(PhysicsError) in
      .text(word.rawValue)
    }
  }

  /// Archives words of an enumeration.
  mutating func words<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ name: String,
    _ list: inout [Word]
  ) throws(PhysicsError) {
    try elements(name, &list) { (json, path) throws(PhysicsError) in
      try json.word(path)
    } _: { (word, _) throws(PhysicsError) in
      .text(word.rawValue)
    }
  }

  private struct Bits: Equatable {
    let x: UInt64
    let y: UInt64

    init(_ vector: Vector) { (x, y) = (vector.x.bitPattern, vector.y.bitPattern) }

    var vector: Vector { Vector(Double(bitPattern: x), Double(bitPattern: y)) }
  }
}

extension JSON {
  /// A whole number, as a string if a double would not be exact.
  fileprivate init(_ number: some BinaryInteger) {
    let isExact = number.magnitude <= 1 << 53
    self = isExact ? .number(Double(number)) : .text(String(number))
  }

  /// A number, which may be infinite.
  fileprivate init(_ number: Double) {
    self = number == .infinity ? .text("infinity") : .number(number)
  }

  fileprivate func integer<T: FixedWidthInteger>(
    in range: ClosedRange<T>,
    _ path: String
  ) throws(PhysicsError) -> T {
    let value: T? =
      switch self {
      case .number(let number): T(exactly: number)
      case .text(let digits): T(digits)
      default: nil
      }
    guard let value, range.contains(value) else {
      throw .damaged(path, "it is a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  fileprivate func word<Word: RawRepresentable<String> & CaseIterable>(
    _ path: String
  ) throws(PhysicsError) -> Word {
    guard case .text(let text) = self, let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .damaged(path, "it is one of \(words)")
    }
    return word
  }
}

extension ParameterRange {
  fileprivate func number(_ json: JSON, _ path: String) throws(PhysicsError) -> Double {
    switch json {
    case .number(let number): try check(number, path)
    case .text("infinity"): try check(.infinity, path)
    default: throw .damaged(path, "it is a number")
    }
  }

  fileprivate func vector(_ json: JSON, _ path: String) throws(PhysicsError) -> Vector {
    guard case .array(let parts) = json, parts.count == 2 else {
      throw .damaged(path, "it is a list of two numbers")
    }
    return Vector(try number(parts[0], path), try number(parts[1], path))
  }

  fileprivate func json(_ number: Double, _ path: String) throws(PhysicsError) -> JSON {
    JSON(try check(number, path))
  }

  fileprivate func json(_ vector: Vector, _ path: String) throws(PhysicsError) -> JSON {
    _ = try (check(vector.x, path), check(vector.y, path))
    return JSON(vector)
  }

  private func check(_ value: Double, _ path: String) throws(PhysicsError) -> Double {
    guard !contains(value) else { return value }
    throw PhysicsError(
      code: .damaged,
      subject: "\(path) of the checkpoint",
      value: value,
      unit: unit,
      remedy: "this \(name) is \(rule)"
    )
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
