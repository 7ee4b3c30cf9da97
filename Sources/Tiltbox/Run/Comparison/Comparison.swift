/// The first difference between two runs, and what happened just before it.
public struct Comparison: Hashable, Sendable {
  /// The result of a comparison.
  public enum Outcome: Hashable, Sendable {
    /// The runs are equal at all ticks that both have, and end together.
    case same
    /// One run has ended before the other.
    case ended(secondGoesOn: Bool)
    /// Two numbers differ.
    case number(Difference)
    /// A body is in one run only.
    case body(String, inSecond: Bool)
    /// An event happened in one run only, and all numbers are still equal.
    case entry(HistoryEntry, inSecond: Bool)
  }

  /// A number that differs.
  public struct Difference: Hashable, Sendable {
    /// The body; of an event, its first body or its constraint.
    public let body: String
    /// `x`, `y`, `angle`, `vx`, `vy` or `w`; `impulse` or `force` of an event.
    public let field: String
    /// The number in the first run.
    public let first: Double
    /// The number in the second run.
    public let second: Double

    /// The absolute difference.
    public var size: Double { abs(first - second) }
  }

  /// The result.
  public let outcome: Outcome
  /// The tick of the first difference, or the last one compared; nil if the runs have no tick in common.
  public let tick: Int?
  /// Its simulated time, in seconds.
  public let time: Double
  /// The number of ticks that were compared.
  public let sampleCount: Int
  /// The number of bodies that differ at that tick.
  public let differingBodies: Int
  /// The largest difference at that tick, if numbers differ.
  public let largest: Difference?
  /// The largest difference within the tolerance.
  public let largestTolerated: Difference?
  /// The last events and commands of the first run, and of the second.
  public let before: [[HistoryEntry]]
}

extension Comparison {
  private static let historyLength = 5

  /// Compares two runs at the ticks that both have, up to the first difference.
  ///
  /// - Parameters:
  ///   - first: One run.
  ///   - second: The other run.
  ///   - tolerance: The greatest difference between two numbers, each in its own unit; with 0, events must agree as
  ///     well.
  /// - Throws: Errors of the trajectories.
  public init(_ first: any TrajectoryReader, _ second: any TrajectoryReader, tolerance: Double = 0)
    throws
  {
    try self.init(first, second, within: tolerance)
  }

  /// The same within a tolerance. If it is nil, the runs must agree bit for bit, and 0 and −0 differ.
  package init(
    _ first: any TrajectoryReader,
    _ second: any TrajectoryReader,
    within tolerance: Double?
  ) throws {
    var recent: [[HistoryEntry]] = [[], []]
    var fresh: [[HistoryEntry]] = [[], []]
    var events: [[Event]] = [[], []]
    var ends = [0, 0]
    func next(_ trajectory: any TrajectoryReader, _ side: Int) throws -> Frame? {
      guard let sample = try trajectory.next() else {
        ends[side] = max(ends[side], trajectory.lastTick ?? 0)
        return nil
      }
      ends[side] = sample.frame.tick
      fresh[side] += sample.history
      events[side] += sample.events
      recent[side] = (recent[side] + sample.history).suffix(Self.historyLength)
      return sample.frame
    }
    var (a, b) = (try next(first, 0), try next(second, 1))
    // Only one of the runs may contain the events before.
    let start = ends.max() ?? 0
    var last: Frame?
    var (count, tolerated) = (0, Difference?.none)
    var difference = FrameDifference(outcome: .same)
    while let one = a, let two = b {
      if one.tick < two.tick {
        a = try next(first, 0)
      } else if two.tick < one.tick {
        b = try next(second, 1)
      } else {
        (last, count) = (one, count + 1)
        let found = FrameDifference(one, two, tolerance, &tolerated)
        let ofEvents =
          (tolerance ?? 0) == 0
          ? Self.unshared(fresh, after: start) ?? Self.differing(events, after: start) : nil
        difference = found ?? ofEvents ?? difference
        if difference.outcome != .same { break }
        (fresh, events) = ([[], []], [[], []])
        (a, b) = (try next(first, 0), try next(second, 1))
      }
    }
    if difference.outcome == .same {
      // The last tick of a run may have no frame, or a frame in one run only.
      while let one = a, one.tick <= ends[1] { a = try next(first, 0) }
      while let two = b, two.tick <= ends[0] { b = try next(second, 1) }
      if ends[0] != ends[1] || count == 0 {
        difference = FrameDifference(outcome: .ended(secondGoesOn: ends[0] < ends[1]))
      }
    }
    outcome = difference.outcome
    (differingBodies, largest) = (difference.bodies, difference.largest)
    (tick, time, sampleCount) = (last?.tick, last?.time ?? 0, count)
    (largestTolerated, before) = (tolerated, recent)
  }

  /// The first event after a tick that only one side has.
  private static func unshared(_ history: [[HistoryEntry]], after start: Int) -> FrameDifference? {
    let events = history.map { $0.filter { $0.isEvent && $0.tick > start } }
    let (a, b) = (events[0], events[1])
    let shared = zip(a, b).prefix { $0 == $1 }.count
    if shared < a.count, !b[shared...].contains(a[shared]) {
      return FrameDifference(outcome: .entry(a[shared], inSecond: false))
    }
    return shared < b.count ? FrameDifference(outcome: .entry(b[shared], inSecond: true)) : nil
  }

  /// The first event after a tick whose impulse or force differs, if both sides have the same events.
  private static func differing(_ events: [[Event]], after start: Int) -> FrameDifference? {
    let events = events.map { $0.filter { $0.tick > start } }
    for (a, b) in zip(events[0], events[1]) {
      let numbers = [("impulse", a.impulse, b.impulse), ("force", a.force, b.force)]
      for (field, first, second) in numbers where first != second {
        let difference = Difference(body: a.a, field: field, first: first, second: second)
        return FrameDifference(outcome: .number(difference))
      }
    }
    return nil
  }

  /// The differences between two frames of one tick.
  private struct FrameDifference {
    var outcome: Outcome
    var bodies = 0
    var largest: Difference?

    init(outcome: Outcome) { self.outcome = outcome }

    init?(_ a: Frame, _ b: Frame, _ tolerance: Double?, _ tolerated: inout Difference?) {
      self.init(outcome: .same)
      if a.bodies != b.bodies {
        let (known, others) = (Set(a.bodies), Set(b.bodies))
        if let id = a.bodies.first(where: { !others.contains($0) }) {
          outcome = .body(id, inSecond: false)
          return
        }
        if let id = b.bodies.first(where: { !known.contains($0) }) {
          outcome = .body(id, inSecond: true)
          return
        }
      }
      for (index, id) in a.bodies.enumerated() {
        let state = a.bodies == b.bodies ? b.states[index] : b[id] ?? a.states[index]
        var differs = false
        for (field, pair) in zip(BodyState.numberNames, zip(a.states[index].numbers, state.numbers))
        {
          guard pair.0.bitPattern != pair.1.bitPattern else { continue }
          if tolerance != nil, pair.0 == pair.1 { continue }
          let difference = Difference(body: id, field: field, first: pair.0, second: pair.1)
          // A NaN is within no tolerance.
          if let tolerance, difference.size <= tolerance {
            if difference.size > tolerated?.size ?? 0 { tolerated = difference }
            continue
          }
          if outcome == .same { outcome = .number(difference) }
          if !(difference.size <= largest?.size ?? -1) { largest = difference }
          differs = true
        }
        if differs { bodies += 1 }
      }
      if outcome == .same { return nil }
    }
  }
}
