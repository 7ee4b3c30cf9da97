/// Suggests the nearest known name for an unknown one.
package enum Suggestion {
  /// The nearest word, if one is near enough: up to half of the letters may be wrong, but no more than two, or three of
  /// a long word.
  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(String(word.unicodeScalars.prefix(40)).lowercased().utf8.prefix(40))
    let limit = min(letters.count / 2, letters.count < 8 ? 2 : 3)
    var best: (distance: Int, word: String)?
    for word in known where abs(word.utf8.count - letters.count) <= limit {
      let distance = distance(letters, Array(word.lowercased().utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, word) }
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
