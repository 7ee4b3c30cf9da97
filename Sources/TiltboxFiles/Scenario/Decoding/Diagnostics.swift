internal import Tiltbox

/// The diagnostics of a file found so far.
final class Diagnostics {
  private var equal = EqualDiagnostics()
  private var suppressed: Set<String> = []
  private var suppressedParts: Set<String> = []
  private var unreliable: Set<String> = []
  /// The positions of copied bodies and constraints in the file.
  var copies = Copies()
  /// Where each of the model's bodies and constraints comes from, if there are ropes, blobs or wheels: an element of the
  /// list, or the rope or blob that made a joint.
  var origins: [String: [[PathComponent]]] = [:]
  /// The diagnostics of copies, by a diagnostic without words at the place of the pattern.
  private var repeated: [Diagnostic: RepeatedDiagnostic] = [:]

  /// The text of the file, in which comments are found; empty if there is none.
  var text = ""
  private lazy var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)

  /// The names that formulas may use in the file.
  var names = FormulaNames.constants

  /// The paths of the files of chains.
  var chains: [String] = []

  /// The errors of files that the scenario names and that could not be opened; each is reported, too.
  var fileErrors: [FileError] = []
  /// Whether a file that the scenario names has invalid contents.
  var hasInvalidFiles = false

  /// The number of reports, including repeated ones.
  private(set) var reportCount = 0

  /// The advice on unknown words, which many mappings may contain.
  var wordAdvice = WordAdvice()

  init(most: Int = Scenario.mostDiagnostics) { self.most = most }

  var isEmpty: Bool { equal.isEmpty && repeated.isEmpty }

  /// The number of problems from which on further ones are only counted.
  private let most: Int
  /// Whether there are so many problems that further ones are only counted.
  var isFull: Bool { reportCount >= most }
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
    var (shown, omitted) = all.first(ScenarioFileError.mostDiagnostics)
    for index in shown.indices {
      shown[index].source = file
      if case .override(let number)? = shown[index].place {
        shown[index].source = overrides[number]
      }
    }
    return ScenarioFileError(
      diagnostics: shown,
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

/// Finds the places of the model's diagnostics in the file.
///
/// The model knows the friction of a shape as `bodies[0].shapes[0].friction`; the file may have it in the body itself,
/// or in `defaults`.
struct DiagnosticLocator {
  let root: Node
  /// Where the model's bodies and constraints come from, if not from the elements in their order.
  var origins: [String: [[PathComponent]]] = [:]

  /// Returns the path in the file of a path in the model.
  func written(_ path: [PathComponent]) -> [PathComponent] {
    guard path.count > 1, case (.key(let list), .index(let index)) = (path[0], path[1]),
      let origins = origins[list], origins.indices.contains(index)
    else { return path }
    return origins[index] + (origins[index].count == 2 ? path.dropFirst(2) : [])
  }

  /// Returns a diagnostic of the model with its place and with the path in the file.
  func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.place = root.place
    for (list, origins) in origins {
      diagnostic.message = diagnostic.message.replacingElements(of: list) { index in
        origins.indices.contains(index) ? origins[index].path : nil
      }
    }
    guard let path = PathComponent.components(of: diagnostic.path).map(written) else {
      return diagnostic
    }
    diagnostic.path = path.path
    for written in spellings(of: path) {
      guard let node = root[written] else { continue }
      (diagnostic.place, diagnostic.path) = (node.place, written.path)
      return diagnostic
    }
    // The field is missing: the place is that of the mapping without it.
    var parent = path.dropLast()
    while !parent.isEmpty, root[parent] == nil { parent.removeLast() }
    if let node = root[parent] { diagnostic.place = node.place }
    return diagnostic
  }

  /// Returns the paths at which a field of the model may be in the file, the nearest first.
  private func spellings(of path: [PathComponent]) -> [[PathComponent]] {
    let owner = Array(path.dropLast())
    guard case .key(let field)? = path.last, path.count > 2, path[0] == .key("bodies") else {
      return path.last == .key("constant") ? [path, owner] : [path]
    }
    let keys = field == "geometry" ? FormFields.keys : [field]
    let owners = [owner, Array(path.prefix(2)), [.key("defaults")]]
    return owners.flatMap { owner in keys.map { owner + [.key($0)] } }
  }
}

/// Diagnostics, of which equal ones in the same field of several elements are one with a count.
struct EqualDiagnostics {
  private struct Occurrences {
    var first: Diagnostic
    private var last = SourceLocation.start
    private(set) var count = 0

    init(first: Diagnostic) { self.first = first }

    mutating func add(_ diagnostic: Diagnostic) {
      if diagnostic.position < first.position { first = diagnostic }
      last = max(last, diagnostic.position)
      count += 1
    }

    /// The first of the diagnostics, with the count.
    var merged: Diagnostic {
      guard count > 1 else { return first }
      var (merged, words) = (first, "\(count) times")
      if case .file(let start, _) = first.place, case .file(let end, _) = last, end > start {
        words += ", the last in line \(end)"
      }
      merged.message += " (\(words))"
      return merged
    }
  }

  /// The diagnostics by what they have in common: the path without indices, the message, and the override, if any.
  private var kinds: [Diagnostic: Occurrences] = [:]
  /// The messages and their places; each is said once, since a place can have many copies of a body.
  private var said: Set<Diagnostic> = []
  private var count = 0

  /// The maximum length of a message; a longer one quotes much of the file.
  private static let longest = 1000

  var isEmpty: Bool { kinds.isEmpty }

  /// Adds a diagnostic, unless it has been added before. Complexity: O(1) on average.
  mutating func add(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    // A text of the file may have line ends.
    diagnostic.message.replace("\n", with: "\\n")
    if diagnostic.message.utf8.count > Self.longest {
      diagnostic.message = String(diagnostic.message.unicodeScalars.prefix(Self.longest)) + "…"
    }
    var kind = diagnostic
    kind.path = ""
    guard said.insert(kind).inserted else { return }
    count += 1
    kind.path = diagnostic.field
    if case .file? = diagnostic.place { kind.place = nil }
    kinds[kind, default: Occurrences(first: diagnostic)].add(diagnostic)
  }

  /// Changes the diagnostics that represent equal ones.
  mutating func change(_ change: (inout Diagnostic) -> Void) {
    for index in kinds.values.indices { change(&kinds.values[index].first) }
  }

  /// Returns the first diagnostics in the order of their places, and the number of those that are not among them.
  ///
  /// Complexity: O(*n* log *n*).
  func first(_ most: Int) -> (diagnostics: [Diagnostic], omitted: Int) {
    let sorted = kinds.values.sorted {
      ($0.first.position, $0.first.path, $0.first.message)
        < ($1.first.position, $1.first.path, $1.first.message)
    }
    let shown = sorted.prefix(most)
    return (shown.map(\.merged), count - shown.reduce(0) { $0 + $1.count })
  }
}

extension Diagnostic {
  /// The place; one without a place comes first.
  fileprivate var position: SourceLocation { place ?? .start }

  /// The path without the indices of list elements: `bodies[].mass`.
  fileprivate var field: String {
    let parts = path.split(separator: "[", omittingEmptySubsequences: false)
    return String(parts[0]) + parts.dropFirst().map { "[" + $0.drop { $0 != "]" } }.joined()
  }
}

/// Finds out why a scenario lacks a name that something refers to: the element may be one that could not be read, or its
/// index may stand without braces.
struct MissingNames {
  private let root: Value
  /// The lists with elements whose names could not be read.
  private let unread: Set<String>
  /// Whether the file has walls that could not be read.
  private let hasUnreadWalls: Bool
  /// The remedies for ids without braces, by list and by the shape of the names that they would have with braces.
  private let remedies: [String: [String: String]]

  init(in root: Value, of scenario: Scenario) {
    self.root = root
    let hasWalls = root.node["walls"].map { $0.scalar?.isNull != true } ?? false
    hasUnreadWalls = hasWalls && scenario.walls == nil
    remedies = Dictionary(
      uniqueKeysWithValues: root.diagnostics.copies.blocks.map { list, blocks in
        (list, Dictionary(blocks.compactMap { Self.remedy(for: $0, in: list) }) { one, _ in one })
      }
    )
    let lists = ["bodies", "constraints", "values", "layers", "handovers"]
    unread = root.diagnostics.isEmpty ? [] : Set(lists.filter { Self.isUnread($0, root) })
  }

  private static func isUnread(_ list: String, _ root: Value) -> Bool {
    if root.diagnostics.suppresses(list) { return true }
    // A rope or a blob that could not be read has constraints too.
    let bodies = list == "constraints" ? root.node["bodies"]?.sequence ?? [] : []
    for (index, body) in bodies.enumerated()
    where body.compositeField != nil && root.diagnostics.suppresses("bodies[\(index)].id") {
      return true
    }
    guard let node = root.node[list] else {
      // A list under an unknown key may be this one.
      return root.node.mapping?.contains {
        FieldTable.scenario[$0.key] == nil && $0.value.sequence != nil
      } == true
    }
    return node.sequence?.enumerated().contains { index, element in
      let name = list == "handovers" ? "body" : "id"
      return element.mapping == nil || root.diagnostics.suppresses("\(list)[\(index)].\(name)")
    } == true
  }

  /// Returns the diagnostic about a missing name, with the remedy for an index without braces; nil if an element that
  /// could not be read may have the name.
  func explained(_ diagnostic: Diagnostic, _ missing: MissingName) -> Diagnostic? {
    guard !unread.contains(missing.list), missing.name != "walls" || !hasUnreadWalls else {
      return nil
    }
    guard let remedy = remedy(for: missing, at: diagnostic.path),
      let problem = diagnostic.message.firstRange(of: "\"; ")
    else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.message = diagnostic.message[..<problem.upperBound] + remedy
    return diagnostic
  }

  private func remedy(for missing: MissingName, at path: String) -> String? {
    let copies = root.diagnostics.copies
    if let copy = copies.copy(at: path), !copy.counts.isEmpty,
      let name = Repetition.braced(missing.name, indices: copy.indexNames)
    {
      return "write \"\(name)\""
    }
    return remedies[missing.list].flatMap { $0.isEmpty ? nil : $0[Self.shape(of: missing.name)] }
  }

  /// Returns the shape of a repeated element's names if the id had braces, and the remedy; nil if it has some.
  private static func remedy(
    for block: Copies.Block,
    in list: String
  ) -> (shape: String, words: String)? {
    let indices = Repetition.indices.prefix(block.counts.count)
    guard let id = block.id, let meant = Repetition.braced(id, indices: indices) else { return nil }
    let shape = shape(of: meant.replacing(/{[^}]*}/, with: "0"))
    return (shape, "write id: \"\(meant)\" in \(list)[\(block.element)]")
  }

  /// Returns a name with `#` for each number.
  private static func shape(of name: String) -> String { name.replacing(/[0-9]+/, with: "#") }
}
