public import Chipmunk
import Motion

/// A handover of a body from animation to physics, or back.
///
/// A dynamic body with handovers is held at first: its animations determine its position. Its
/// handovers happen one after another, in the order of the scenario. A handover without ``to``
/// releases the body with its current velocity. One with ``to`` catches the body in place, with its
/// velocity, and moves it to a position by a spring or along a curve.
public struct HandoverDescription: Hashable, Sendable {
  /// The body's id.
  public var body: String
  /// The time, in seconds of the run; nil if another trigger applies.
  public var time: Double?
  /// The partner whose contact triggers it: the id of another body, or `walls`.
  public var contact: String?
  /// Whether a tap on the box triggers it.
  public var isTap = false
  /// The target position, in units; nil to release the body.
  public var to: Vector?
  /// The target angle, in radians, reached along the shortest direction.
  public var angle = 0.0
  /// The spring that moves it there.
  public var spring: AnimationDescription.SpringDescription?
  /// The duration of the curve that moves it there and ends at rest, in seconds, instead of a
  /// spring.
  public var duration: Double?

  /// Makes a handover; by default a release at a time.
  public init(body: String, at time: Double? = nil) { (self.body, self.time) = (body, time) }

  /// The animation that leads a caught body from a state to its target, by a curve or by the spring.
  func animation(
    from state: BodyState,
    at time: Double
  ) throws(MotionError) -> (model: Pose, parts: [any Animation<Pose>]) {
    let target = to ?? state.position
    let turns = ((state.angle - angle) / (2 * .pi)).rounded()
    let end = Pose(position: target.components, angle: Angle(radians: angle + turns * 2 * .pi))
    if let duration {
      let timing = try MediaTiming(beginTime: time, duration: duration)
      // The initial velocity of a cubic Bézier is three times the vector to its first control point; it ends at rest in
      // its last one.
      var path = Path()
      let start = state.position.components
      try path.move(to: start)
      try path.cubic(
        to: target.components,
        control1: start + state.velocity.components * (duration / 3),
        control2: target.components
      )
      let curve = try PathAnimation<SIMD2<Double>>(
        along: path,
        calculationMode: .linear,
        timing: timing
      )
      let turn = try KeyframeAnimation(
        sampledFrom: time,
        to: time + duration,
        rate: max(240, 24 / max(duration, 1e-3))
      ) { now -> Double in
        let s = duration > 0 ? (now - time) / duration : 1
        let (a, b) = (state.angle, end.angle.radians)
        let first = a + state.angularVelocity * duration / 3
        let rest = 1 - s
        return rest * rest * rest * a + 3 * rest * rest * s * first + (3 * rest * s * s + s * s * s)
          * b
      }
      return (end, [curve.of(\Pose.position), turn.of(\Angle.radians).of(\Pose.angle)])
    }
    let spring = try (spring ?? .init()).spring()
    let timing = try MediaTiming(beginTime: time)
    let pull = try SpringAnimation(
      from: state.position.components,
      to: target.components,
      spring: spring,
      initialVelocity: state.velocity.components,
      timing: timing
    )
    let turn = try SpringAnimation(
      from: state.angle,
      to: end.angle.radians,
      spring: spring,
      initialVelocity: state.angularVelocity,
      timing: timing
    )
    return (end, [pull.of(\Pose.position), turn.of(\Angle.radians).of(\Pose.angle)])
  }
}

extension Scenario {
  func reportHandovers(to found: inout DiagnosticList) {
    var held: [String: Bool] = [:]
    for (index, handover) in handovers.enumerated() {
      let path = "handovers[\(index)]"
      found.check(handover, HandoverDescription.fields, at: path)
      guard let place = found.body(handover.body, at: "\(path).body") else { continue }
      let body = bodies[place]
      if body.type != .dynamic {
        let words = "\"\(body.id)\" is \(body.type); only a dynamic body can be released"
        found.add("\(path).body", words)
      }
      let others = walls == nil ? [] : ["walls"]
      if let other = handover.contact, !others.contains(other) {
        found.body(other, at: "\(path).begin", orElse: others)
      }
      if handover.contact == body.id {
        found.add("\(path).begin", "a body never meets itself; name another, or walls")
      }
      let triggers = [handover.time != nil, handover.contact != nil, handover.isTap]
      if triggers.count(where: \.self) != 1 {
        found.add(path, "does not say when; give one of at, begin, tap")
      }
      let isHeld = held[body.id] ?? true
      if isHeld == (handover.to != nil) {
        let words =
          isHeld
          ? "catches \"\(body.id)\", which is held; drop to, or release it first"
          : "releases \"\(body.id)\", which is free; give to, and a spring or a duration"
        found.add(path, words)
      }
      let isCurved = handover.spring != nil || handover.duration != nil || handover.angle != 0
      if handover.to == nil, isCurved { found.add(path, "does not say where to; give to: [x, y]") }
      if handover.spring != nil, handover.duration != nil {
        found.add("\(path).duration", "cannot stand beside spring; drop one of them")
      }
      held[body.id] = !isHeld
      guard handover.to != nil else { continue }
      found.attemptMotion(path) { () throws(MotionError) in
        _ = try handover.animation(from: BodyState(), at: 0)
      }
    }
  }
}
