internal import Tiltbox

// Mistakes at the place that the YAML library reports.
extension YAMLDiagnosis {
  /// A text with braces and without quotes, in which YAML reads a mapping: `{id: brick-{i}}`; nil for anything else at a
  /// place of a text.
  static func braces(in lines: Lines, _ line: Int, _ column: Int) -> Diagnostic? {
    guard let characters = lines[line], column <= characters.count,
      let open = characters[..<column].lastIndex(of: "{"),
      let close = characters[open...].firstIndex(of: "}"), [open, close + 1].contains(column - 1),
      close > open + 1, !characters[(open + 1)..<close].contains(where: { ":,{[\"".contains($0) })
    else { return nil }
    var (start, end) = (open, close + 1)
    while start > 0, !",[{\"".contains(characters[start - 1]) {
      if characters[start - 1] == " ", start > 1, ":-".contains(characters[start - 2]) { break }
      start -= 1
    }
    while start < open, characters[start] == " " { start += 1 }
    while end < characters.count, !",]}#\"".contains(characters[end]) {
      if characters[end] == "{" { end = characters[end...].firstIndex(of: "}") ?? end }
      end += 1
    }
    while characters[end - 1] == " " { end -= 1 }
    guard !characters[start..<open].contains("]"), end - start > close + 1 - open else {
      return nil
    }
    let words = "put a text with braces in quotes: \"\(String(characters[start..<end]))\""
    return Diagnostic(place: .file(line: line, column: start + 1), words)
  }

  /// A bracket too many, or a text after a list, at a place of a text; nil for anything else there. `isOpen` says whether
  /// the library misses the end of a list or a mapping.
  static func surplus(
    in lines: Lines,
    _ line: Int,
    _ column: Int,
    whereOpen isOpen: Bool
  ) -> Diagnostic? {
    guard let characters = lines[line], characters.indices.contains(column - 1) else { return nil }
    let (before, rest) = (characters[..<(column - 1)], characters[(column - 1)...])
    let last = before.last { $0 != " " }
    let place = SourceLocation.file(line: line, column: column)
    if let bracket = rest.first, "]}".contains(bracket) {
      if isOpen {
        // It may also end an outer list, if the bracket before it is missing.
        let open = openBrackets(in: lines, before: line, column)
        let follows = rest.dropFirst().first { $0 != " " }
        guard let last, "]}".contains(last),
          !open.contains(opening(bracket)) || follows.map(opening) == open.last
        else { return nil }
      }
      return Diagnostic(place: place, "a \(bracket) too many; drop it")
    }
    guard !isOpen, let last, "]}".contains(last) else { return nil }
    let text = rest.prefix { !",]}".contains($0) }
    let surplus = String(text.isEmpty ? rest.prefix(1) : text)
    let words = "\"\(surplus)\" stands after the \(last == "]" ? "list" : "braces"); drop it"
    return Diagnostic(place: place, words)
  }

  private static func opening(_ bracket: Character) -> Character {
    switch bracket {
    case "]": "["
    case "}": "{"
    default: bracket
    }
  }

  /// Returns the brackets that are open before a place of a text, the innermost last; skips quoted texts and comments.
  private static func openBrackets(
    in lines: Lines,
    before line: Int,
    _ column: Int
  ) -> [Character] {
    var open: [Character] = []
    var quote: Character?
    for number in 1...line {
      guard let characters = lines[number] else { continue }
      let end = number == line ? column - 1 : characters.count
      var last: Character = ":"
      scan: for (index, next) in characters.prefix(end).enumerated() {
        guard quote == nil || quote == next else { continue }
        let beginsValue = ":,-[{".contains(last)
        switch next {
        case _ where quote != nil: quote = nil
        case " ": continue
        case "#" where index == 0 || characters[index - 1] == " ": break scan
        case "\"" where beginsValue, "'" where beginsValue: quote = next
        case "[" where beginsValue || !open.isEmpty, "{" where beginsValue || !open.isEmpty:
          open.append(next)
        case "]", "}": _ = open.popLast()
        default: break
        }
        last = next
      }
    }
    return open
  }
}
