public import Chipmunk

/// A fingerprint of a trajectory: two runs are the same if their fingerprints match.
public struct Digest: Hashable, Sendable {
  /// The fingerprint so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the fingerprint of an empty trajectory.
  public init() {}

  /// Adds the states of all bodies at the next tick.
  public mutating func add(_ states: some Sequence<BodyState>) {
    for state in states {
      add(state.position.x)
      add(state.position.y)
      add(state.angle)
      add(state.velocity.x)
      add(state.velocity.y)
      add(state.angularVelocity)
    }
  }

  /// Adds the bits of a number.
  public mutating func add(_ number: Double) { add(number.bitPattern) }

  /// Adds 64 bits.
  public mutating func add(_ bits: UInt64) { value = (value ^ bits) &* 0x100_0000_01b3 }
}
