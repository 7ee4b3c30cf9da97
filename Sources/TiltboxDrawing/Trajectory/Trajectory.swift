internal import Chipmunk
public import Tiltbox

/// The frames of a run, and everything needed to draw them.
public struct Trajectory: Sendable {
  /// The length of a tick, in seconds.
  package let step: Double
  /// The frames in the order of their ticks; at least one.
  package let frames: [Frame]
  /// The events, in the order of their ticks.
  package let events: [Event]
  /// Whether the run goes on after the frames.
  let isCut: Bool

  /// The world, the bodies and the constraints from a frame on.
  struct Section: Sendable {
    let firstFrame: Int
    let scenario: Scenario
  }

  let sections: [Section]

  /// Creates a trajectory of a run.
  ///
  /// - Parameters:
  ///   - reader: The run, read up to its end or the end of `range`.
  ///   - rate: Frames per simulated second; nil for the rate of the recording or the scenario.
  ///   - range: The simulated time to keep, in seconds.
  ///   - latest: The latest moment of interest, in seconds: the reader is not read beyond the first frame after it.
  ///   - progress: Called from time to time with the simulated time so far; its error ends the work.
  /// - Throws: The errors of the reader and of `progress`; ``DrawingError`` if there is no frame, or for a rate
  ///   that is not above 0.
  ///
  /// Complexity: O(*frames* · *bodies*), in time and memory.
  public init(
    of reader: any TrajectoryReader,
    rate: Double? = nil,
    range: ClosedRange<Double> = 0...(.infinity),
    through latest: Double = .infinity,
    progress: (_ time: Double) throws -> Void = { _ in }
  ) throws {
    if let rate, !(rate > 0 && rate.isFinite) {
      throw DrawingError("\(rate.plain) frames/s is no frame rate; give a finite number above 0")
    }
    var frames: [Frame] = []
    var (events, sections): ([Event], [Section]) = ([], [])
    var (count, time, step, isCut) = (0, 0.0, reader.step ?? 0, false)
    var schedule: FrameSchedule?
    while let sample = try reader.next() {
      let frame = sample.frame
      time = frame.time
      if count == 0 {
        let scenario = try reader.scenario()
        step = reader.step ?? scenario.world.step
        schedule = FrameSchedule(rate: rate ?? scenario.run.frames, step: step)
      }
      count += 1
      if count.isMultiple(of: 256) { try progress(time) }
      // Rounding may put the time of a tick slightly past the range's end.
      isCut = time > range.upperBound + step * 1e-3
      if isCut { break }
      guard time >= range.lowerBound - step * 1e-3 else { continue }
      events += sample.events
      if let old = frames.last, schedule?.isFrame(frame.tick, after: old.tick) == false { continue }
      if frames.last?.list != frame.list || frames.last?.bodies != frame.bodies {
        sections.append(Section(firstFrame: frames.count, scenario: try reader.scenario()))
      }
      frames.append(frame)
      if frame.time >= latest, frames[0].time <= latest { break }
    }
    guard !frames.isEmpty else {
      throw DrawingError(
        count == 0
          ? "the recording has no frames; record it with --frames 60 or another rate"
          : "there is no frame from \(range.lowerBound.plain) s on: the run ends at \(time.plain) s"
      )
    }
    (self.step, self.isCut) = (step, isCut)
    (self.frames, self.events, self.sections) = (frames, events, sections)
  }

  /// The scenario at the first frame.
  package var scenario: Scenario { sections[0].scenario }

  /// Returns the frames of a section.
  func frames(ofSection index: Int) -> Range<Int> {
    let next = index + 1 < sections.count ? sections[index + 1].firstFrame : frames.count
    return sections[index].firstFrame..<next
  }

  /// The simulated time of the last frame, in seconds.
  package var end: Double { frames[frames.count - 1].time }

  /// Returns the simulated time of a tick, in seconds. Interpolates between the neighbouring frames, since the length
  /// of ticks may change during a run. Complexity: O(log *frames*).
  func time(ofTick tick: Int) -> Double {
    let place = max(min(frames.partitioningIndex { $0.tick > tick } - 1, frames.count - 2), 0)
    let frame = frames[place]
    guard place + 1 < frames.count else { return frame.time + Double(tick - frame.tick) * step }
    let next = frames[place + 1]
    return frame.time
      + Double(tick - frame.tick) * (next.time - frame.time) / Double(next.tick - frame.tick)
  }

  /// The contacts that began, each with its strength from 0 to 1: the root of its share of the greatest impulse.
  var contacts: [(event: Event, strength: Double)] {
    let begun = events.filter { $0.kind == .begin }
    let greatest = begun.map(\.impulse).max() ?? 0
    return begun.map { ($0, greatest > 0 ? ($0.impulse / greatest).squareRoot() : 0) }
  }

  /// Returns the index of the frame nearest to a time in seconds. Complexity: O(log *frames*).
  ///
  /// Throws ``DrawingError`` for a time outside the trajectory.
  package func index(at time: Double) throws(DrawingError) -> Int {
    let start = frames[0].time
    let slack = step + 1e-9
    guard time >= start - slack, time <= end + slack else {
      throw DrawingError(
        "there is nothing at \(time.plain) s: the run goes from \(start.plain) to \(end.plain) s"
      )
    }
    let next = frames.partitioningIndex { $0.time >= time }
    guard next < frames.count else { return next - 1 }
    guard next > 0, time - frames[next - 1].time <= frames[next].time - time else { return next }
    return next - 1
  }
}

/// The reason why nothing can be drawn, and the remedy.
public struct DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let description: String

  package init(_ description: String) { self.description = description }
}
