extension Array {
  /// Returns the pairs of consecutive elements, and of the last and the first one if the row is closed.
  package func edges(isClosed: Bool = true) -> [(from: Element, to: Element)] {
    (isClosed ? indices : indices.dropLast()).map { index in
      (self[index], self[index + 1 == count ? 0 : index + 1])
    }
  }

  /// Returns the elements before and after an index, around the closed row.
  func neighbors(of index: Int) -> (before: Element, after: Element) {
    (self[(index + count - 1) % count], self[(index + 1) % count])
  }
}

extension Array {
  /// The index of the first element that meets a condition, or the end if none does. All elements after one that meets
  /// the condition must meet it too. Complexity: O(log *elements*).
  @inlinable package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
