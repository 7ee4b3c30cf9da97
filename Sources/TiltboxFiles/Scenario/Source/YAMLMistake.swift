/// An error of the YAML library in terms of the file, with a remedy.
struct YAMLMistake: CustomStringConvertible {
  /// The library's message.
  let problem: String
  /// The line in which the unfinished construct begins, if the library names one.
  let beginning: Int?
  let line: Int
  let column: Int
  let text: String

  var description: String { "\(what); \(crowdedField ?? crowdedDash ?? hint)" }

  private var what: String {
    if problem.contains("'-' indicator") { return "this line is not part of the list\(begun)" }
    if problem.contains("expected key") { return "this line is not part of the fields\(begun)" }
    if problem.contains("could not find expected ':'") { return "a key\(begun) has no colon" }
    if problem.contains("tab character") || isTab { return "a tab cannot indent a line" }
    if problem.contains("cannot start any token") {
      return "a value does not begin with \(character.map(String.init) ?? "this")"
    }
    if problem.contains("mapping values") { return "this colon does not follow a key" }
    if problem.contains("',' or '}'") { return "the braces\(begun) are not closed before this" }
    if problem.contains("',' or ']'") { return "the brackets\(begun) are not closed before this" }
    if problem.contains("end of stream") { return "the quoted text\(begun) has no end" }
    if problem.contains("expected node content") { return "there is no value here" }
    if isTooDeep { return "nested too deeply" }
    return problem + begun
  }

  private var hint: String {
    if problem.contains("could not find expected ':'") {
      return "write a key, a colon and a value; look at the line before"
    }
    if problem.contains("tab character") || isTab { return "indent with spaces" }
    if isTooDeep { return "a scenario needs but a few levels" }
    if problem.contains("cannot start any token"), let character {
      return "put a text that begins with \(character) in quotes"
    }
    if problem.contains("mapping values") {
      return "check the indentation, and put a text with a colon in quotes"
    }
    if problem.contains("',' or") { return "look for a missing comma or bracket" }
    if problem.contains("end of stream") { return "look for a missing quote" }
    if problem.contains("'-' indicator") || problem.contains("expected key") {
      return "indent it as those above it"
    }
    return "look at the indentation, the brackets and the quotes around here"
  }

  /// Text that names the line where a construct begins, unless it is the line of the mistake.
  private var begun: String {
    guard let beginning, beginning != line else { return "" }
    return " that begin\(isOfMany ? "" : "s") in line \(beginning)"
  }

  /// Whether ``begun`` follows a plural noun.
  private var isOfMany: Bool { problem.contains("',' or") || problem.contains("expected key") }

  private var isTooDeep: Bool { problem.hasPrefix("Maximum nesting level") }

  private var isTab: Bool { problem.contains("cannot start any token") && character == "\t" }

  private var character: Character? {
    let index = TextPosition.index(line: line, column: column, in: text)
    return index < text.endIndex ? text[index] : nil
  }

  /// The line of the mistake and the line before it.
  private var lines: [Substring] {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    return [line, line - 1].filter { all.indices.contains($0 - 1) }.map { all[$0 - 1] }
  }

  /// The remedy for a field without a space after its colon: `name:t`.
  private var crowdedField: String? {
    for line in lines {
      let words = line.drop { $0 == " " || $0 == "-" }
      guard let colon = words.firstIndex(of: ":"), colon != words.startIndex,
        words[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
        let next = words[colon...].dropFirst().first, next != " "
      else { continue }
      let value = words[colon...].dropFirst().prefix(40)
      return "write a space after the colon: \(words[..<colon]): \(value)"
    }
    return nil
  }

  /// The remedy for a list element without a space after its dash: `-id: ball`.
  private var crowdedDash: String? {
    for line in lines {
      let words = line.drop { $0 == " " }
      guard words.first == "-", words.dropFirst().first?.isLetter == true else { continue }
      return "write a space after the dash: - \(words.dropFirst().prefix(40))"
    }
    return nil
  }
}
