/// How a space finds the pairs of shapes that may touch.
public enum Broadphase: String, CaseIterable, Hashable, Sendable {
  /// Cells of several sizes, rebuilt in each step; the fastest choice for many bodies.
  ///
  /// The order in which pairs reach the solver depends only on the bodies' states and the order of adding: rows of
  /// cells from the bottom up, each from the left; with few bodies, from the last body to the first. So a
  /// ``Checkpoint`` changes nothing. Needs no stack.
  case grid

  /// Chipmunk's own tree of bounding boxes, which gives the same trajectories as the same calls in C.
  ///
  /// The order of pairs depends on the tree's history, so taking a checkpoint also rebuilds the tree of the running
  /// space.
  case tree
}
