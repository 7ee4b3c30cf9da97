internal import Chipmunk
internal import Tiltbox

/// Checks the pieces of a recording against its header and against each other.
///
/// If each tick of a run from 0 on has a frame, and each frame has the states that the run's digest is made of, the
/// frames have the summary's digest.
struct RecordingCheck {
  /// The bodies that any list has had, and the walls.
  private var names = Set(Scenario.wallNames)
  /// The number of bodies in the newest list.
  private(set) var bodyCount = 0
  private let valueCount: Int
  /// The counts of the numbers of each value since the newest list; nil before its first frame.
  private var numberCounts: [Int]?
  private var timeline: Timeline?
  /// The digest of the frames so far; nil if it is not that of the run.
  private var digest: Digest?
  private var newestTick = -1
  /// Whether contacts may end of bodies that were removed before the recording, which began in the middle of a run.
  private var mayNameOthers = true

  /// Starts with a header, which has been read as a scenario.
  init(header: Node, bodies: [String]) throws(Diagnostic) {
    valueCount = header["values"]?.sequence?.count ?? 0
    timeline = header["step"]?.scalar?.number.map { Timeline(step: $0) }
    let isHalfKick = header["integrator"]?.scalar?.text == Integrator.halfKick.rawValue
    digest = isHalfKick ? nil : Digest()
    try take(list: header, bodies)
  }

  /// Takes a list of bodies. Its frames have other rows than the digest.
  mutating func take(newList list: Node, _ bodies: [String]) throws(Diagnostic) {
    digest = nil
    try take(list: list, bodies)
  }

  private mutating func take(list: Node, _ bodies: [String]) throws(Diagnostic) {
    guard list["bodies"]?.sequence?.count == bodies.count, Set(bodies).count == bodies.count else {
      throw Diagnostic("bodies has the names of the bodies, each once")
    }
    for key in ["types", "masses", "moments", "centers", "shapes", "looks"] {
      guard let count = list[key]?.sequence?.count, count != bodies.count else { continue }
      throw Diagnostic("\(key) has \(count) elements, and there are \(bodies.count) bodies")
    }
    bodyCount = bodies.count
    numberCounts = nil
    names.formUnion(bodies)
  }

  mutating func take(_ frame: Frame) throws(Diagnostic) {
    guard frame.states.count == bodyCount else {
      throw Diagnostic(
        "the frame has \(frame.states.count) rows, and there are \(bodyCount) bodies"
      )
    }
    guard frame.values.count == valueCount else {
      throw Diagnostic(
        "the frame has \(frame.values.count) values, and the header names \(valueCount)"
      )
    }
    let counts = frame.values.map(\.count)
    guard counts == numberCounts ?? counts else {
      throw Diagnostic("the values have other counts of numbers than in the frame before")
    }
    numberCounts = counts
    try check(frame.time, of: frame.tick)
    try check(.gravity, frame.gravity.x, frame.gravity.y)
    for state in frame.states where !state.isInBounds {
      throw Diagnostic("the numbers of a body are out of all bounds")
    }
    for (place, next) in zip(frame.asleep, frame.asleep.dropFirst() + [bodyCount])
    where place < 0 || place >= next {
      throw Diagnostic(
        "asleep has \(place), and there are \(bodyCount) bodies, counted from 0 in increasing order"
      )
    }
    mayNameOthers = newestTick < 0 && frame.tick > 0
    if frame.tick != newestTick + 1 { digest = nil }
    newestTick = frame.tick
    if frame.tick > 0 { digest?.absorb(frame.states) }
  }

  func check(_ event: Event, at time: Double) throws(Diagnostic) {
    let bodies =
      switch event.kind {
      case .break: [String]()
      case .quarantine: [event.a]
      case .begin, .separate: [event.a, event.b]
      }
    for name in bodies
    where !names.contains(name) && !(mayNameOthers && event.kind == .separate) {
      throw Diagnostic("no body is called \(name.debugDescription)")
    }
    try check(time, of: event.tick)
    guard event.hasPoint || event.kind == .separate else {
      throw Diagnostic("at has two numbers, the point of contact")
    }
    // It may be anywhere: a body that diverges may touch something far away before it is stopped.
    guard event.point.isFinite else { throw Diagnostic("at has two finite numbers, in units") }
    let numbers = [("impulse", event.impulse, "kg·units/s"), ("force", event.force, "kg·units/s²")]
    for (name, number, unit) in numbers where number < 0 || !number.isFinite {
      throw Diagnostic("\(name) is \(number.plain) \(unit); it is finite and not below 0")
    }
    if let state = event.state, !state.isInBounds {
      throw Diagnostic("the numbers of the body are out of all bounds")
    }
  }

  /// Takes a new step and frame rate.
  mutating func take(pace node: Node) throws(Diagnostic) {
    guard let tick = node["tick"]?.scalar?.whole, tick >= newestTick,
      let time = node["t"]?.scalar?.number, let step = node["step"]?.scalar?.number,
      let rate = node["frames"]?.scalar?.number
    else { throw Diagnostic("a pace has a tick, t, step and frames") }
    // A recording that begins after a change of the step does not know the step before.
    if newestTick >= 0 { try check(time, of: tick) }
    try check(.timeStep, step)
    try check(Scenario.frameRate, rate)
    // A change of the step may slow bodies down between the digest and the frame.
    if step != timeline?.step { digest = nil }
    timeline = Timeline(step: step, from: tick, at: time)
  }

  func check(gap node: Node) throws(Diagnostic) {
    for key in ["tick", "frames", "events", "answers"] {
      guard let count = node[key]?.scalar?.whole, count >= 0 else {
        throw Diagnostic("\(key) of a gap is a whole number from 0 on")
      }
    }
  }

  /// Returns the digest that the frames have and the summary does not state; nil if they agree or cannot be compared.
  func otherDigest(than ending: Scenario.RecordedEnding) -> Digest? {
    guard let digest, newestTick == ending.ticks, digest != ending.digest else { return nil }
    return digest
  }

  func check(_ ending: Scenario.RecordedEnding, at time: Double?) throws(Diagnostic) {
    guard ending.ticks >= max(newestTick, 0) else {
      throw Diagnostic(
        "the summary counts \(ending.ticks) ticks, and the last frame is that of tick \(newestTick)"
      )
    }
    if let time { try check(time, of: ending.ticks) }
  }

  /// Times are written as the nearest decimals of products, so they agree but for rounding.
  private func check(_ time: Double, of tick: Int) throws(Diagnostic) {
    guard let expected = timeline?.time(of: tick) else { return }
    guard abs(time - expected) <= 1e-12 * max(abs(expected), 1) else {
      throw Diagnostic("t is \(time.plain) s, and tick \(tick) is at \(expected.plain) s")
    }
  }

  private func check(_ range: ParameterRange, _ numbers: Double...) throws(Diagnostic) {
    for number in numbers {
      do { try range.check(number) } catch { throw Diagnostic(error.description) }
    }
  }
}

extension BodyState {
  /// Whether a run would not have stopped the body for its numbers.
  fileprivate var isInBounds: Bool {
    position.dot(position) + velocity.dot(velocity) + angle * angle
      + angularVelocity * angularVelocity < 1e30
  }
}

/// A recording that cannot be read.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, line, reason and remedy.
  public let description: String

  package init(_ description: String) { self.description = description }
}
