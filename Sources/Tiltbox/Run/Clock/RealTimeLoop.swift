/// Runs ticks at their real time.
///
/// It sleeps to the absolute deadline of each tick, so a late wake-up is caught up with and never adds to the next one's
/// lateness. It blocks the thread that runs it.
final class RealTimeLoop<Clock: PacingClock> {
  /// How the run keeps up; up to date whenever a closure of the run is called.
  private(set) var statistics: RunStatistics
  /// The state of the clockwork: the newest due tick and how far real time is beyond it.
  private(set) var pace: FixedStep

  /// Which ticks are frames, and when each tick is; another one once the policy `adapt` has acted.
  private(set) var frames: FrameSchedule

  /// The schedule that a closure wants from the newest tick on; the ticks after it are due anew.
  var requested: FrameSchedule?

  /// Whether the ticks of a stall are all caught up with, as where nothing but animations moves: these are then where
  /// their time says.
  var catchesUp = false

  private let clock: Clock
  private let maxLag: Double
  private var meter: LoadMeter
  private var last = Int.max

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - clock: What time it is.
  ///   - pace: The tick to begin after, the step, and what to do under overload.
  ///   - frames: Which ticks are frames.
  init(clock: Clock, pace: FixedStep, frames: FrameSchedule) {
    self.clock = clock
    self.pace = pace
    self.frames = frames
    maxLag = pace.maxLag
    meter = LoadMeter(step: pace.step)
    statistics = RunStatistics(step: pace.step)
  }

  /// Runs ticks until the last one is done, it is asked to stop, or a closure throws.
  ///
  /// - Parameters:
  ///   - last: The last tick.
  ///   - shouldStop: Asked before each sleep and each tick.
  ///   - idle: Called when a sleep ends and no tick is due, as with a clock that stands still.
  ///   - second: Told once a second how the run keeps up.
  ///   - adapt: Told of the schedule that holds from the newest tick on, when the policy `adapt` has made another one.
  ///   - step: Advances the simulation to the given tick.
  ///   - frame: Shows the state at the given tick, which is the newest frame that is due. Tick 0 is shown first.
  /// - Throws: What a closure throws; `OverloadError` under the policy `fail`.
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
    let start = clock.now()
    var latest = start
    var seconds = SecondMeter(at: start)
    /// Reads the clock; time that a clock takes back does not count.
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
      // What a sleep costs too much is no fault of the steps: the process was stopped, or the machine asleep.
      let isBehind = latest > deadline
      timesBehind = isBehind ? timesBehind + 1 : 0
      pace.maxLag = maxLag(after: timesBehind)
      let droppedBefore = pace.droppedTicks
      clock.sleep(until: deadline)
      let woken = now()
      let adapts = pace.policy == .adapt && frames.eased(at: pace.tick) != nil
      let due = try pace.advance(
        to: woken - start,
        through: self.last,
        keeping: adapts && isBehind ? 1 : .max
      )
      countDropped()
      guard !due.isEmpty else {
        try idle()
        if let requested { follow(requested) }
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
        // Ticks that take so long that the others of their turn would come too late are for the policy.
        let isLate = (isFrame || adapts) && ended - woken > .seconds(maxLag)
        let isCut = tick != due.last && (isLate || isRequested)
        // Where ticks take long, those on the way are worth a look: slow motion instead of a slide show.
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
      if let ended = seconds.second(endingAt: latest, tick: pace.tick, statistics) {
        try second(ended)
      }
    }
  }

  /// How far real time may be ahead: less where it is the ticks that take too long, and not a stall. There are at most a few
  /// frames' worth of them at a time then, so that what is shown is never much older than what is due.
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
