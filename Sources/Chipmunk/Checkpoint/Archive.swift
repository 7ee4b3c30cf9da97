internal import TiltboxJSON

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
