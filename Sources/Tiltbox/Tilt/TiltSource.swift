/// Where the tilt of a run comes from: a constant, a file, live input.
public protocol TiltSource {
  /// The tilt that takes effect at a tick, asked for once a tick, before that tick's step.
  ///
  /// - Parameters:
  ///   - tick: The tick's number; it never goes back.
  ///   - time: The tick's simulated time, `Double(tick) * step`, in seconds.
  /// - Returns: In g; `nil` when the tilt in force stays, or when there is none yet.
  mutating func tilt(atTick tick: Int, time: Double) -> Tilt?
}

extension TiltSource {
  /// Whether it is one that is known to give no tilt any more.
  var isOver: Bool {
    if type(of: self) == ConstantTilt.self { return (self as? ConstantTilt)?.upcoming == nil }
    return type(of: self) == NoTilt.self
  }
}

/// A tilt that never changes.
public struct ConstantTilt: TiltSource, Sendable {
  fileprivate var upcoming: Tilt?

  /// Makes a source that gives `tilt` at the first tick it is asked for, and nothing new after it.
  public init(_ tilt: Tilt) { upcoming = tilt }

  /// The tilt at the first call, then `nil`. O(1).
  public mutating func tilt(atTick tick: Int, time: Double) -> Tilt? {
    defer { upcoming = nil }
    return upcoming
  }
}
