/// Findings, of which equal ones in the same field of several elements are one with a count.
struct EqualFindings {
  /// What equal findings have in common.
  private struct Kind: Hashable {
    /// The path without indices.
    let field: String
    let message: String
    /// The number of the override; nil for the file.
    let override: Int?
  }

  private struct Occurrences {
    var first: Finding
    var last: SourceLocation
    var count = 1

    /// The first of the findings, with the count.
    var merged: Finding {
      guard count > 1 else { return first }
      var words = "\(count) times"
      if case .file(let start, _) = first.place, case .file(let end, _) = last, end > start {
        words += ", the last in line \(end)"
      }
      return Finding(place: first.place, path: first.path, "\(first.message) (\(words))")
    }
  }

  /// A message at a place, which is said once: a place can have many copies of a body.
  private struct Said: Hashable {
    let place: SourceLocation
    let message: String
  }

  private var kinds: [Kind: Occurrences] = [:]
  private var said: Set<Said> = []
  private var count = 0

  /// The maximum length of a message; a longer one quotes much of the file.
  private static let longest = 1000

  var isEmpty: Bool { kinds.isEmpty }

  /// Adds a finding, unless it has been added before. Complexity: O(1) on average.
  mutating func add(_ finding: Finding) {
    var finding = finding
    if finding.message.utf8.count > Self.longest {
      let words = String(finding.message.unicodeScalars.prefix(Self.longest)) + "…"
      finding = Finding(place: finding.place, path: finding.path, words)
    }
    guard said.insert(Said(place: finding.place, message: finding.message)).inserted else { return }
    count += 1
    var number: Int?
    if case .override(let override) = finding.place { number = override }
    let kind = Kind(field: finding.field, message: finding.message, override: number)
    guard var known = kinds[kind] else {
      kinds[kind] = Occurrences(first: finding, last: finding.place)
      return
    }
    if finding.place < known.first.place { known.first = finding }
    known.last = max(known.last, finding.place)
    known.count += 1
    kinds[kind] = known
  }

  /// Changes the findings that represent equal ones.
  mutating func change(_ change: (Finding) -> Finding) {
    kinds = kinds.mapValues { occurrences in
      var occurrences = occurrences
      occurrences.first = change(occurrences.first)
      return occurrences
    }
  }

  /// Returns the first findings in the order of their places, and the number of those that are not among them.
  ///
  /// Complexity: O(*n* log *n*).
  func first(_ most: Int) -> (findings: [Finding], omitted: Int) {
    let sorted = kinds.values.sorted {
      ($0.first.place, $0.first.path, $0.first.message)
        < ($1.first.place, $1.first.path, $1.first.message)
    }
    let shown = sorted.prefix(most)
    return (shown.map(\.merged), count - shown.reduce(0) { $0 + $1.count })
  }
}

extension Finding {
  /// The path without the indices of list elements: `bodies[].mass`.
  fileprivate var field: String {
    guard path.utf8.contains(UInt8(ascii: "[")) else { return path }
    var isIndex = false
    let letters = path.utf8.filter { byte in
      if byte == UInt8(ascii: "]") { isIndex = false }
      defer { if byte == UInt8(ascii: "[") { isIndex = true } }
      return !isIndex
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
