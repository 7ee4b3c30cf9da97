/// How a space finds the pairs of shapes that may touch.
public enum Broadphase: String, CaseIterable, Hashable, Sendable {
  /// Cells of several sizes, filled anew in each step: the fastest way with many bodies.
  ///
  /// The order in which pairs reach the solver depends on the bodies' states and the order of adding alone: from
  /// the bottom row of cells up, from the left in each row; from the last body to the first where there are few. So
  /// a ``Checkpoint`` changes nothing. Needs no stack.
  case grid

  /// Chipmunk's own tree of bounding boxes, which makes the same trajectories as the same calls in C.
  ///
  /// The order of pairs depends on the tree's past. A checkpoint rebuilds the tree of the space that goes on, too.
  case tree
}
