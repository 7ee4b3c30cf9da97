internal import TiltboxJSON

// The types of fields.
extension Archive {
  /// Archives a number. Negative zero differs from zero.
  mutating func number(
    _ name: String,
    _ value: inout Double,
    _ quantity: ParameterRange,
    or standard: Double? = nil
  ) throws(PhysicsError) {
    var bits = value.bitPattern
    try field(name, &bits, or: standard?.bitPattern) { (json, path) throws(PhysicsError) in
      try quantity.number(json, path).bitPattern
    } _: { (bits, path) throws(PhysicsError) in
      try quantity.json(Double(bitPattern: bits), path)
    }
    value = Double(bitPattern: bits)
  }

  /// Archives an optional number.
  mutating func number(
    _ name: String,
    _ value: inout Double?,
    _ quantity: ParameterRange
  ) throws(PhysicsError) {
    try field(name, &value, or: .some(nil)) { (json, path) throws(PhysicsError) in
      try quantity.number(json, path)
    } _: { (value, path) throws(PhysicsError) in
      try quantity.json(value ?? .nan, path)
    }
  }

  /// Archives a vector.
  mutating func vector(
    _ name: String,
    _ value: inout Vector,
    _ quantity: ParameterRange,
    or standard: Vector? = nil
  ) throws(PhysicsError) {
    var bits = Bits(value)
    try field(name, &bits, or: standard.map(Bits.init)) { (json, path) throws(PhysicsError) in
      Bits(try quantity.vector(json, path))
    } _: { (bits, path) throws(PhysicsError) in
      try quantity.json(bits.vector, path)
    }
    value = bits.vector
  }

  /// Archives vectors.
  mutating func vectors(
    _ name: String,
    _ list: inout [Vector],
    _ quantity: ParameterRange
  ) throws(PhysicsError) {
    try elements(name, &list) { (json, path) throws(PhysicsError) in
      try quantity.vector(json, path)
    } _: { (vector, path) throws(PhysicsError) in
      try quantity.json(vector, path)
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
