/// Decides whose tilt counts if several viewers tilt: the viewer that moved last, or the one that has locked the tilt.
struct TiltArbiter {
  /// How long a viewer that does not move keeps the tilt.
  static let patience = Duration.milliseconds(500)
  /// How long a lock lasts when its holder does not move.
  static let lockPatience = Duration.seconds(60)

  /// The number of the viewer whose tilt counts; nil before anyone has moved.
  private(set) var viewer: Int?
  /// Whether the holder keeps the tilt even without moving.
  private(set) var isLocked = false
  private var lastMove = Duration.zero

  /// Returns whether a viewer's tilt counts at this time; if so, the viewer becomes the holder.
  mutating func take(_ viewer: Int, at now: Duration) -> Bool {
    if let holder = self.viewer, holder != viewer, isLocked || now - lastMove < Self.patience {
      return false
    }
    self.viewer = viewer
    lastMove = now
    return true
  }

  /// Locks the tilt for a viewer or unlocks it; returns false if another viewer has locked it.
  mutating func lock(_ viewer: Int, _ locks: Bool, at now: Duration) -> Bool {
    guard !isLocked || self.viewer == viewer else { return false }
    if locks { (self.viewer, lastMove) = (viewer, now) }
    isLocked = locks
    return true
  }

  /// Releases the lock if its holder has not moved for too long; returns true if so.
  mutating func expire(at now: Duration) -> Bool {
    guard isLocked, now - lastMove >= Self.lockPatience else { return false }
    isLocked = false
    return true
  }

  /// Releases the tilt of a viewer that has left.
  mutating func leave(_ viewer: Int) {
    if self.viewer == viewer { self = TiltArbiter() }
  }
}
