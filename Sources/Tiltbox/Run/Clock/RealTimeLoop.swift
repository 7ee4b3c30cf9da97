/// Runs ticks in real time.
///
/// It sleeps to the absolute deadline of each tick, so a late wake-up never adds to the next one's lateness. It blocks
/// its thread.
final class RealTimeLoop<Clock: PacingClock> {
  /// The timing of the run; current whenever a closure of the run is called.
  private(set) var statistics: RunStatistics
  /// The newest due tick, and how far real time is beyond it.
  private(set) var pace: FixedStep

  /// The frames and the times of the ticks; the policy `adapt` may replace them.
  private(set) var frames: FrameSchedule

  /// The schedule that a closure requests from the newest tick on; the ticks after it become due again.
  var requested: FrameSchedule?

  /// Whether a stall's ticks are all made up for, as in a run of animations only: these are then at their exact times.
  var catchesUp = false

  /// Simulated seconds in a real one. In fast motion, the greatest lag is as long in real time as at speed 1.
  var speed = 1.0

  private let clock: Clock
  private let realTime: () -> Duration
  private let maxLag: Double
  private var meter: LoadMeter
  private var last = Int.max

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - clock: The clock to follow.
  ///   - pace: The initial tick, the step, and the policy for overload.
  ///   - frames: The ticks that are frames.
  ///   - realTime: The time by which the loop reports each second; the clock's if absent.
  init(
    clock: Clock,
    pace: FixedStep,
    frames: FrameSchedule,
    realTime: (() -> Duration)? = nil
  ) {
    (self.clock, self.pace, self.frames) = (clock, pace, frames)
    self.realTime = realTime ?? clock.now
    maxLag = pace.maxLag
    meter = LoadMeter(step: pace.step)
    statistics = RunStatistics(step: pace.step)
  }

  /// Runs ticks until the last one is done, a stop is requested, or a closure throws.
  ///
  /// - Parameters:
  ///   - last: The last tick.
  ///   - shouldStop: Called before each sleep and each tick.
  ///   - idle: Called when a sleep ends and no tick is due, as with a paused clock.
  ///   - second: Called once a second with the timing of the run.
  ///   - adapt: Called with the new schedule from the newest tick on, when the policy `adapt` has made one.
  ///   - step: Advances the simulation to the given tick.
  ///   - frame: Shows the state at the given tick, which is the newest frame that is due. Tick 0 is shown first.
  /// - Throws: Errors of a closure; `OverloadError` under the policy `fail`.
  func run(
    through last: Int = .max,
    shouldStop: () -> Bool = { false },
    idle: () throws -> Void = {},
    second: (_ statistics: SecondStatistics) throws -> Void = { _ in },
    adapt: (_ schedule: FrameSchedule) throws -> Void = { _ in },
    step: (_ tick: Int) throws -> Void,
    frame: (_ tick: Int) throws -> Void
  ) throws {
    self.last = last
    defer { statistics.peakLoad = max(statistics.peakLoad, statistics.load) }
    let start = clock.now()
    var latest = start
    var seconds = SecondMeter(at: realTime())
    func passSecond() throws {
      let ended = seconds.second(endingAt: realTime(), tick: pace.tick, statistics)
      if let ended { try second(ended) }
    }
    /// Reads the clock; time by which a clock jumps back does not count.
    func now() -> Duration {
      let time = clock.now()
      statistics.elapsed += max(time - latest, .zero)
      latest = time
      return time
    }
    if pace.tick == 0 {
      statistics.frames += 1
      try frame(0)
    }
    var (timesBehind, lastShown) = (0, start)
    while pace.tick < self.last, !shouldStop() {
      let deadline = start + pace.deadline
      // A sleep that takes too long does not count against the steps: the process was stopped, or the machine was
      // asleep.
      let isBehind = latest > deadline
      timesBehind = isBehind ? timesBehind + 1 : 0
      pace.maxLag = maxLag(after: timesBehind) * max(speed, 1)
      let droppedBefore = pace.droppedTicks
      clock.sleep(until: deadline)
      let woken = now()
      let adapts = pace.policy == .adapt && frames.eased(at: pace.tick) != nil
      let kept = adapts && isBehind ? 1 : Int.max
      let due = try pace.advance(to: woken - start, through: self.last, keeping: kept)
      countDropped()
      guard !due.isEmpty else {
        try idle()
        if let requested { follow(requested) }
        try passSecond()
        continue
      }
      statistics.lateness.record(woken - deadline)
      seconds.record(woken - deadline)
      let eased =
        adapts && isBehind && pace.droppedTicks > droppedBefore ? frames.eased(at: pace.tick) : nil
      let schedule = frames
      let newestFrame = due.last(where: schedule.isFrame)
      var began = woken
      for tick in due {
        if shouldStop() { return }
        try step(tick)
        let ended = now()
        meter.record(max(ended - began, .zero))
        began = ended
        statistics.ticks += 1
        statistics.load = meter.load
        if meter.isFull { statistics.peakLoad = max(statistics.peakLoad, meter.load) }
        let isRequested = requested != nil
        if let requested {
          pace.takeBack(after: tick)
          follow(requested)
        } else if let eased, tick == due.last {
          try adapt(eased)
          began = now()
          pace.drop(through: began - start)
          countDropped()
          follow(eased)
        }
        let isFrame = schedule.isFrame(tick)
        // If ticks take so long that the rest of their batch would be too late, the policy decides.
        let isLate = (isFrame || adapts) && ended - woken > .seconds(maxLag)
        let isCut = tick != due.last && (isLate || isRequested)
        // If ticks take long, intermediate ones are worth showing: slow motion instead of a slide show.
        let isWelcome = isBehind && ended - lastShown >= .seconds(1 / schedule.rate)
        if tick == newestFrame || (isFrame && (isCut || isWelcome)) {
          statistics.frames += 1
          try frame(tick)
          began = now()
          lastShown = ended
        } else if isFrame {
          statistics.skippedFrames += 1
        }
        if isCut {
          pace.takeBack(after: tick)
          break
        }
      }
      try passSecond()
    }
  }

  /// The greatest lag behind real time. It is smaller if slow ticks cause the lag, and not a stall: then at most a few
  /// frames' worth of ticks run at a time, so that the picture is never much older than the due tick.
  private func maxLag(after timesBehind: Int) -> Double {
    if timesBehind == 0, catchesUp { return 1e6 }
    guard timesBehind >= 2, pace.policy == .drop else { return maxLag }
    return min(maxLag, 3 / frames.rate)
  }

  private func countDropped() {
    (statistics.droppedTicks, statistics.droppedTime) = (pace.droppedTicks, pace.droppedTime)
  }

  private func follow(_ schedule: FrameSchedule) {
    requested = nil
    if schedule.step != pace.step {
      if last != .max { last = schedule.timeline.tick(at: frames.timeline.time(of: last)) }
      pace.change(step: schedule.step)
      statistics.change(step: schedule.step)
      meter = LoadMeter(step: schedule.step)
      statistics.load = 0
    }
    frames = schedule
  }
}
