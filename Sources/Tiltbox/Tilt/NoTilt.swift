/// No tilt other than that of requests.
public struct NoTilt: TiltSource, Sendable {
  /// Makes a source without tilt.
  public init() {}

  /// Always true.
  public var isOver: Bool { true }

  /// Nothing. O(1).
  public func tilt(atTick tick: Int, time: Double) -> Tilt? { nil }
}
