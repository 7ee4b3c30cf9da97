internal import Tiltbox

/// Diagnostics, of which equal ones in the same field of several elements are one with a count.
struct EqualDiagnostics {
  private struct Occurrences {
    var first: Diagnostic
    var last: SourceLocation
    var count = 1

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
    if diagnostic.message.utf8.count > Self.longest {
      diagnostic.message = String(diagnostic.message.unicodeScalars.prefix(Self.longest)) + "…"
    }
    var kind = diagnostic
    kind.path = ""
    guard said.insert(kind).inserted else { return }
    count += 1
    kind.path = diagnostic.field
    if case .file? = diagnostic.place { kind.place = nil }
    let place = diagnostic.position
    guard var known = kinds[kind] else {
      kinds[kind] = Occurrences(first: diagnostic, last: place)
      return
    }
    if place < known.first.position { known.first = diagnostic }
    known.last = max(known.last, place)
    known.count += 1
    kinds[kind] = known
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
