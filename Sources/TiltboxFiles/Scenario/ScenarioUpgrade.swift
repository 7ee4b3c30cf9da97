package import Tiltbox

/// A scenario file of an earlier version, rewritten for this one. All else in it stays as it is, comments included.
package struct ScenarioUpgrade {
  /// What was changed, in the order of the file.
  package private(set) var changes: [Diagnostic] = []
  /// The new text.
  package private(set) var text: String

  /// Replaces the removed fields of a text, and those that have no effect any more. Complexity: O(*length*).
  ///
  /// Throws `Diagnostic` if the text is not a scenario file.
  package init(_ text: String) throws(Diagnostic) {
    self.text = text
    guard let entries = try Scenario.parse(text)["world"]?.mapping else { return }
    let named = entries.first { $0.key == "engine" }?.value.scalar?.text
    let carrier = entries.firstIndex { RemovedField.engine(of: $0) != nil }
    let engine = named ?? carrier.flatMap { RemovedField.engine(of: entries[$0]) } ?? "tiltbox"
    var removed = entries.indices.filter {
      RemovedField.reason(toDrop: entries[$0], from: engine) != nil
    }
    // The entry that becomes the engine. A world whose fields were all dropped would be null.
    var replaced = named == nil ? carrier : nil
    if replaced == nil, removed.count == entries.count { replaced = removed.first }
    // From the end to the beginning, so that the places of earlier fields stay true.
    removed.reverse()
    for index in removed {
      let entry = entries[index]
      guard replace(entry, by: index == replaced ? engine : nil) else { continue }
      let reason = RemovedField.reason(toDrop: entry, from: engine) ?? ""
      let words = index == replaced ? "is now engine: \(engine)" : "dropped, since \(reason)"
      changes.insert(Diagnostic(place: entry.keyPlace, path: "world.\(entry.key)", words), at: 0)
    }
  }

  private func index(of place: SourceLocation) -> String.Index? {
    guard case .file(let line, let column) = place else { return nil }
    // A byte order mark takes no column.
    let mark = line == 1 && text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
    return TextPosition.index(line: line, column: column + mark, in: text)
  }

  /// Replaces an entry by an engine, or drops it with what separates it from its neighbours. Returns whether it can:
  /// the value must be a word in a line.
  private mutating func replace(_ entry: Node.Entry, by engine: String?) -> Bool {
    guard let start = index(of: entry.keyPlace), let word = entry.value.scalar?.text,
      let first = index(of: entry.value.place)
    else { return false }
    let written = ["\"", "'", ""].map { "\($0)\(word)\($0)" }.first(where: text[first...].hasPrefix)
    guard let written else { return false }
    let end = text.unicodeScalars.index(first, offsetBy: written.unicodeScalars.count)
    if let engine {
      // JSON needs quotes.
      let words = text[start] == "\"" ? "\"engine\": \"\(engine)\"" : "engine: \(engine)"
      text.replaceSubrange(start..<end, with: words)
    } else {
      text.unicodeScalars.removeSubrange(extent(start..<end))
    }
    return true
  }

  /// Returns an entry with what goes with it: in braces, the comma after it, or else the one before; otherwise its
  /// line, unless a comment follows.
  private func extent(_ entry: Range<String.Index>) -> Range<String.Index> {
    let scalars = text.unicodeScalars
    let (before, after) = (scalars[..<entry.lowerBound], scalars[entry.upperBound...])
    let next = after.drop(while: \.properties.isWhitespace)
    if next.first == "," {
      return entry.lowerBound..<next.dropFirst().drop(while: \.properties.isWhitespace).startIndex
    }
    if next.first == "}" {
      let comma = before.lastIndex { !$0.properties.isWhitespace }
      return
        (comma.flatMap { scalars[$0] == "," ? $0 : nil } ?? entry.lowerBound)..<entry.upperBound
    }
    let rest = after.drop { $0 == " " || $0 == "\t" }
    // A comment stays, with its distance from the margin.
    if rest.first == "#" { return entry.lowerBound..<rest.startIndex }
    let margin = before.lastIndex { $0 != " " && $0 != "\t" }.map(scalars.index(after:))
    let ending = rest.starts(with: "\r\n".unicodeScalars) ? 2 : 1
    return (margin ?? scalars.startIndex)..<rest.dropFirst(ending).startIndex
  }
}

/// The fields of earlier versions, which files may still have.
enum RemovedField {
  /// Returns what to write instead of a removed field of a table; nil for other keys.
  static func advice(on entry: Node.Entry, in table: FieldTable) -> String? {
    guard table.name == Scenario.World.fields.table.name else { return nil }
    switch (entry.key, engine(of: entry)) {
    case ("broadphase", nil): return "drop it: engine: tiltbox, the default, has a grid"
    case ("broadphase", _):
      return "write engine: chipmunk for the C library's own step, or drop the field"
    case ("continuous", nil):
      return "drop it: engine: tiltbox, the default, always has continuous collision"
    case ("continuous", _):
      return "write engine: chipmunk, which has no continuous collision, or drop the field"
    default: return nil
    }
  }

  /// Returns the engine that does what a removed field of the world asked for; nil if the default does, and for other
  /// fields.
  static func engine(of entry: Node.Entry) -> String? {
    switch (entry.key, entry.value.scalar?.text) {
    case ("broadphase", "tree"), ("continuous", "false"): "chipmunk"
    default: nil
    }
  }

  /// Returns why a file may lose a field of the world; nil for a field that has an effect.
  static func reason(toDrop entry: Node.Entry, from engine: String) -> String? {
    switch entry.key {
    case "broadphase": "the engine decides on the broad phase"
    case "continuous": "the engine decides on continuous collision"
    case "iterations" where engine == "tiltbox": "engine: tiltbox has substeps"
    case "integrator" where engine == "tiltbox": "a free fall is exact with engine: tiltbox"
    case "substeps" where engine == "chipmunk": "engine: chipmunk has iterations"
    default: nil
    }
  }
}
