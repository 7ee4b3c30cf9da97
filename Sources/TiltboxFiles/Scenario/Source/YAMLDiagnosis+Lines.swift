internal import Tiltbox

// Mistakes that the text itself shows, where the YAML library reports only what follows from them.
extension YAMLDiagnosis {
  /// The place of a mistake in a line, and the remedy.
  typealias LineDiagnostic = (offset: Int, words: String)

  /// The lines of a text, up to a length that nobody reads.
  struct Lines {
    private static let longest = 10_000
    private let lines: [Substring]

    init(_ text: String) {
      lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// The characters of a line, counted from 1; nil if there is no such line.
    subscript(number: Int) -> [Character]? {
      lines.indices.contains(number - 1) ? Array(lines[number - 1].prefix(Self.longest)) : nil
    }
  }

  /// Finds the first mistake in some lines of a text.
  static func diagnostic(in lines: Lines, from first: Int, to last: Int) -> Diagnostic? {
    for number in max(first, 1)...max(last, 1) {
      guard let line = lines[number],
        let (offset, words) =
          inKey(line) ?? crowdedField(line) ?? crowdedDash(line) ?? color(line) ?? bound(line)
      else { continue }
      return Diagnostic(place: .file(line: number, column: offset + 1), words)
    }
    return nil
  }

  /// Finds a mistake that YAML may take for a part of a key.
  static func inKey(_ line: [Character]) -> LineDiagnostic? { strangeBlank(line) ?? slashes(line) }

  /// An indentation with something that looks like a space.
  private static func strangeBlank(_ line: [Character]) -> LineDiagnostic? {
    let blanks = line.prefix(while: \.isWhitespace)
    for (offset, blank) in blanks.enumerated() {
      guard let name = strangeBlank(blank) else { continue }
      return (offset, "\(name) cannot indent a line; indent with spaces")
    }
    return nil
  }

  /// Returns the name of a character that looks like a space; nil for spaces, tabs and all others.
  private static func strangeBlank(_ blank: Character) -> String? {
    guard blank.isWhitespace, blank != " ", blank != "\t",
      let code = blank.unicodeScalars.first?.value
    else { return nil }
    let digits = String(code, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return code == 0xA0 ? "\(name), a no-break space," : name
  }

  /// A comment of other languages: `// the ball`.
  private static func slashes(_ line: [Character]) -> LineDiagnostic? {
    let found = line.indices.first { index in
      line[index...].prefix(2) == ["/", "/"] && (index == 0 || " \t{[,".contains(line[index - 1]))
    }
    return found.map { ($0, "a comment begins with #, also here") }
  }

  /// A field without a space after its colon: `name:t`.
  private static func crowdedField(_ line: [Character]) -> LineDiagnostic? {
    let words = line.drop { $0 == " " || $0 == "-" }
    guard let colon = words.firstIndex(of: ":"), colon != words.startIndex,
      words[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
      let next = words[colon...].dropFirst().first, next != " ", next != "\t"
    else { return nil }
    let value = String(words[colon...].dropFirst().prefix(40))
    return (words.startIndex, crowdedColon(String(words[..<colon]), value))
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
  private static func crowdedDash(_ line: [Character]) -> LineDiagnostic? {
    let words = line.drop { $0 == " " }
    guard words.first == "-", let next = words.dropFirst().first,
      next.isLetter || "{[".contains(next)
    else { return nil }
    let element = String(words.dropFirst().prefix(40))
    return (words.startIndex, "write a space after the dash: - \(element)")
  }

  /// A colour that begins a comment, which swallows a bracket: `{fill: #ff0000}`.
  private static func color(_ line: [Character]) -> LineDiagnostic? {
    guard let hash = line.firstIndex(of: "#"), hash > 0, line[hash - 1] == " " else { return nil }
    let digits = line[(hash + 1)...].prefix(while: \.isHexDigit)
    guard let next = line[digits.endIndex...].first, ",]}".contains(next),
      let color = ColorName.list(of: "#" + String(digits))
    else { return nil }
    return (hash, "# begins a comment here; write \(color)")
  }

  /// A bound as a comparison, which YAML takes for the beginning of a text of several lines: `y: >80`.
  private static func bound(_ line: [Character]) -> LineDiagnostic? {
    guard let sign = line.firstIndex(of: ">"),
      line[..<sign].last(where: { $0 != " " }) == ":", line[sign - 1] == " "
    else { return nil }
    let number = line[(sign + 1)...].drop { $0 == "=" || $0 == " " }
      .prefix { !", }]#".contains($0) }
    guard let first = number.first, first.isLetter || number.contains(where: \.isNumber) else {
      return nil
    }
    return (sign, "a value does not begin with >; write {min: \(String(number))}")
  }
}
