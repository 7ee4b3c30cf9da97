internal import Tiltbox

/// An error of the YAML library in terms of the file, with a remedy.
struct YAMLDiagnosis {
  /// The library's message.
  let problem: String
  /// The line in which the unfinished construct begins, if the library names one.
  let beginning: Int?
  private let line, column: Int
  private let text: String
  private let lines: [Substring]

  init(problem: String, beginning: Int?, at place: (line: Int, column: Int), in text: String) {
    (self.problem, self.beginning, self.text) = (problem, beginning, text)
    (line, column) = place
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// The mistake that the text itself shows, or else what the library reports.
  var diagnostic: Diagnostic {
    diagnosticOfVersion ?? diagnosticOfBraces ?? diagnosticOfLine ?? diagnosticOfSurplus
      ?? diagnostic(explanation)
  }

  /// Whether brackets or braces are not closed.
  private var isOpen: Bool { problem.contains("',' or") }

  private func diagnostic(_ words: String, at column: Int? = nil) -> Diagnostic {
    Diagnostic(place: .file(line: line, column: column ?? self.column), words)
  }

  /// The library's message in terms of the file.
  private var explanation: String {
    let sign = character.map { String($0) } ?? "this"
    let words = problem.contains("cannot start any token") && sign == "\t" ? Self.tab : problem
    let start = beginning.flatMap { $0 == line ? nil : $0 }
    let known = Self.explanations.first { words.contains($0.key) }?.value
    return (known ?? "\(problem){that begins}; \(Self.anyRemedy)")
      .replacing("{that begins}", with: start.map { " that begins in line \($0)" } ?? "")
      .replacing("{that begin}", with: start.map { " that begin in line \($0)" } ?? "")
      .replacing("{sign}", with: sign)
  }

  /// Explanations by a part of the library's message. In them, `{that begins}` stands for the line in which the unfinished
  /// construct begins, unless it is that of the mistake, and `{sign}` for the character at its place.
  private static let explanations: KeyValuePairs = [
    "'-' indicator":
      "this line is not part of the list{that begins}; indent it as those above it",
    "expected key": "this line is not part of the fields{that begin}; indent it as those above it",
    "could not find expected ':'":
      "a key{that begins} has no colon; write a key, a colon and a value; look at the line before",
    tab: "a tab cannot indent a line; indent with spaces",
    "cannot start any token":
      "a value does not begin with {sign}; put a text that begins with {sign} in quotes",
    "mapping values":
      "this colon does not follow a key; check the indentation, and put a text with a colon in quotes",
    "',' or '}'":
      "the braces{that begin} are not closed before this; look for a missing comma or bracket",
    "',' or ']'":
      "the brackets{that begin} are not closed before this; look for a missing comma or bracket",
    "document start": "a scenario begins with tiltbox: 1; write its fields with colons",
    "end of stream": "the quoted text{that begins} has no end; look for a missing quote",
    "expected node content": "there is no value here; \(anyRemedy)",
    depthProblem: "nested too deeply; a scenario needs but a few levels",
  ]

  private static let tab = "tab character"

  /// The beginning of the message about a text that is nested too deeply; newer versions of the library write it too.
  static let depthProblem = "Maximum nesting level"

  private static let anyRemedy =
    "look at the indentation, the brackets and the quotes around here"

  private var character: Character? {
    let index = TextPosition.index(line: line, column: column, in: text)
    return index < text.endIndex ? text[index] : nil
  }
}

// Mistakes that the text itself shows, where the YAML library reports only what follows from them.
extension YAMLDiagnosis {
  /// The place of a mistake in a line, and the remedy.
  typealias LineDiagnostic = (offset: Int, words: String)

  /// The maximum number of characters of a line that are looked at.
  private static let longestLine = 10_000

  /// Returns the characters of a line, counted from 1; nil if there is no such line.
  private func characters(ofLine number: Int) -> [Character]? {
    lines.indices.contains(number - 1) ? Array(lines[number - 1].prefix(Self.longestLine)) : nil
  }

  /// A version without a colon, of which the library reports the next field.
  private var diagnosticOfVersion: Diagnostic? {
    guard let index = lines.firstIndex(where: { $0.wholeMatch(of: /tiltbox +[0-9]+ */) != nil })
    else { return nil }
    return Diagnostic(place: .file(line: index + 1, column: 1), "write a colon: tiltbox: 1")
  }

  /// The first mistake in the lines from the beginning of the construct, or from the line before.
  private var diagnosticOfLine: Diagnostic? {
    let first = isOpen ? beginning ?? line : line - 1
    for number in max(first, 1)...max(line, 1) {
      guard let line = characters(ofLine: number).map({ Substring($0) }),
        let (offset, words) =
          Self.inKey(line) ?? Self.crowdedField(line) ?? Self.crowdedDash(line)
          ?? Self.color(line) ?? Self.bound(line) ?? Self.condition(line)
      else { continue }
      return Diagnostic(place: .file(line: number, column: offset + 1), words)
    }
    return nil
  }

  /// Finds a mistake that YAML may take for a part of a key.
  static func inKey(_ line: Substring) -> LineDiagnostic? { strangeBlank(line) ?? slashes(line) }

  /// An indentation with something that looks like a space.
  private static func strangeBlank(_ line: Substring) -> LineDiagnostic? {
    line.prefix(while: \.isWhitespace).enumerated().lazy.compactMap { offset, blank in
      strangeBlank(blank).map { (offset, "\($0) cannot indent a line; indent with spaces") }
    }.first
  }

  /// Returns the name of a character that looks like a space; nil for spaces, tabs and all others.
  private static func strangeBlank(_ blank: Character) -> String? {
    guard blank.isWhitespace, blank != " ", blank != "\t", let code = blank.unicodeScalars.first
    else { return nil }
    return SourceText.name(of: code) + (code == "\u{A0}" ? ", a no-break space," : "")
  }

  /// A comment of other languages: `// the ball`.
  private static func slashes(_ line: Substring) -> LineDiagnostic? {
    let found = line.firstMatch(of: /(?:^|[ \t{\[,])(\/\/)/)
    return found.map { (line.offset(of: $0.1), "a comment begins with #, also here") }
  }

  /// A field without a space after its colon: `name:t`.
  private static func crowdedField(_ line: Substring) -> LineDiagnostic? {
    line.prefixMatch(of: /[ -]*([\p{Alphabetic}\p{N}_]+):([^ \t].{0,39})/).map {
      (line.offset(of: $0.1), crowdedColon(String($0.1), String($0.2)))
    }
  }

  /// Returns the advice for a field whose colon has no space after it, or something that looks like one.
  static func crowdedColon(_ field: String, _ value: String) -> String {
    let remedy = "\(field): \(value.drop(while: \.isWhitespace))"
    guard let blank = value.first.flatMap(strangeBlank) else {
      return "write a space after the colon: \(remedy)"
    }
    return "\(blank) follows the colon; write a space: \(remedy)"
  }

  /// A list element without a space after its dash: `-id: ball`, `-{id: ball}`.
  private static func crowdedDash(_ line: Substring) -> LineDiagnostic? {
    line.prefixMatch(of: /[ ]*(-)([\p{Alphabetic}{\[].{0,39})/).map {
      (line.offset(of: $0.1), "write a space after the dash: - \($0.2)")
    }
  }

  /// A colour that begins a comment, which swallows a bracket: `{fill: #ff0000}`.
  private static func color(_ line: Substring) -> LineDiagnostic? {
    guard let match = line.prefixMatch(of: /[^#]* (#[0-9a-fA-F]*)[,\]}]/),
      let color = ColorName.list(of: String(match.1))
    else { return nil }
    return (line.offset(of: match.1), "# begins a comment here; write \(color)")
  }

  /// A bound as a comparison, which YAML takes for the beginning of a text of several lines: `y: >80`.
  private static func bound(_ line: Substring) -> LineDiagnostic? {
    guard let (_, sign, number) = line.prefixMatch(of: /[^>]*: +(>)[= ]*([^, }\]#]+)/)?.output,
      number.first?.isLetter == true || number.contains(where: \.isNumber)
    else { return nil }
    return (line.offset(of: sign), "a value does not begin with >; write {min: \(number)}")
  }

  /// A condition in a formula, whose colon YAML takes for that of a field: `circle: =n > 2 ? 3 : 4`.
  private static func condition(_ line: Substring) -> LineDiagnostic? {
    line.prefixMatch(of: /[^#]*?[:\[,] *([^ :,\[{}\]#"'][^:,\]}#"']*\?[^:,\]}#"']* : )/).map {
      (line.offset(of: $0.1), FormulaSigns.noConditions)
    }
  }
}

extension Substring {
  /// Returns the number of characters before a part.
  fileprivate func offset(of part: Substring) -> Int {
    distance(from: startIndex, to: part.startIndex)
  }
}

// Mistakes at the place that the YAML library reports.
extension YAMLDiagnosis {
  /// A text with braces and without quotes, in which YAML reads a mapping: `{id: brick-{i}}`; nil for anything else.
  private var diagnosticOfBraces: Diagnostic? {
    guard let characters = characters(ofLine: line), column <= characters.count,
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
    let text = String(characters[start..<end])
    return diagnostic("put a text with braces in quotes: \"\(text)\"", at: start + 1)
  }

  /// A bracket too many, or a text after a list; nil for anything else.
  private var diagnosticOfSurplus: Diagnostic? {
    guard let characters = characters(ofLine: line), characters.indices.contains(column - 1) else {
      return nil
    }
    let (before, rest) = (characters[..<(column - 1)], characters[(column - 1)...])
    let last = before.last { $0 != " " }
    if let bracket = rest.first, "]}".contains(bracket) {
      if isOpen {
        // It may also end an outer list, if the bracket before it is missing.
        let open = openBrackets
        let follows = rest.dropFirst().first { $0 != " " }
        guard let last, "]}".contains(last),
          !open.contains(Self.opening(bracket)) || follows.map(Self.opening) == open.last
        else { return nil }
      }
      return diagnostic("a \(bracket) too many; drop it")
    }
    guard !isOpen, let last, "]}".contains(last) else { return nil }
    let text = rest.prefix { !",]}".contains($0) }
    let surplus = String(text.isEmpty ? rest.prefix(1) : text)
    return diagnostic(
      "\"\(surplus)\" stands after the \(last == "]" ? "list" : "braces"); drop it"
    )
  }

  private static func opening(_ bracket: Character) -> Character {
    switch bracket {
    case "]": "["
    case "}": "{"
    default: bracket
    }
  }

  /// The brackets that are open before the place, the innermost last; skips quoted texts and comments.
  private var openBrackets: [Character] {
    var open: [Character] = []
    var quote: Character?
    for number in 1...line {
      guard let characters = characters(ofLine: number) else { continue }
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
