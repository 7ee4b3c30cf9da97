internal import Chipmunk
internal import Tiltbox

/// What viewers see of a tick.
struct Snapshot: Sendable {
  /// A contact that has begun.
  struct Contact: Sendable {
    let point: Vector
    /// In kg·units/s.
    let impulse: Double
  }

  /// Which list of bodies the states are of: that of the scene message of the same number.
  let list: Int
  let tick: Int
  let time: Double
  let gravity: Vector
  let states: [BodyState]
  /// The indices of the bodies that sleep.
  let asleep: [Int]
  /// What has begun to touch since the snapshot before.
  let contacts: [Contact]
}
