/// The source of a run's tilt: a constant, a file, live input.
public protocol TiltSource {
  /// Returns the tilt that takes effect at a tick; called once a tick, before that tick's step.
  ///
  /// - Parameters:
  ///   - tick: The tick's number; it never decreases.
  ///   - time: The tick's simulated time, `Double(tick) * step`, in seconds.
  /// - Returns: The tilt in g; `nil` if the current tilt stays, or if there is none yet.
  mutating func tilt(atTick tick: Int, time: Double) -> Tilt?

  /// Whether the source never returns a tilt again, so that it need not be called; false by default.
  var isOver: Bool { get }
}

extension TiltSource {
  /// False: nothing is known.
  public var isOver: Bool { false }
}

/// A tilt that never changes.
public struct ConstantTilt: TiltSource, Sendable {
  fileprivate var upcoming: Tilt?

  /// Makes a source that returns `tilt` at the first tick for which it is called, and nothing new after that.
  public init(_ tilt: Tilt) { upcoming = tilt }

  /// Whether it has returned its tilt.
  public var isOver: Bool { upcoming == nil }

  /// The tilt at the first call, then `nil`. O(1).
  public mutating func tilt(atTick tick: Int, time: Double) -> Tilt? {
    defer { upcoming = nil }
    return upcoming
  }
}
