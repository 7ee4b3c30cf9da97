package import Tiltbox

/// A scenario file of an earlier version, rewritten for this one. All else in it stays as it is, comments included.
package struct ScenarioUpgrade {
  /// What was changed, in the order of the file.
  package private(set) var changes: [Diagnostic] = []
  private var scalars: [Unicode.Scalar]
  /// The index of the first character of each line.
  private var lines: [Int]

  /// The new text.
  package var text: String { String(String.UnicodeScalarView(scalars)) }

  /// Replaces the removed fields of a text, and those that have no effect any more. Complexity: O(*length*).
  ///
  /// Throws `Diagnostic` if the text is not a scenario file.
  package init(_ text: String) throws(Diagnostic) {
    scalars = Array(text.unicodeScalars)
    lines = [scalars.first == "\u{FEFF}" ? 1 : 0]
    for index in scalars.indices where Self.isBreak(scalars[index]) {
      let isPair = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if !isPair { lines.append(index + 1) }
    }
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

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
  }

  private func index(of place: SourceLocation) -> Int? {
    guard case .file(let line, let column) = place, lines.indices.contains(line - 1) else {
      return nil
    }
    return lines[line - 1] + column - 1
  }

  /// Replaces an entry by an engine, or drops it with what separates it from its neighbours. Returns whether it can:
  /// the value must be a word in a line.
  private mutating func replace(_ entry: Node.Entry, by engine: String?) -> Bool {
    guard let start = index(of: entry.keyPlace), let value = entry.value.scalar,
      let first = index(of: entry.value.place)
    else { return false }
    let quote: Unicode.Scalar? =
      scalars[first] == "\"" || scalars[first] == "'" ? scalars[first] : nil
    let end = first + value.text.unicodeScalars.count + (quote == nil ? 0 : 2)
    let text = scalars[first..<min(end, scalars.count)].drop { $0 == quote }.prefix(
      value.text.unicodeScalars.count
    )
    guard end <= scalars.count, Array(text) == Array(value.text.unicodeScalars) else {
      return false
    }
    if let engine {
      // JSON needs quotes.
      let words = scalars[start] == "\"" ? "\"engine\": \"\(engine)\"" : "engine: \(engine)"
      scalars.replaceSubrange(start..<end, with: words.unicodeScalars)
      return true
    }
    scalars.removeSubrange(extent(start..<end))
    return true
  }

  /// Returns an entry with what goes with it: in braces, the comma after it, or else the one before; otherwise its
  /// line, unless a comment follows.
  private func extent(_ entry: Range<Int>) -> Range<Int> {
    func isSpace(_ index: Int) -> Bool { scalars[index] == " " || scalars[index] == "\t" }
    func isBlank(_ index: Int) -> Bool { isSpace(index) || Self.isBreak(scalars[index]) }
    var (start, end) = (entry.lowerBound, entry.upperBound)
    var next = end
    while next < scalars.count, isBlank(next) { next += 1 }
    if next < scalars.count, scalars[next] == "," {
      end = next + 1
      while end < scalars.count, isBlank(end) { end += 1 }
      return start..<end
    }
    if next < scalars.count, scalars[next] == "}" {
      var before = start - 1
      while before >= 0, isBlank(before) { before -= 1 }
      return before >= 0 && scalars[before] == "," ? before..<end : start..<end
    }
    while end < scalars.count, isSpace(end) { end += 1 }
    guard end == scalars.count || Self.isBreak(scalars[end]) else { return start..<end }
    while start > 0, isSpace(start - 1) { start -= 1 }
    if end < scalars.count {
      end += scalars[end] == "\r" && end + 1 < scalars.count && scalars[end + 1] == "\n" ? 2 : 1
    }
    return start..<end
  }
}
