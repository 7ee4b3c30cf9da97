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
