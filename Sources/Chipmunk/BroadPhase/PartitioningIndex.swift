extension Array {
  /// The index of the first element for which a condition holds, or the end if it holds for none. It must hold for all
  /// that come after one for which it holds. Complexity: O(log *elements*).
  @inlinable package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
