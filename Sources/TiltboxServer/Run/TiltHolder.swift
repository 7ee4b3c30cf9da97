/// Whose tilt counts when several viewers have one: that of the last to move, or of the one who has locked it.
struct TiltHolder {
  /// How long the tilt stays with a viewer who does not move.
  static let patience = Duration.milliseconds(500)
  /// How long a lock lasts when its holder does not move.
  static let lockPatience = Duration.seconds(60)

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
  mutating func lock(_ viewer: Int, _ locks: Bool, at now: Duration) -> Bool {
    guard !isLocked || self.viewer == viewer else { return false }
    if locks { (self.viewer, lastMove) = (viewer, now) }
    isLocked = locks
    return true
  }

  /// Gives a lock free whose holder has not moved for long; true if it did.
  mutating func expire(at now: Duration) -> Bool {
    guard isLocked, now - lastMove >= Self.lockPatience else { return false }
    isLocked = false
    return true
  }

  /// A viewer has gone.
  mutating func leave(_ viewer: Int) {
    if self.viewer == viewer { self = TiltHolder() }
  }
}
