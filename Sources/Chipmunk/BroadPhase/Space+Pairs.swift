internal import CChipmunk
internal import ChipmunkEngine

// Access for tests.
extension Space {
  /// Whether the grid finds each pair of bounding boxes that meet exactly once, compared with an exhaustive search.
  /// Always true with a tree.
  ///
  /// Complexity: O(*shapes*²).
  package var findsAllPairs: Bool {
    guard broadphase == .grid, !isStepping else { return true }
    return unsafe ceSpaceFindsAllPairs(raw)
  }

  /// Whether the grid's lists have each pair in the cache of contacts once. Always true with a tree.
  ///
  /// Complexity: O(*contacts*²).
  package var listsAllContacts: Bool {
    guard broadphase == .grid, !isStepping else { return true }
    return unsafe ceSpaceListsEachArbiter(raw)
  }

  /// The number of pairs of shapes that touch, or did so a few steps ago.
  package var cachedPairCount: Int { unsafe Int(cpHashSetCount(raw.pointee.cachedArbiters)) }

  /// Sets the number of touching pairs from which on our solver replaces the library's, `Int32.max` for never, and
  /// whether it avoids AVX2.
  package func solve(fromPairs pairs: Int32, narrow: Bool = false) {
    guard broadphase == .grid, !isStepping else { return }
    unsafe ceSpaceSetSolver(raw, pairs, narrow)
  }
}
