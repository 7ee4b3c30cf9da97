internal import Chipmunk

/// The source of a run's tilt: a constant, a file, live input.
public protocol TiltSource {
  /// Returns the tilt that takes effect at a tick; called once a tick, before that tick's step.
  ///
  /// - Parameters:
  ///   - tick: The tick's number; it never decreases.
  ///   - time: The tick's simulated time, in seconds.
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

/// No tilt other than that of requests.
public struct NoTilt: TiltSource, Sendable {
  /// Makes a source without tilt.
  public init() {}

  /// Always true.
  public var isOver: Bool { true }

  /// Nothing. O(1).
  public func tilt(atTick tick: Int, time: Double) -> Tilt? { nil }
}

/// The tilt of a recorded phone over time: all samples of a tilt file.
public struct TiltTrack: Hashable, Sendable {
  /// The samples' times in seconds, never decreasing: as in the file; relative to the first sample if they are epoch
  /// times; at `--tilt-rate` if the file has none.
  public let times: [Double]
  /// The samples' tilts in g, as many as there are times.
  public let tilts: [Tilt]
  /// Notices for the user about the interpretation of the file: a guessed unit, a suspicious sign.
  public let notices: [String]

  /// Makes a track.
  ///
  /// - Parameters:
  ///   - times: The times in seconds, finite and never decreasing.
  ///   - tilts: The tilts in g, as many as there are times.
  ///   - notices: Notices for the user about their interpretation.
  public init(times: [Double], tilts: [Tilt], notices: [String] = []) {
    precondition(times.count == tilts.count, "each sample of a track has a time and a tilt")
    precondition(
      times.allSatisfy(\.isFinite) && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 },
      "the times of a track are finite and never go back"
    )
    (self.times, self.tilts, self.notices) = (times, tilts, notices)
  }

  /// The tilt at a time: that of the last sample at or before it or, on request, the interpolation between that sample
  /// and the next.
  ///
  /// - Parameters:
  ///   - time: The time in seconds of the track's own clock.
  ///   - interpolation: The interpolation between two samples.
  /// - Returns: The tilt in g; `nil` before the first sample, the last sample's tilt after the last. O(log n).
  public func tilt(at time: Double, interpolation: TiltInterpolation = .hold) -> Tilt? {
    let next = times.partitioningIndex { $0 > time }
    return next == 0 ? nil : tilt(after: next - 1, at: time, interpolation)
  }

  /// The tilt at a time between a sample and the next one.
  func tilt(after index: Int, at time: Double, _ interpolation: TiltInterpolation) -> Tilt {
    let from = tilts[index]
    guard interpolation == .linear, index + 1 < tilts.count else { return from }
    let to = tilts[index + 1]
    let part = (time - times[index]) / (times[index + 1] - times[index])
    return Tilt(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
  }
}

/// Reads a track tick by tick.
public struct TrackTilt: TiltSource, Sendable {
  /// The samples.
  public let track: TiltTrack
  /// The interpolation between two samples.
  public let interpolation: TiltInterpolation
  /// The number of samples at or before the newest tick's time.
  private var past = 0
  private var inForce: Tilt?

  /// Makes a source that starts at the beginning of the track.
  ///
  /// - Parameters:
  ///   - track: The samples.
  ///   - interpolation: The interpolation between two samples.
  public init(_ track: TiltTrack, interpolation: TiltInterpolation = .hold) {
    self.track = track
    self.interpolation = interpolation
  }

  /// The tilt at the tick's time if it is another than at the tick before. O(1), amortised.
  public mutating func tilt(atTick tick: Int, time: Double) -> Tilt? {
    while past < track.times.count, track.times[past] <= time { past += 1 }
    guard past > 0 else { return nil }
    let tilt = track.tilt(after: past - 1, at: time, interpolation)
    guard tilt != inForce else { return nil }
    inForce = tilt
    return tilt
  }
}
