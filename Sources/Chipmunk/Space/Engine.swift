/// How a space solves contacts and joints.
public enum Engine: String, CaseIterable, Hashable, Sendable {
  /// Chipmunk's own solver: ``Space/iterations`` of sequential impulses in each step.
  ///
  /// It has the trajectories of the same calls in C, and their weaknesses: a stack of 15 crates topples, a taut bridge
  /// never rests, and a heavy ball on a chain of light links tears it.
  case chipmunk

  /// Tiltbox's solver: each step is divided into substeps, in which contacts and joints act as stiff springs that are
  /// integrated implicitly.
  ///
  /// A stack of 50 crates stands, joints stay quiet, a free fall is exact, and shapes bounce at the time of their impact
  /// within the step. See ``Space/substeps``. Needs the grid, ``Broadphase/grid``.
  case tiltbox
}
