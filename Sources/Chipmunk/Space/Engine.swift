/// What computes the steps of a space.
public enum Engine: String, CaseIterable, Hashable, Sendable {
  /// Tiltbox's own step, the default: each step is divided into substeps, in which contacts and joints act as stiff
  /// springs that are integrated implicitly.
  ///
  /// A stack of 50 crates stands, joints stay quiet, a free fall is exact, and shapes bounce at the time of their impact
  /// within the step. No body flies through another one: see ``Body/isBullet``. See ``Space/substeps`` for the accuracy.
  ///
  /// The order in which pairs reach the solver depends only on the bodies' states and the order of adding, so a
  /// ``Checkpoint`` changes nothing. Needs no stack.
  case tiltbox

  /// The C library's own step: its tree of bounding boxes, and ``Space/iterations`` of sequential impulses.
  ///
  /// It has the trajectories of the same calls in C, to the bit, and their weaknesses: a stack of 15 crates topples, a
  /// taut bridge never rests, a heavy ball on a chain of light links tears it, and fast bodies fly through others.
  ///
  /// The order of pairs depends on the tree's history, so taking a checkpoint also rebuilds the tree of the running
  /// space.
  case chipmunk
}
