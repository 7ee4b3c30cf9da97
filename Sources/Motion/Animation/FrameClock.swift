/// Frames in real time, for a program that animates without physics.
///
/// ```swift
/// for await frame in try FrameClock.displayLink() {
///   layer.y = rocket.presentation(at: frame.time)
///   if !rocket.isAnimating(at: frame.time) { break }
/// }
/// ```
///
/// The first frame comes immediately, at time 0. The sequence ends only when its task is cancelled.
public struct FrameClock<Base: Clock>: AsyncSequence, Sendable where Base.Duration == Duration {
  /// A moment to show.
  public struct Frame: Hashable, Sendable {
    /// Its number among all frames that were due, from 0.
    public let number: Int
    /// The time since the first frame, in seconds.
    public let time: Double
    /// The time since the previous frame, in seconds; 0 for the first.
    public let interval: Double
    /// The number of frames skipped since the previous one.
    public let missed: Int
  }

  private let clock: Base
  private let period: Double
  private let isMeasured: Bool

  /// Makes the clock of a display. It measures the time of each frame and skips missed frames, so after a stall an
  /// animation continues at the current time.
  ///
  /// - Parameters:
  ///   - rate: The refresh rate of the display, in Hz; with the interval, from 0.001 to 10⁶ frames a second.
  ///   - frameInterval: The number of refreshes for each frame, at least 1.
  ///   - clock: The clock to measure time with.
  /// - Returns: The clock.
  /// - Throws: `MotionError` if the rate or the interval is out of range.
  public static func displayLink(
    rate: Double = 60,
    frameInterval: Int = 1,
    clock: Base
  ) throws(MotionError) -> FrameClock {
    try require(frameInterval, in: 1...Int.max, "frameInterval", "give a whole number of 1 or more")
    let name = frameInterval == 1 ? "rate" : "rate / frameInterval"
    return try FrameClock(clock, rate / Double(frameInterval), named: name, isMeasured: true)
  }

  /// Makes a timer whose frame n is at n/rate exactly. It skips no frame: after a stall, all due frames come at once.
  ///
  /// - Parameters:
  ///   - rate: Frames a second, from 0.001 to 10⁶.
  ///   - clock: The clock to measure time with.
  /// - Returns: The clock.
  /// - Throws: `MotionError` if the rate is out of range.
  public static func timer(rate: Double = 60, clock: Base) throws(MotionError) -> FrameClock {
    try FrameClock(clock, rate, named: "rate", isMeasured: false)
  }

  private init(
    _ clock: Base,
    _ rate: Double,
    named name: String,
    isMeasured: Bool
  ) throws(MotionError) {
    try require(rate, in: 1e-3...1e6, name, "give a rate from 0.001 to 1000000 Hz")
    (self.clock, period, self.isMeasured) = (clock, 1 / rate, isMeasured)
  }

  /// Starts the clock with its first frame.
  public func makeAsyncIterator() -> Iterator { Iterator(frames: self) }

  /// Hands out the frames.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let frames: FrameClock
    private var start: Base.Instant?
    private var last = Frame(number: 0, time: 0, interval: 0, missed: 0)

    fileprivate init(frames: FrameClock) { self.frames = frames }

    /// Waits for the next frame; nil when the task is cancelled.
    public mutating func next() async -> Frame? {
      guard let start else {
        start = frames.clock.now
        return last
      }
      var number = last.number + 1
      if frames.isMeasured {
        // Frames that are already due count as missed, up to rounding.
        let elapsed = start.duration(to: frames.clock.now) / .seconds(1)
        number = Swift.max(number, Int((elapsed / frames.period + 1e-6).rounded(.down)) + 1)
      }
      let due = start.advanced(by: .seconds(Double(number) * frames.period))
      do { try await frames.clock.sleep(until: due, tolerance: .zero) } catch { return nil }
      let elapsed = start.duration(to: frames.clock.now) / .seconds(1)
      if frames.isMeasured, elapsed >= Double(number + 1) * frames.period {
        number = Int((elapsed / frames.period).rounded(.down))
      }
      let time = frames.isMeasured ? elapsed : Double(number) * frames.period
      let (interval, missed) = (time - last.time, number - last.number - 1)
      last = Frame(number: number, time: time, interval: interval, missed: missed)
      return last
    }
  }
}

extension FrameClock where Base == ContinuousClock {
  /// Makes the clock of a display in the system's time.
  ///
  /// - Parameters:
  ///   - rate: The refresh rate of the display, in Hz; with the interval, from 0.001 to 10⁶ frames a second.
  ///   - frameInterval: The number of refreshes for each frame, at least 1.
  /// - Returns: The clock.
  /// - Throws: `MotionError` if the rate or the interval is out of range.
  public static func displayLink(
    rate: Double = 60,
    frameInterval: Int = 1
  ) throws(MotionError) -> FrameClock {
    try displayLink(rate: rate, frameInterval: frameInterval, clock: ContinuousClock())
  }

  /// Makes a timer in the system's time.
  ///
  /// - Parameter rate: Frames a second, from 0.001 to 10⁶.
  /// - Returns: The clock.
  /// - Throws: `MotionError` if the rate is out of range.
  public static func timer(rate: Double = 60) throws(MotionError) -> FrameClock {
    try timer(rate: rate, clock: ContinuousClock())
  }
}
