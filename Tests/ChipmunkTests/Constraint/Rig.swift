import Chipmunk
import Foundation
import Synchronization
import Testing

/// A space with helpers for tests of constraints.
struct Rig {
  let space: Space

  init(
    timeStep: Double = 1.0 / 120,
    gravity: Vector = .zero,
    engine: Engine = .tiltbox
  ) throws {
    space = try Space(timeStep: timeStep, engine: engine)
    try space.setGravity(gravity)
  }

  /// A disc of 1 kg and radius 10 (a moment of 50), added to the space.
  @discardableResult
  func disc(at position: Vector = .zero, mass: Double = 1, moment: Double = 50) throws -> Body {
    let body = try Body(mass: mass, moment: moment)
    try body.set(\.position, to: position)
    try space.add(body)
    return body
  }

  func add<Kind: Constraint>(_ constraint: Kind) throws -> Kind {
    try space.add(constraint)
    return constraint
  }

  func step(_ count: Int = 1, then look: () throws -> Void = {}) throws {
    for _ in 0..<count {
      try space.step()
      try look()
    }
  }

  func step(seconds: Double, then look: () throws -> Void = {}) throws {
    try step(Int((seconds / space.timeStep).rounded()), then: look)
  }

  /// Returns the mean time between upward zero crossings of a measured value, in seconds.
  func period(over count: Int, of measure: () -> Double) throws -> Double {
    var crossings: [Double] = []
    var before = measure()
    while crossings.count <= count {
      try space.step()
      let now = measure()
      if before < 0, now >= 0 {
        crossings.append((Double(space.tick) - now / (now - before)) * space.timeStep)
      }
      before = now
      try #require(space.tick < 1_000_000)
    }
    return (crossings[count] - crossings[0]) / Double(count)
  }

  /// One constraint of each kind between two bodies.
  static func oneOfEach(_ a: Body, _ b: Body) throws -> [Constraint] {
    [
      try PinJoint(a, b, anchorA: Vector(-30, 0)),
      try SlideJoint(a, b, max: 100),
      try PivotJoint(a, b, at: Vector(1, 2)),
      try GrooveJoint(a, b, from: Vector(-50, 0), to: Vector(50, 0)),
      try DampedSpring(a, b, restLength: 10, stiffness: 100, damping: 1),
      try DampedRotarySpring(a, b, stiffness: 100, damping: 1),
      try RotaryLimitJoint(a, b, min: -1, max: 1),
      try RatchetJoint(a, b, ratchet: 1),
      try GearJoint(a, b, ratio: 2),
      try SimpleMotor(a, b, rate: 1),
    ]
  }
}

/// Expects an error of a kind whose message names the problem.
func expect(
  _ code: PhysicsError.Code,
  _ words: String = "",
  sourceLocation: SourceLocation = #_sourceLocation,
  from work: () throws -> Void
) {
  let error = #expect(throws: PhysicsError.self, sourceLocation: sourceLocation, performing: work)
  #expect(error?.code == code, sourceLocation: sourceLocation)
  if !words.isEmpty, let error {
    #expect("\(error)".contains(words), sourceLocation: sourceLocation)
  }
}

let hostile: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308]
