public import Chipmunk
public import Testing
internal import TiltboxDrawing
public import Tiltbox

/// Expects a run of a scenario to meet its expectations. Each failed expectation is an issue of the
/// test with the frames around it; a picture of these moments is attached.
///
/// `swift test --attachments-path FOLDER` keeps the pictures.
///
/// - Parameters:
///   - scenario: The scenario, which runs for its duration.
///   - expectations: Further expectations besides the scenario's own.
///   - sourceLocation: The location of an issue.
/// - Returns: The result of each expectation.
/// - Throws: The errors of `ScenarioCheck/init(_:shouldStop:)`.
@discardableResult
public func expectMet(
  _ scenario: Scenario,
  _ expectations: Scenario.Expectation...,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> [ExpectationResult] {
  var scenario = scenario
  scenario.expectations += expectations
  let check = try ScenarioCheck(scenario)
  let results = check.results
  for event in check.quarantined {
    Issue.record(
      "\(event.a) diverged at tick \(event.tick) and was removed from the world",
      sourceLocation: sourceLocation
    )
  }
  let pictures = results.allSatisfy(\.isMet) ? [] : try scenario.pictures(of: results)
  for (result, picture) in zip(results, pictures) where !result.isMet {
    Issue.record(Comment(rawValue: result.report), sourceLocation: sourceLocation)
    if let picture {
      Attachment.record(picture, named: "\(scenario.name).svg", sourceLocation: sourceLocation)
    }
  }
  return results
}

/// Expects a body that starts at rest to fall freely until its first contact, at the exact tick
/// that the integrator gives: see ``fallTime(from:gravity:step:engine:integrator:)``.
///
/// If the body meets its partner exactly at a tick, as a fall of 5, 20 or 45 units under a gravity of 1000 units/s²
/// does at 1/120 s, rounding decides whether the contact begins there or one tick later: both are met.
///
/// The prediction knows the body's `gravityScale`. It is an issue if the tilt is not constant, if the world or the body
/// has damping, if the body is not a dynamic one at rest, if a constraint, a handover or an animation moves it, if its
/// partner has a velocity or is animated, or if the height or the gravity is 0 or less.
///
/// - Parameters:
///   - body: The body's id.
///   - partner: The partner of the contact: a body, `walls`, or one wall, as in `walls.bottom`.
///   - height: The distance along gravity that the body covers until it touches its partner, in units.
///   - scenario: The scenario to run.
///   - sourceLocation: The location of an issue.
/// - Throws: The errors of `ScenarioCheck/init(_:shouldStop:)`.
public func expectFall(
  of body: String,
  onto partner: String,
  from height: Double,
  in scenario: Scenario,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let world = scenario.world
  var gravity = world.gravity
  if let falling = scenario.bodies.first(where: { $0.id == body }) {
    if let obstacle = scenario.obstacle(to: falling, partner) {
      Issue.record(
        "no fall of \(body) is known: \(obstacle); let gravity alone move it, from rest, onto a partner at rest",
        sourceLocation: sourceLocation
      )
      return
    }
    gravity *= falling.gravityScale
  }
  if case .constant(let tilt) = scenario.tilt.source { gravity *= Vector(tilt.x, tilt.y).length }
  let ticks = fallTicks(height, gravity, world.step, world.engine, world.integrator)
  guard ticks.isFinite else {
    Issue.record(
      "no fall of \(height.plain) units at \(gravity.plain) units/s² is known; give both above 0",
      sourceLocation: sourceLocation
    )
    return
  }
  let isAtTick = ticks == ticks.rounded()
  let time = (isAtTick ? ticks + 0.5 : ticks.rounded(.up)) * world.step
  let tolerance = (isAtTick ? 1 : 0.5) * world.step
  var scenario = scenario
  scenario.expectations = [
    Scenario.Expectation(body, .firstContact(with: partner, at: time, within: tolerance))
  ]
  scenario.run.duration = max(scenario.run.duration ?? 0, 2 * time)
  try expectMet(scenario, sourceLocation: sourceLocation)
}

extension Scenario {
  /// What keeps the fall of a body from being a known one; nil if nothing does.
  fileprivate func obstacle(to body: BodyDescription, _ partner: String) -> String? {
    let holders = constraints.flatMap { [$0.a, $0.b] } + handovers.map(\.body)
    let targets = animations.flatMap(\.leaves).compactMap(\.target?.base)
    func isAnimated(_ id: String) -> Bool {
      targets.contains { if case .body(id, _) = $0 { true } else { false } }
    }
    let isTilted = targets.contains { $0 == .tilt || $0 == .gravity }
    let hasSpeed = bodies.contains {
      $0.id == partner && ($0.velocity != .zero || $0.angularVelocity != 0)
    }
    return if case .file = tilt.source {
      "the tilt is not constant"
    } else if world.damping != 1 || body.damping != 1 {
      "its damping is not 1"
    } else if body.type != .dynamic || body.velocity != .zero || body.angularVelocity != 0 {
      "it is not a dynamic body at rest"
    } else if isTilted || isAnimated(body.id) || holders.contains(body.id) {
      "a constraint, a handover or an animation moves it"
    } else if hasSpeed || isAnimated(partner) {
      "\(partner) moves"
    } else {
      nil
    }
  }
}

/// Returns the time after which a free fall from rest has covered a height, in seconds: a multiple of the step.
///
/// With `Engine.tiltbox`, a free fall is exact: after n steps of h seconds a body has fallen g·h²·n²/2, and the contact
/// begins at the first n at which that is d or more, up to one step after √(2·d/g). The C library moves a body before it
/// accelerates it, so it has fallen g·h²·n(n−1)/2, and the contact begins at n = ⌈(1 + √(1 + 8·d/(g·h²)))/2⌉: up to two
/// steps after √(2·d/g). With half kicks it has fallen g·h²·n²/2. A fall that ends at a tick up to rounding ends there.
///
/// - Parameters:
///   - height: The height, in units, above 0.
///   - gravity: The gravity, in units/s², above 0.
///   - step: The time step, in seconds, above 0.
///   - engine: What computes the steps.
///   - integrator: The integration method of `Engine.chipmunk`.
/// - Returns: The time, in seconds; NaN for arguments that are not above 0.
public func fallTime(
  from height: Double,
  gravity: Double = 1000,
  step: Double = 1.0 / 120,
  engine: Engine = .tiltbox,
  integrator: Integrator = .chipmunk
) -> Double {
  fallTicks(height, gravity, step, engine, integrator).rounded(.up) * step
}

/// The time of a fall in ticks; a whole number if it is one up to rounding.
private func fallTicks(
  _ height: Double,
  _ gravity: Double,
  _ step: Double,
  _ engine: Engine,
  _ integrator: Integrator
) -> Double {
  guard height > 0, gravity > 0, step > 0 else { return .nan }
  let steps = 2 * height / (gravity * step * step)
  let ticks =
    switch (engine, integrator) {
    case (.chipmunk, .chipmunk): (1 + (1 + 4 * steps).squareRoot()) / 2
    case (.tiltbox, _), (_, .halfKick): steps.squareRoot()
    }
  let whole = ticks.rounded()
  return abs(ticks - whole) < 1e-9 * whole ? whole : ticks
}
