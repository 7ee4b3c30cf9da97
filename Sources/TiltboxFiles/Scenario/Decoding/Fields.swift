internal import Tiltbox

/// The fields of a mapping in the file. Creating it reports unknown keys, duplicate keys and fields that exclude each
/// other.
struct Fields {
  let value: Value
  let table: FieldTable
  private let entries: [Node.Entry]
  /// The path of the mapping.
  private let parent: String
  /// The first entry of each known key, and its field in the table.
  private var known: [(entry: Int, field: Int)] = []
  /// Whether there are unknown keys whose meaning is unknown, too.
  private(set) var hasUnexplainedKeys = false
  /// The remedies that take the place of several unknown keys, such as `size` for `width` and `height`.
  private var remedies: Set<String> = []

  init(_ entries: [Node.Entry], of value: Value, _ table: FieldTable) {
    self.value = value
    self.table = table
    self.entries = entries
    parent = value.path
    known.reserveCapacity(entries.count)
    // The keys that are unknown, or whose values are not used.
    var others: Set<String> = []
    var rest = 0
    for (index, entry) in entries.enumerated() {
      if rest > 0 {
        rest -= 1
      } else if index + 1 < entries.count, entries[index + 1].value.scalar?.isEmpty == true,
        let divided = DividedFormula(entries[index...]),
        let advice = table[entry.key]?.type.advice(on: divided)
      {
        rest = divided.count
        others.insert(entry.key)
        report(advice, at: entry.key, entry.value.place)
      } else if let count = table[entry.key]?.type.numberCount,
        let numbers = entry.numbers(before: entries[(index + 1)...])
      {
        rest = numbers.count - 1
        others.insert(entry.key)
        let list = numbers.prefix(count.upperBound).joined(separator: ", ")
        let advice = "write \(entry.key): [\(list)]"
        let words = "\(numbers.joined(separator: ",")) reads as \(numbers.count) entries; \(advice)"
        report(words, at: entry.key, entry.value.place)
      } else if case .list(.text, count: 2...2)? = table[entry.key]?.type,
        let first = entry.value.scalar?.text, index + 1 < entries.count,
        entries[index + 1].value.scalar?.isEmpty == true
      {
        rest = 1
        others.insert(entry.key)
        let advice = "write [\(first), \(entries[index + 1].key)] with square brackets"
        report("expected two ids in a list; \(advice)", at: entry.key, entry.value.place)
      } else if let field = table.index(of: entry.key),
        others.isEmpty || !others.contains(entry.key),
        !known.contains(where: { $0.field == field })
      {
        known.append((index, field))
      } else if index > 0, let number = entry.decimals(after: entries[index - 1]) {
        let before = entries[index - 1]
        // The field's own message explains what it takes instead of one number.
        let count = table[before.key]?.type.numberCount
        if let count, !count.contains(2) { continue }
        var advice = "write \(number.point), with a point"
        if entry.key.count == 3 {
          advice = "write \(number.comma.filter { $0 != "," }), or \(number.point) with a point"
        }
        if count == 2...2 {
          advice = "write \(before.key): [\(number.comma.replacing(",", with: ", "))]"
          known.removeAll { entries[$0.entry].key == before.key }
          others.insert(before.key)
        } else if case .numbers? = table[before.key]?.type, entry.key.count != 3 {
          let list = number.comma.replacing(",", with: ", ")
          advice = "write \(before.key): [\(list)], or \(number.point) with a point"
        }
        let words = "\(number.comma) reads as two entries; \(advice)"
        report(words, at: before.key, before.value.place)
      } else if table.index(of: entry.key) != nil || !others.insert(entry.key).inserted {
        report("given twice; keep one", at: entry.key, entry.keyPlace)
      } else if !reportUnknown(entry) {
        hasUnexplainedKeys = true
      }
    }
    table.required.forEach { require($0) }
    reportConflicts()
  }

  /// Returns the path of a field in this mapping.
  func path(_ key: String) -> String { PathComponent.key(key).appended(to: parent) }

  private func report(_ message: String, at key: String, _ place: SourceLocation) {
    value.diagnostics.report(message, at: path(key), place)
  }

  /// The value of a field; nil if it is missing or null.
  subscript(key: String) -> Value? {
    for (entry, field) in known where entries[entry].key == key { return value(of: entry, field) }
    return nil
  }

  private func value(of entry: Int, _ field: Int, beside alternative: String? = nil) -> Value? {
    if let scalar = entries[entry].value.scalar {
      if scalar.isNull { return nil }
      if scalar.isEmpty {
        reportEmpty(entries[entry], table.fields[field].type)
        return nil
      }
    }
    let (key, type) = (entries[entry].key, table.type(at: field, beside: alternative))
    return Value(entries[entry].value, at: parent, .key(key), as: type, value.diagnostics)
  }

  private func reportEmpty(_ entry: Node.Entry, _ type: FieldType) {
    var remedy = "give \(type.words), or drop the key"
    if let comment = value.diagnostics.comment(after: entry.value.place) {
      let color = if case .numbers = type { ColorName.list(of: comment) } else { nil as String? }
      let words = color.map { "write \($0)" } ?? "put it in quotes: \"\(comment)\""
      remedy = "# begins a comment here; \(words)"
    }
    report("has no value; \(remedy)", at: entry.key, entry.value.place)
  }

  /// Whether problems in a field are suppressed.
  func suppresses(_ key: String) -> Bool { value.diagnostics.suppresses(path(key)) }

  /// Suppresses problems in a field that only follow from a reported one.
  func suppress(_ key: String) { value.diagnostics.suppress(path(key)) }

  /// Returns the fields that can be read.
  func members() -> [FieldContent.Member] {
    known.compactMap { entry, field in
      value(of: entry, field)?.content().map { FieldContent.Member(entries[entry].key, $0) }
    }
  }

  /// Sets the properties that the file contains, except those of other alternatives than `alternative`.
  func read<Root>(_ schema: Schema<Root>, into root: inout Root, beside alternative: String? = nil)
  {
    for (entry, field) in known {
      guard let property = schema.index(of: entries[entry].key),
        !isStray(table.fields[field], beside: alternative),
        let value = value(of: entry, field, beside: alternative), let content = value.content()
      else { continue }
      if !schema.set(content, at: property, in: &root) { let _: Never? = value.wrongType() }
    }
    // That the mapping lacks its alternative only follows from what is wrong with it.
    if case .exactlyOne(let keys) = table.alternatives, keys.contains(where: suppresses) {
      value.diagnostics.suppress(parent)
    }
  }

  /// Reports numbers outside their ranges, for values that nothing else checks.
  func reportRanges<Root>(_ schema: Schema<Root>, of root: Root) {
    for diagnostic in schema.diagnostics(of: root, at: parent) {
      self[String(diagnostic.path.dropFirst(parent.count + 1))]?.report(diagnostic.message)
    }
  }

  private func isStray(_ field: Field, beside alternative: String?) -> Bool {
    guard let alternative, let owners = field.owners else { return false }
    return !owners.contains(alternative)
  }

  /// Reports fields of other alternatives than `alternative`.
  func reportStrays(beside alternative: String, _ message: (_ owners: [String]) -> String) {
    for field in known.lazy.map({ table.fields[$0.field] })
    where isStray(field, beside: alternative) {
      self[field.key]?.report(message(field.owners ?? []))
    }
  }

  /// Whether a field is present, valid or not.
  func has(_ key: String) -> Bool {
    entries.indices.contains {
      entries[$0].key == key && entries[$0].value.scalar?.isNull != true
    }
  }

  /// Reports an unknown key, unless the remedy for another one contains its own. Returns whether the advice explains
  /// what the key stands for.
  private mutating func reportUnknown(_ entry: Node.Entry) -> Bool {
    guard !suppresses(entry.key) else { return true }
    guard !value.diagnostics.isFull else {
      value.diagnostics.count(at: path(entry.key))
      return true
    }
    if let advice = RemovedField.advice(on: entry, in: table) {
      report("this field was removed; \(advice)", at: entry.key, entry.keyPlace)
      return true
    }
    let key = UnknownKey(entry: entry, entries: entries, table: table)
    guard let advice = key.advice(&value.diagnostics.wordAdvice) else {
      report("unknown", at: entry.key, entry.keyPlace)
      return false
    }
    advice.settled.forEach { value.diagnostics.suppress(path($0)) }
    if !advice.words.contains("write ") || remedies.insert(advice.words).inserted {
      report("unknown; \(advice.words)", at: entry.key, entry.keyPlace)
    }
    return !advice.settled.isEmpty
  }

  /// Reports each missing field that an alternative requires.
  func reportMissing(beside alternative: String) {
    for field in table.fields where field.neededBy.contains(alternative) {
      require(field.key, beside: alternative)
    }
  }

  private func require(_ key: String, beside alternative: String? = nil) {
    guard let field = table[key], !has(key), !suppresses(key) else { return }
    let unit = field.range(beside: alternative)?.unit ?? ""
    let words =
      switch field.type {
      case .text where key == "id": "a name of its own"
      case .text where key == "body": "the id of a body"
      case .number, .size, .formula: field.type.words + (unit.isEmpty ? "" : " in \(unit)")
      default: field.type.words
      }
    report("missing; give \(key): \(words)", at: key, value.node.place)
  }

  private func reportConflicts() {
    let keys = table.alternatives.keys
    let mustHave = if case .exactlyOne = table.alternatives { true } else { false }
    if known.count == entries.count {
      let count = known.count { entry, field in
        table.isAlternative(field) && entries[entry].value.scalar?.isNull != true
      }
      if count == 1 || count == 0 && !mustHave { return }
    }
    let given = entries.filter { keys.contains($0.key) && has($0.key) }
    if mustHave, given.isEmpty, !keys.contains(where: suppresses) {
      value.report("has none of \(keys.joined(separator: ", ")); give one")
    }
    var told = Set(given.prefix(1).map(\.key))
    for entry in given where told.insert(entry.key).inserted {
      let words = "cannot stand beside \(given[0].key); drop one of them"
      let others = table["shapes"] == nil ? "" : ", or list several under shapes"
      report(words + others, at: entry.key, entry.keyPlace)
    }
  }
}

extension FieldType {
  /// How many numbers a list of the field has; nil if it takes no list of numbers.
  fileprivate var numberCount: ClosedRange<Int>? {
    switch self {
    case .numbers(let count), .list(.formula, let count): count
    case .pair: 2...2
    case .either(let first, _): first.numberCount
    default: nil
    }
  }
}

extension Node.Entry {
  /// Returns the three or more numbers that this entry and the next ones form in `{fill: 1,0,0}`, written for a list.
  fileprivate func numbers(before next: ArraySlice<Self>) -> [String]? {
    guard let first = value.scalar?.text, Double(first) != nil else { return nil }
    let rest = next.prefix { $0.value.scalar?.isEmpty == true && Double($0.key) != nil }
    return rest.count > 1 ? [first] + rest.map(\.key) : nil
  }

  /// Returns the number that this entry and the previous one form in `{duration: 2,5}`, written for 2.5.
  fileprivate func decimals(after before: Self) -> (comma: String, point: String)? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard !key.isEmpty, key.utf8.allSatisfy({ digits ~= $0 }), value.scalar?.isEmpty == true,
      let whole = before.value.scalar?.text, Int(whole) != nil
    else { return nil }
    return ("\(whole),\(key)", "\(whole).\(key)")
  }
}
