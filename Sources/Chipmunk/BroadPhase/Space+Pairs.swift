internal import CChipmunk

// For tests.
extension Space {
  /// Whether the grid finds all pairs of bounding boxes that meet, each once, as if each shape were compared with
  /// each other one. Always true with a tree.
  ///
  /// Complexity: O(*shapes*²).
  package var findsAllPairs: Bool {
    guard broadphase == .grid, !isStepping else { return true }
    return unsafe CChipmunkFindsAllPairs(raw)
  }

  /// Sets from how many touching pairs on our solver takes the place of the library's, `Int32.max` for never, and
  /// whether it does without AVX2.
  package func solve(fromPairs pairs: Int32, narrow: Bool = false) {
    guard broadphase == .grid, !isStepping else { return }
    unsafe CChipmunkSolveFrom(raw, pairs, narrow)
  }
}
