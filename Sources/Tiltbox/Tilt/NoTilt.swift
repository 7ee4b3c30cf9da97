/// No tilt but that of commands.
public struct NoTilt: TiltSource, Sendable {
  /// Makes a source that never gives any.
  public init() {}

  /// Nothing. O(1).
  public func tilt(atTick tick: Int, time: Double) -> Tilt? { nil }
}
