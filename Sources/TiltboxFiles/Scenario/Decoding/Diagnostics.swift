internal import Tiltbox

/// The diagnostics of a file found so far.
final class Diagnostics {
  private var equal = EqualDiagnostics()
  private var suppressed: Set<String> = []
  private var suppressedParts: Set<String> = []
  private var unreliable: Set<String> = []
  /// The positions of copied bodies and constraints in the file.
  var copies = Copies()
  /// The diagnostics of copies, by a diagnostic without words at the place of the pattern.
  private var repeated: [Diagnostic: RepeatedDiagnostic] = [:]

  /// The text of the file, in which comments are found; empty if there is none.
  var text = ""
  private lazy var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)

  /// The errors of files that the scenario names and that could not be opened; each is reported, too.
  var fileErrors: [FileError] = []
  /// Whether a file that the scenario names has invalid contents.
  var hasInvalidFiles = false

  /// The number of reports, including repeated ones.
  private(set) var reportCount = 0

  /// The advice on unknown words, which many mappings may contain.
  var wordAdvice = WordAdvice()

  var isEmpty: Bool { equal.isEmpty && repeated.isEmpty }

  /// Whether there are so many problems that further ones are only counted.
  var isFull: Bool { reportCount >= Scenario.mostProblems }
  private var unwordedCount = 0

  /// Counts a problem in a field, of which nothing else is said.
  func count(at path: String) {
    reportCount += 1
    unwordedCount += 1
    suppress(path)
  }

  /// Reports a problem, unless it is already known.
  func report(_ message: String, at path: String, _ place: SourceLocation) {
    report(Diagnostic(place: place, path: path, message))
  }

  /// Reports a problem, unless it is already known.
  func report(_ diagnostic: Diagnostic) {
    guard !isFull else { return count(at: diagnostic.path) }
    reportCount += 1
    if case .file? = diagnostic.place, let copy = copies.copy(at: diagnostic.path),
      !copy.counts.isEmpty
    {
      let spot = Diagnostic(place: diagnostic.place, path: copy.path, "")
      repeated[spot, default: RepeatedDiagnostic(first: copy)].add(diagnostic.message, in: copy)
    } else {
      equal.add(diagnostic)
    }
    suppress(diagnostic.path)
  }

  /// Returns the result of work; if it throws, reports the problem.
  @discardableResult
  func attempt<Result>(_ work: () throws(Diagnostic) -> Result) -> Result? {
    do {
      return try work()
    } catch {
      report(error)
      return nil
    }
  }

  /// Suppresses problems that only follow from a reported one, such as a missing field whose key is misspelt.
  func suppress(_ path: String) { suppressed.insert(path) }

  /// Suppresses all problems in a part that could not be read as a whole.
  func suppressPart(_ path: String) { suppressedParts.insert(path) }

  /// Marks a name whose object could not be read, so that references to it are not reported.
  func markUnreliable(_ name: String) { unreliable.insert(name) }

  /// Whether the object with this name could not be read.
  func isUnreliable(_ name: String) -> Bool { unreliable.contains(name) }

  /// Whether problems in a field are suppressed.
  func suppresses(_ path: @autoclosure () -> String) -> Bool {
    if suppressed.isEmpty, suppressedParts.isEmpty { return false }
    let path = path()
    if suppressed.contains(path) || suppressedParts.contains(path) { return true }
    guard !suppressedParts.isEmpty else { return false }
    return path.indices.contains { end in
      ".[".contains(path[end]) && suppressedParts.contains(String(path[..<end]))
    }
  }

  /// Returns the comment that begins right after a place, with its `#`, unless a space follows the `#`.
  func comment(after place: SourceLocation) -> String? {
    guard let comment = rest(from: place)?.drop(while: { $0 == " " }) else { return nil }
    guard comment.hasPrefix("#"), comment.dropFirst().first?.isWhitespace == false else {
      return nil
    }
    return comment.trimmed
  }

  /// Returns the text from a place to the end of its line; nil outside the file, and far into a long line.
  func rest(from place: SourceLocation) -> String? {
    guard case .file(let line, let column) = place, lines.indices.contains(line - 1),
      column <= Self.longestLine
    else { return nil }
    let text = lines[line - 1].unicodeScalars.prefix(Self.longestLine)
    return String(Substring(text.dropFirst(column - 1)))
  }

  /// The maximum length of lines in which comments are found.
  private static let longestLine = 1000

  /// Returns the problems in the order of the file, followed by those of the overrides; equal ones are one.
  func error(file: String, overrides: [String]) -> ScenarioFileError {
    var all = equal
    all.change { diagnostic in
      guard case .file? = diagnostic.place else { return }
      diagnostic.path = copies.copy(at: diagnostic.path)?.path ?? diagnostic.path
      diagnostic.message = copies.written(in: diagnostic.message)
    }
    for (spot, diagnostic) in repeated {
      for words in diagnostic.words {
        all.add(Diagnostic(place: spot.place, path: spot.path, copies.written(in: words)))
      }
    }
    let (shown, omitted) = all.first(ScenarioFileError.mostDiagnostics)
    return ScenarioFileError(
      diagnostics: shown.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.source = file
        if case .override(let index)? = diagnostic.place { diagnostic.source = overrides[index] }
        return diagnostic
      },
      omittedCount: omitted + unwordedCount,
      fileErrors: fileErrors.count == reportCount ? fileErrors : [],
      hasInvalidFiles: hasInvalidFiles
    )
  }
}

/// The problems in copies of one field: the messages about the first copy represent all.
private struct RepeatedDiagnostic {
  let first: Copies.Copy
  private var messages: [String] = []
  private var numbers: Set<Int> = []
  /// Whether all messages equal those about the first copy.
  private var isAlike = true

  init(first: Copies.Copy) { self.first = first }

  mutating func add(_ message: String, in copy: Copies.Copy) {
    numbers.insert(copy.number)
    guard !messages.contains(message) else { return }
    if copy.number == first.number { messages.append(message) } else { isAlike = false }
  }

  /// The messages; they name the copies concerned unless all are.
  var words: [String] {
    if isAlike, numbers.count == first.total { return messages }
    let rest = numbers.count == 1 ? "" : ", and in \(numbers.count - 1) more"
    return messages.map { "\($0) (in the copy with \(first.indices)\(rest))" }
  }
}
