/// Whose tilt counts when several viewers have one: that of the last to move, or of the one who has locked it.
struct TiltHolder {
  /// How long the tilt stays with a viewer who does not move.
  static let patience = Duration.milliseconds(500)

  /// The number of the viewer whose tilt counts; nil before anyone has moved.
  private(set) var viewer: Int?
  /// Whether the holder keeps the tilt however still it lies.
  private(set) var isLocked = false
  private var lastMove = Duration.zero

  /// Whether a viewer's tilt counts at a time; if so it holds the tilt from there on.
  mutating func take(_ viewer: Int, at now: Duration) -> Bool {
    if let holder = self.viewer, holder != viewer, isLocked || now - lastMove < Self.patience {
      return false
    }
    self.viewer = viewer
    lastMove = now
    return true
  }

  /// Locks the tilt to a viewer or gives it free; false if another one has locked it.
  mutating func lock(_ viewer: Int, _ locks: Bool) -> Bool {
    guard !isLocked || self.viewer == viewer else { return false }
    if locks { self.viewer = viewer }
    isLocked = locks
    return true
  }

  /// A viewer has gone.
  mutating func leave(_ viewer: Int) {
    if self.viewer == viewer { self = TiltHolder() }
  }
}
