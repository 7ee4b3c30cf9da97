import Chipmunk

/// A field and the property that it represents.
@safe
package struct Property<Root: Sendable>: Sendable {
  package private(set) var field: Field
  /// The content to write of the value at an address, since copies take time; nil for nothing.
  let contentAt: @Sendable (UnsafePointer<Root>) -> FieldContent?
  /// Sets the property; false if the content is of another kind.
  package let set: @Sendable (inout Root, FieldContent) -> Bool

  /// A field for a property. A word instead of a number means infinity.
  package init<Value: FieldConvertible>(
    _ key: String,
    _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ type: FieldType
  ) {
    let infinity = Self.infinity(of: type)
    field = Field(key, type)
    let access = StoredAccess(path)
    unsafe contentAt = { root in
      let content = unsafe access.value(of: root).content
      guard let infinity, case .number(.infinity)? = content else { return content }
      return infinity
    }
    set = { root, content in
      guard let value = Value(content) else { return false }
      access.set(value, in: &root)
      return true
    }
  }

  /// The only word that may replace a number.
  private static func infinity(of type: FieldType) -> FieldContent? {
    guard case .either(.number, .choice(let words)) = type, words.count == 1 else { return nil }
    return .text(words[0])
  }

  /// A mapping for a part.
  package init<Part>(
    _ key: String,
    _ path: any WritableKeyPath<Root, Part> & Sendable,
    _ schema: Schema<Part>
  ) {
    field = Field(key, .mapping(schema.table))
    unsafe contentAt = { unsafe .mapping(schema.members(of: $0.pointee[keyPath: path])) }
    set = { schema.set($1, in: &$0[keyPath: path]) }
  }

  /// A mapping for an optional part.
  package init<Part>(
    _ key: String,
    _ path: any WritableKeyPath<Root, Part?> & Sendable,
    _ schema: Schema<Part>
  ) {
    field = Field(key, .mapping(schema.table))
    unsafe contentAt = { root in
      unsafe root.pointee[keyPath: path].map { .mapping(schema.members(of: $0)) }
    }
    set = { root, content in
      var part = root[keyPath: path] ?? schema.standard
      guard schema.set(content, in: &part) else { return false }
      root[keyPath: path] = part
      return true
    }
  }

  private init<Part>(
    _ property: Property<Part>,
    of path: any WritableKeyPath<Root, Part> & Sendable
  ) {
    field = property.field
    let access = StoredAccess(path)
    unsafe contentAt = { unsafe property.content(access.value(of: $0)) }
    set = { property.set(&$0[keyPath: path], $1) }
  }

  /// Returns the content to write; nil for nothing.
  package func content(_ root: Root) -> FieldContent? {
    unsafe withUnsafePointer(to: root) { unsafe contentAt($0) }
  }

  /// The property, as one of a whole that contains this part.
  package func lifted<Whole>(
    to path: any WritableKeyPath<Whole, Root> & Sendable
  ) -> Property<Whole> {
    Property<Whole>(self, of: path)
  }
}

/// Access to a property, at its offset if it is stored: walking a key path takes far longer, and a file of 100,000 bodies
/// has a million numbers to set and check.
private struct StoredAccess<Root, Value>: Sendable {
  private let path: any WritableKeyPath<Root, Value> & Sendable
  private let offset: Int?

  init(_ path: any WritableKeyPath<Root, Value> & Sendable) {
    self.path = path
    offset = MemoryLayout<Root>.offset(of: path)
  }

  func value(of root: UnsafePointer<Root>) -> Value {
    guard let offset else { return unsafe root.pointee[keyPath: path] }
    return unsafe UnsafeRawPointer(root).load(fromByteOffset: offset, as: Value.self)
  }

  func set(_ value: Value, in root: inout Root) {
    guard let offset else {
      root[keyPath: path] = value
      return
    }
    unsafe withUnsafeMutablePointer(to: &root) {
      let place = unsafe UnsafeMutableRawPointer($0) + offset
      unsafe place.assumingMemoryBound(to: Value.self).pointee = value
    }
  }
}

// The attributes of a field other than its type.
extension Property {
  /// Limits the field to some of the table's alternatives, and states which require it.
  func of(_ owners: [String], neededBy: [String] = []) -> Self {
    with { field in (field.owners, field.neededBy) = (owners, neededBy) }
  }

  /// Gives the field different ranges for some alternatives.
  func ranges(_ ranges: [String: ParameterRange]) -> Self { with { $0.ranges = ranges } }

  /// Names the number in formulas, or each number of a pair.
  func symbols(_ symbols: String...) -> Self { with { $0.symbols = symbols } }

  /// Writes the field even if it has its default.
  package var always: Self { with { $0.isAlwaysWritten = true } }

  /// States the field's meaning in one sentence, in which `{}` is the default.
  package func means(_ about: String) -> Self { with { $0 = $0.means(about) } }

  private func with(_ change: (inout Field) -> Void) -> Self {
    var copy = self
    change(&copy.field)
    return copy
  }
}

extension Array {
  /// The fields of a mapping, with their defaults.
  package func fields<Root>(of standard: Root) -> [Field] where Element == Property<Root> {
    map { $0.field.with(standard: $0.content(standard)) }
  }
}

/// The fields of a mapping as the properties of a value.
@safe
package final class Schema<Root: Sendable>: Sendable {
  package let table: FieldTable
  package let properties: [Property<Root>]
  private let indices: KeyIndex
  /// Sets the property at an index. One closure, since a list of closures costs a look-up of its type in each access.
  private let setProperty: @Sendable (_ index: Int, inout Root, FieldContent) -> Bool
  /// The defaults.
  package let standard: Root
  private let standards: [FieldContent?]
  /// The properties with a range.
  private let ranged: [Property<Root>]
  /// For each of them, whether it is in the range of its type: a quick test, since most are.
  private let tests: [@Sendable (UnsafePointer<Root>) -> Bool]

  /// Makes a schema of a table's fields, or of those that are properties of a value of this type.
  package init(_ table: FieldTable, standard: Root, _ properties: [Property<Root>]) {
    (self.table, self.properties, self.standard) = (table, properties, standard)
    indices = KeyIndex(properties.map(\.field.key))
    let setters = properties.map(\.set)
    setProperty = { index, root, content in setters[index](&root, content) }
    standards = properties.map { $0.content(standard) }
    ranged = properties.filter { $0.field.range(beside: nil) != nil }
    unsafe tests = ranged.map { property in
      guard !property.field.hasFreeSign, property.field.ranges.isEmpty,
        let range = property.field.range(beside: nil)
      else { return { _ in false } }
      return { root in
        switch unsafe property.contentAt(root) {
        case .number(let number): range.contains(number)
        case .pair(let pair): range.contains(pair.x) && range.contains(pair.y)
        case nil: true
        default: false
        }
      }
    }
  }

  /// Makes a schema and its table.
  package convenience init(
    _ name: String,
    _ about: String,
    standard: Root,
    _ properties: [Property<Root>],
    required: [String] = [],
    alternatives: FieldTable.Alternatives = .none
  ) {
    let table = FieldTable(
      name,
      about,
      properties.fields(of: standard),
      required: required,
      alternatives: alternatives
    )
    self.init(table, standard: standard, properties)
  }

  /// Returns the properties that may be out of range.
  func suspects(in root: Root) -> [Property<Root>] {
    unsafe withUnsafePointer(to: root) { root in
      ranged.indices.filter { unsafe !tests[$0](root) }.map { ranged[$0] }
    }
  }

  package subscript(key: String) -> Property<Root>? { indices[key].map { properties[$0] } }

  /// Returns the index of the property with a key.
  package func index(of key: String) -> Int? { indices[key] }

  /// Sets the property at an index; false if the content is of another kind.
  package func set(_ content: FieldContent, at index: Int, in root: inout Root) -> Bool {
    setProperty(index, &root, content)
  }

  /// The fields to write: those that differ from their defaults.
  package func members(of root: Root) -> [FieldContent.Member] {
    zip(properties, standards).compactMap { property, standard in
      guard let content = property.content(root),
        property.field.isAlwaysWritten || !content.isSame(as: standard)
      else { return nil }
      return FieldContent.Member(property.field.key, content)
    }
  }

  /// Sets the fields of a mapping; false if it is not a mapping, or if a field has the wrong type.
  package func set(_ content: FieldContent, in root: inout Root) -> Bool {
    guard case .mapping(let members) = content else { return false }
    return members.allSatisfy { member in
      self[member.key].map { $0.set(&root, member.content) } ?? false
    }
  }

  /// The numbers for formulas, by name.
  package func symbols(of root: Root) -> [(name: String, value: Double)] {
    properties.flatMap { property -> [(String, Double)] in
      let names = property.field.symbols
      switch names.isEmpty ? nil : property.content(root) {
      case .number(let number): return [(names[0], number)]
      case .pair(let pair): return [(names[0], pair.x), (names[1], pair.y)]
      default: return []
      }
    }
  }
}
