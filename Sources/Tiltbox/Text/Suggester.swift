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
