/// Suggests the nearest known name for an unknown one.
package enum Suggestion {
  /// The nearest word, if one is near enough: up to half of the letters may be wrong, but no more than two, or three of
  /// a long word.
  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(String(word.unicodeScalars.prefix(40)).lowercased().utf8.prefix(40))
    let limit = min(letters.count / 2, letters.count < 8 ? 2 : 3)
    var best: (rank: Int, word: String)?
    for word in known where abs(word.utf8.count - letters.count) <= limit {
      let other = Array(word.lowercased().utf8)
      let distance = distance(letters, other)
      // Of words that are equally near, one that only goes on is nearer.
      let rank = 2 * distance + (other.starts(with: letters) ? 0 : 1)
      if distance <= limit, rank < best?.rank ?? .max { best = (rank, word) }
    }
    return best?.word
  }

  /// The message for an unknown name.
  package static func unknown(_ id: String, _ what: String, among known: [String]) -> String {
    var suggester = Suggester()
    return suggester.unknown(id, what, among: known)
  }

  /// The first eight names as a list, and "…" for more: `ball, crate-1, …`.
  package static func list(of names: some Sequence<String>) -> String {
    let first = Array(names.prefix(9))
    return first.prefix(8).joined(separator: ", ") + (first.count > 8 ? ", …" : "")
  }

  /// All words as alternatives: `.jsonl, .csv or .txt`.
  package static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// The number of letters to insert, delete, replace or swap with their neighbour to get from one word to another (the
  /// optimal string alignment distance).
  ///
  /// Complexity: O(*n*·*m*).
  package static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (before, previous) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let exchange = previous[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(exchange, previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      (before, previous) = (previous, row)
    }
    return previous[b.count]
  }
}

/// Suggests names for many unknown ones in bounded time: a file full of unknown names is not full of typing errors.
package struct Suggester {
  /// The number of names that may still be compared.
  package private(set) var budget = 300_000

  package init() {}

  /// The nearest of some names; nil if none is near, or if the budget is spent.
  ///
  /// Complexity: O(*names*); O(1) once the budget is spent.
  package mutating func nearest(
    to name: String,
    among known: some RandomAccessCollection<String>,
    orElse others: [String] = []
  ) -> String? {
    guard known.count <= budget else { return nil }
    budget -= known.count
    let all = [AnyRandomAccessCollection(known), AnyRandomAccessCollection(others)]
    return Suggestion.nearest(to: name, among: all.joined())
  }

  /// The message for an unknown name.
  package mutating func unknown(
    _ id: String,
    _ what: String,
    among known: [String],
    orElse others: [String] = []
  ) -> String {
    if let near = nearest(to: id, among: known, orElse: others) {
      return "no \(what) is called \"\(id)\"; did you mean \(near)?"
    }
    return "no \(what) is called \"\(id)\"; "
      + (known.isEmpty && others.isEmpty
        ? "there is none" : "known here: \(Suggestion.list(of: [known, others].joined()))")
  }
}
