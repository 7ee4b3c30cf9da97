internal import Tiltbox

/// The fields of a mapping in the file. Keys that its table does not know are noted at once, and so are keys that
/// stand twice and fields that cannot stand together.
struct Fields {
  let value: Value
  let table: FieldTable
  private let entries: [Node.Entry]

  init(_ entries: [Node.Entry], of value: Value, _ table: FieldTable) {
    self.value = value
    self.table = table
    self.entries = entries
    var seen: Set<String> = []
    for entry in entries {
      if !seen.insert(entry.key).inserted {
        value.findings.report("given twice; keep one", at: path(entry.key), entry.keyPlace)
      } else if table[entry.key] == nil {
        reportUnknown(entry)
      }
    }
    reportMissing()
    reportConflicts()
  }

  /// The path of a field in this mapping.
  func path(_ key: String) -> String { PathComponent.key(key).appended(to: value.path) }

  /// The value of a field; nil if the file does not say, or says null.
  subscript(key: String) -> Value? {
    guard let entry = entries.first(where: { $0.key == key }) else { return nil }
    guard let field = table[key] else { preconditionFailure("\(table.name) has no field \(key)") }
    guard entry.value.scalar?.isNull != true else { return nil }
    guard entry.value.scalar?.isEmpty != true else {
      value.findings.report(
        "has no value; give \(field.type.words), or drop the key",
        at: path(key),
        entry.value.place
      )
      return nil
    }
    return Value(entry.value, at: path(key), as: field.type, value.findings)
  }

  /// Whether a field is there, be it right or wrong.
  func has(_ key: String) -> Bool {
    entries.contains { $0.key == key && $0.value.scalar?.isNull != true }
  }

  private func reportUnknown(_ entry: Node.Entry) {
    let known = table.fields.map(\.key)
    let advice: String
    if let own = OtherNames.field(for: entry.key, in: table) {
      advice = "here it is called \(own)"
      value.findings.excuse(path(own))
    } else if let near = Suggestion.nearest(to: entry.key, among: known) {
      advice = "did you mean \(near)?"
      value.findings.excuse(path(near))
    } else if let other = ([.body] + FieldTable.all).first(where: { $0[entry.key] != nil }) {
      advice = "it belongs in \(other.place)"
    } else {
      advice = "known here: \(known.joined(separator: ", "))"
    }
    value.findings.report("unknown; \(advice)", at: path(entry.key), entry.keyPlace)
  }

  private func reportMissing() {
    for key in table.required where !has(key) && !value.findings.excuses(path(key)) {
      guard let field = table[key] else { continue }
      value.findings.report(
        "missing; give \(key): \(field.type.words)",
        at: path(key),
        value.node.place
      )
    }
  }

  private func reportConflicts() {
    let (keys, mustHave) =
      switch table.alternatives {
      case .none: ([String](), false)
      case .atMostOne(let keys): (keys, false)
      case .exactlyOne(let keys): (keys, true)
      }
    let given = entries.filter { keys.contains($0.key) && has($0.key) }
    if mustHave, given.isEmpty, !keys.contains(where: { value.findings.excuses(path($0)) }) {
      value.report("has none of \(keys.joined(separator: ", ")); give one")
    }
    var told = Set(given.prefix(1).map(\.key))
    for entry in given where told.insert(entry.key).inserted {
      value.findings.report(
        "cannot stand beside \(given[0].key); drop one of them"
          + (table["shapes"] == nil ? "" : ", or list several under shapes"),
        at: path(entry.key),
        entry.keyPlace
      )
    }
  }
}

extension FieldTable {
  /// Where in a file the mapping stands.
  fileprivate var place: String {
    switch name {
    case FieldTable.body.name: "a body"
    case FieldTable.shape.name: "a shape"
    case FieldTable.filter.name: "a filter"
    case FieldTable.constraint.name: "a constraint"
    case FieldTable.value.name: "a value"
    case FieldTable.animation.name: "an animation"
    case FieldTable.scenario.name: "the top level"
    case FieldTable.expectation.name: "an expectation"
    default: name
    }
  }
}
