extension Array {
  /// Returns the pairs of consecutive elements, and of the last and the first one if the row is closed.
  package func edges(isClosed: Bool = true) -> [(from: Element, to: Element)] {
    zip(self, dropFirst() + (isClosed ? prefix(1) : [])).map { ($0, $1) }
  }

  /// Returns the elements before and after an index, around the closed row.
  func neighbors(of index: Int) -> (before: Element, after: Element) {
    (self[(index + count - 1) % count], self[(index + 1) % count])
  }
}
