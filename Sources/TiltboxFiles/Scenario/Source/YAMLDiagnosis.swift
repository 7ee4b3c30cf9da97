internal import Tiltbox

/// An error of the YAML library in terms of the file, with a remedy.
struct YAMLDiagnosis {
  /// The library's message.
  let problem: String
  /// The line in which the unfinished construct begins, if the library names one.
  let beginning: Int?
  let line: Int
  let column: Int
  let text: String

  /// The mistake that the text itself shows, or else what the library reports.
  var diagnostic: Diagnostic {
    // Brackets or braces that are not closed.
    let isOpen = problem.contains("',' or")
    let lines = Lines(text)
    let (what, remedy) = explanation
    return Self.braces(in: lines, line, column)
      ?? Self.diagnostic(in: lines, from: isOpen ? beginning ?? line : line - 1, to: line)
      ?? Self.surplus(in: lines, line, column, whereOpen: isOpen)
      ?? Diagnostic(place: .file(line: line, column: column), "\(what); \(remedy)")
  }

  private var explanation: (what: String, remedy: String) {
    switch true {
    case problem.contains("'-' indicator"):
      ("this line is not part of the list\(begun("begins"))", "indent it as those above it")
    case problem.contains("expected key"):
      ("this line is not part of the fields\(begun("begin"))", "indent it as those above it")
    case problem.contains("could not find expected ':'"):
      (
        "a key\(begun("begins")) has no colon",
        "write a key, a colon and a value; look at the line before"
      )
    case problem.contains("tab character"), isTab:
      ("a tab cannot indent a line", "indent with spaces")
    case problem.contains("cannot start any token"):
      character.map {
        ("a value does not begin with \($0)", "put a text that begins with \($0) in quotes")
      } ?? ("a value does not begin with this", Self.anyRemedy)
    case problem.contains("mapping values"):
      (
        "this colon does not follow a key",
        "check the indentation, and put a text with a colon in quotes"
      )
    case problem.contains("',' or '}'"):
      (
        "the braces\(begun("begin")) are not closed before this",
        "look for a missing comma or bracket"
      )
    case problem.contains("',' or ']'"):
      (
        "the brackets\(begun("begin")) are not closed before this",
        "look for a missing comma or bracket"
      )
    case problem.contains("document start"):
      ("a scenario begins with tiltbox: 1", "write its fields with colons")
    case problem.contains("end of stream"):
      ("the quoted text\(begun("begins")) has no end", "look for a missing quote")
    case problem.contains("expected node content"):
      ("there is no value here", Self.anyRemedy)
    case problem.hasPrefix(Self.depthProblem):
      ("nested too deeply", "a scenario needs but a few levels")
    default: (problem + begun("begins"), Self.anyRemedy)
    }
  }

  /// The beginning of the message about a text that is nested too deeply; newer versions of the library write it too.
  static let depthProblem = "Maximum nesting level"

  private static let anyRemedy =
    "look at the indentation, the brackets and the quotes around here"

  /// Says where something begins, unless it is in the line of the mistake.
  private func begun(_ verb: String) -> String {
    guard let beginning, beginning != line else { return "" }
    return " that \(verb) in line \(beginning)"
  }

  private var isTab: Bool { problem.contains("cannot start any token") && character == "\t" }

  private var character: Character? {
    let index = TextPosition.index(line: line, column: column, in: text)
    return index < text.endIndex ? text[index] : nil
  }
}
