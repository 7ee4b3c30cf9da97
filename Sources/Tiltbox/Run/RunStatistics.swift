/// Statistics of how a run kept up with real time.
public struct RunStatistics: Sendable {
  /// The number of ticks.
  public internal(set) var ticks = 0
  /// The number of frames emitted.
  public package(set) var frames = 0
  /// The number of frames skipped because a newer one was due at the same time.
  public package(set) var skippedFrames = 0
  /// The number of ticks dropped under overload.
  public internal(set) var droppedTicks = 0
  /// The lateness of the wake-ups.
  public internal(set) var lateness = LatenessHistogram()
  /// The load: the time that steps took divided by the time that they simulate, over the last
  /// second of simulated time.
  public internal(set) var load = 0.0
  /// The largest load over a whole second, or the load at the end of the run if that is larger.
  public internal(set) var peakLoad = 0.0
  /// The real time that has passed; zero without a clock.
  public internal(set) var elapsed = Duration.zero
  /// The debt: the simulated time of the dropped ticks, in seconds.
  public internal(set) var droppedTime = 0.0
  /// The time that the ticks cover.
  private var timeline: Timeline

  /// Makes the statistics of a run that has not started.
  ///
  /// - Parameter step: The length of a tick, in seconds.
  package init(step: Double) { timeline = Timeline(step: step) }

  /// The length of a tick, in seconds.
  public var step: Double { timeline.step }

  /// The simulated time that the run has covered, in seconds.
  public var simulatedTime: Double { timeline.time(of: ticks) }

  /// Changes the length of ticks from now on.
  mutating func change(step: Double) { timeline = timeline.changing(to: step, at: ticks) }

  /// Simulated time divided by real time, relative to the chosen speed: 1 keeps up. `nil` without a clock.
  public var realTimeFactor: Double? { elapsed > .zero ? simulatedTime / elapsed.inSeconds : nil }
}

/// The result of a run.
public struct RunSummary: Sendable {
  /// The last tick.
  public let ticks: Int
  /// The simulated time at the last tick, in seconds.
  public let time: Double
  /// The fingerprint of the trajectory.
  public let digest: Digest
  /// The bodies that the speed limit slowed down, with the number of ticks.
  public let limited: [(id: String, ticks: Int)]
  /// The first bodies that diverged and were removed, at most ``Simulation/mostQuarantined``.
  public let quarantined: [Event]
  /// The number of bodies that diverged.
  public let quarantineCount: Int
  /// Statistics of how the run kept up with real time, or ran without a clock.
  public let statistics: RunStatistics
  /// The frames and events missing in the recording because its reader was too slow.
  public package(set) var losses = Losses()
  /// The results of the scenario's expectations.
  public var expectations: [ExpectationResult] = []
  /// The signal that stopped the run, as in `SIGINT`, or nil.
  public var stoppedBy: String?
  /// The number of invalid lines of live input that were dropped; nil without live input.
  public var droppedLines: Int?

  /// Makes the summary of a run.
  package init(of simulation: Simulation, statistics: RunStatistics) {
    ticks = simulation.tick
    time = simulation.time
    digest = simulation.digest
    limited = simulation.limitedTicks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    (quarantined, quarantineCount) = (simulation.quarantined, simulation.quarantineCount)
    self.statistics = statistics
  }
}

/// The data missing from a recording because its reader did not keep up, or its space was full.
public struct Losses: Hashable, Sendable {
  /// The frames that were skipped.
  public package(set) var frames = 0
  /// The events that did not fit.
  public package(set) var events = 0
  /// The answers to commands that did not fit.
  public package(set) var answers = 0

  /// Makes an empty count.
  public init() {}

  package var isEmpty: Bool { self == Losses() }
}

/// How well a run kept up over the last second of real time or a little more.
public struct SecondStatistics: Sendable {
  /// The newest tick.
  public let tick: Int
  /// The real time since the run began.
  public let elapsed: Duration
  /// Simulated time over real time in that second, relative to the chosen speed: 1 keeps up.
  public let realTimeFactor: Double
  /// The time that steps cost over the time they simulate.
  public let load: Double
  /// The lateness of the wake-ups in that second.
  public let lateness: LatenessHistogram
  /// The ticks that have been left out so far because of overload: the debt.
  public let droppedTicks: Int
  /// The frames that have been missed so far.
  public let skippedFrames: Int
}

/// Divides a run into seconds of real time, at any speed and also while time is paused.
struct SecondMeter {
  private var began: Duration
  private var before = (elapsed: Duration.zero, simulated: 0.0)
  private var lateness = LatenessHistogram()

  init(at time: Duration) { began = time }

  mutating func record(_ lateness: Duration) { self.lateness.record(lateness) }

  /// The second that has just ended, if one has. O(1) except once a second.
  mutating func second(
    endingAt now: Duration,
    tick: Int,
    _ statistics: RunStatistics
  ) -> SecondStatistics? {
    guard now - began >= .seconds(1) else { return nil }
    let elapsed = (statistics.elapsed - before.elapsed).inSeconds
    let simulated = statistics.simulatedTime - before.simulated
    defer {
      self = SecondMeter(at: now)
      before = (statistics.elapsed, statistics.simulatedTime)
    }
    return SecondStatistics(
      tick: tick,
      elapsed: statistics.elapsed,
      realTimeFactor: elapsed > 0 ? simulated / elapsed : 1,
      load: statistics.load,
      lateness: lateness,
      droppedTicks: statistics.droppedTicks,
      skippedFrames: statistics.skippedFrames
    )
  }
}

/// The lateness of a run's wake-ups, in constant memory: any percentile to about 3 %.
public struct LatenessHistogram: Sendable {
  /// The number of equal parts for each power of two of nanoseconds.
  private static let parts = 32
  private static let partBits = 5

  private var counts = [Int](repeating: 0, count: parts * (64 - partBits))
  /// The number of recorded wake-ups.
  public private(set) var count = 0
  /// The largest, exactly; zero if there are none.
  public private(set) var max = Duration.zero

  /// Makes an empty histogram.
  package init() {}

  /// Records a lateness; an early wake-up counts as zero. O(1).
  package mutating func record(_ lateness: Duration) {
    let lateness = Swift.max(lateness, .zero)
    max = Swift.max(max, lateness)
    counts[Self.bucket(lateness)] += 1
    count += 1
  }

  /// The lateness that a fraction of the wake-ups does not exceed.
  ///
  /// - Parameter part: The fraction, in 0...1: 0.5 for the median.
  /// - Returns: Rounded up by at most a 32nd; zero if nothing was recorded. O(buckets).
  public func percentile(_ part: Double) -> Duration {
    let wanted = Swift.max(1, (part * Double(count)).rounded(.up))
    var seen = 0
    for (bucket, count) in counts.enumerated() where count > 0 {
      seen += count
      if Double(seen) >= wanted { return min(max, .nanoseconds(Self.upperBound(bucket))) }
    }
    return max
  }

  private static func bucket(_ lateness: Duration) -> Int {
    let (seconds, attoseconds) = lateness.components
    let nanoseconds = Int(
      clamping: Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
    )
    guard nanoseconds >= parts else { return nanoseconds }
    let shift = Int.bitWidth - 1 - nanoseconds.leadingZeroBitCount - partBits
    return (shift + 1) * parts + (nanoseconds >> shift) - parts
  }

  /// The largest number of nanoseconds of a bucket.
  private static func upperBound(_ bucket: Int) -> Int {
    let shift = Swift.max(bucket / parts - 1, 0)
    let part = bucket < parts ? bucket : bucket % parts + parts
    return (part << shift) + ((1 << shift) - 1)
  }
}

/// The ratio of computing time to simulated time, over the last second of simulated time.
struct LoadMeter: Sendable {
  private let step: Double
  private var costs: [Duration]
  private var next = 0
  private var count = 0
  private var sum = Duration.zero

  /// Makes a meter for ticks of a length in seconds.
  init(step: Double) {
    self.step = step
    // A ring of one second of ticks; for very short steps it covers less time.
    costs = Array(repeating: .zero, count: Int(min(max((1 / step).rounded(), 1), 100_000)))
  }

  /// The load so far; 1 is all of one core. 0 before the first tick.
  var load: Double { count == 0 ? 0 : sum.inSeconds / (Double(count) * step) }

  /// Whether the ring covers its whole second.
  var isFull: Bool { count == costs.count }

  /// Records the cost of a tick. O(1); the sum is in whole attoseconds and does not drift.
  mutating func record(_ cost: Duration) {
    sum += cost - costs[next]
    costs[next] = cost
    next = next + 1 == costs.count ? 0 : next + 1
    count = min(count + 1, costs.count)
  }
}
