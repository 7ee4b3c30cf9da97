/// Where two runs part, and what happened just before.
public struct Comparison: Hashable, Sendable {
  /// What came out.
  public enum Outcome: Hashable, Sendable {
    /// They are the same, as far as both are known, and end together.
    case same
    /// One has ended, and the other goes on: whether that is the second one.
    case ended(secondGoesOn: Bool)
    /// A number is another.
    case number(Difference)
    /// A body is in one of them alone: whether that is the second one.
    case body(String, inSecond: Bool)
    /// Something happened in one of them and not in the other, and no number shows it yet.
    case happening(Happening, inSecond: Bool)
  }

  /// A number that differs.
  public struct Difference: Hashable, Sendable {
    /// The body.
    public let body: String
    /// `x`, `y`, `angle`, `vx`, `vy` or `w`.
    public let field: String
    /// The number in the first run.
    public let first: Double
    /// The number in the second run.
    public let second: Double

    /// By how much they differ.
    public var size: Double { abs(first - second) }
  }

  /// What came out.
  public let outcome: Outcome
  /// The tick where they part, or the last one that was compared; nil if they have none in common.
  public let tick: Int?
  /// Its simulated time, in seconds.
  public let time: Double
  /// How many moments were compared.
  public let momentCount: Int
  /// How many bodies differ at that tick.
  public let differingBodies: Int
  /// The largest difference at that tick, if numbers differ.
  public let largest: Difference?
  /// The largest difference of all that were not larger than the tolerance.
  public let largestTolerated: Difference?
  /// What happened last in the first run, and in the second.
  public let before: [[Happening]]
}

extension Comparison {
  private static let mostHappenings = 5
  private static let fields = ["x", "y", "angle", "vx", "vy", "w"]

  /// Compares two runs at the ticks that both know, up to the first difference.
  ///
  /// - Parameters:
  ///   - first: One run.
  ///   - second: The other run.
  ///   - tolerance: How far two numbers may lie apart, each in its own unit; with 0 events have to agree as well.
  /// - Throws: What the courses throw.
  public init(_ first: any Course, _ second: any Course, tolerance: Double = 0) throws {
    var recent: [[Happening]] = [[], []]
    var fresh: [[Happening]] = [[], []]
    func next(_ course: any Course, _ side: Int) throws -> Frame? {
      guard let moment = try course.next() else { return nil }
      fresh[side] += moment.happenings
      recent[side] = (recent[side] + moment.happenings).suffix(Self.mostHappenings)
      return moment.frame
    }
    var (a, b) = (try next(first, 0), try next(second, 1))
    var last: Frame?
    var (count, tolerated) = (0, Difference?.none)
    var parting = Parting(outcome: .same)
    while let one = a, let two = b {
      if one.tick < two.tick {
        a = try next(first, 0)
      } else if two.tick < one.tick {
        b = try next(second, 1)
      } else {
        (last, count) = (one, count + 1)
        let found = Parting(one, two, tolerance, &tolerated)
        let odd = tolerance == 0 ? Self.odd(fresh) : nil
        parting = found ?? odd ?? parting
        if parting.outcome != .same { break }
        fresh = [[], []]
        (a, b) = (try next(first, 0), try next(second, 1))
      }
    }
    if parting.outcome == .same, a == nil || b == nil, a != nil || b != nil {
      parting = Parting(outcome: .ended(secondGoesOn: a == nil))
    }
    outcome = parting.outcome
    (differingBodies, largest) = (parting.bodies, parting.largest)
    (tick, time, momentCount) = (last?.tick, last?.time ?? 0, count)
    (largestTolerated, before) = (tolerated, recent)
  }

  /// The first event on one side alone.
  private static func odd(_ happenings: [[Happening]]) -> Parting? {
    let (a, b) = (happenings[0].filter(\.isEvent), happenings[1].filter(\.isEvent))
    for index in 0..<max(a.count, b.count) {
      guard index < b.count else { return Parting(outcome: .happening(a[index], inSecond: false)) }
      guard index < a.count, a[index] == b[index] else {
        return Parting(outcome: .happening(b[index], inSecond: true))
      }
    }
    return nil
  }

  /// What two frames of one tick do not agree in.
  private struct Parting {
    var outcome: Outcome
    var bodies = 0
    var largest: Difference?

    init(outcome: Outcome) { self.outcome = outcome }

    init?(_ a: Frame, _ b: Frame, _ tolerance: Double, _ tolerated: inout Difference?) {
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
        for (field, pair) in zip(fields, zip(a.states[index].numbers, state.numbers)) {
          guard pair.0.bitPattern != pair.1.bitPattern, pair.0 != pair.1 else { continue }
          let difference = Difference(body: id, field: field, first: pair.0, second: pair.1)
          // What is no number is within no tolerance.
          if difference.size <= tolerance {
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
