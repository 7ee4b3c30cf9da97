internal import CChipmunk
internal import ChipmunkEngine

// Access for tests.
extension Space {
  /// Whether the grid finds each pair of bounding boxes that meet exactly once, compared with an exhaustive search.
  /// Always true with ``Engine/chipmunk``.
  ///
  /// Complexity: O(*shapes*²).
  package var findsAllPairs: Bool {
    guard engine == .tiltbox, !isStepping else { return true }
    return unsafe ceSpaceFindsAllPairs(raw)
  }

  /// Whether the grid's lists have each pair in the cache of contacts once. Always true with
  /// ``Engine/chipmunk``.
  ///
  /// Complexity: O(*contacts*²).
  package var listsAllContacts: Bool {
    guard engine == .tiltbox, !isStepping else { return true }
    return unsafe ceSpaceListsEachArbiter(raw)
  }

  /// The number of pairs of shapes that touch, or did so a few steps ago.
  package var cachedPairCount: Int { unsafe Int(cpHashSetCount(raw.pointee.cachedArbiters)) }
}
