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
/// The prediction assumes a constant tilt and no damping. Any other scenario is an issue, and so is
/// a height or a gravity of 0 or less.
///
/// - Parameters:
///   - body: The body's id.
///   - partner: The partner of the contact: a body, `walls`, or one wall, as in `walls.bottom`.
///   - height: The distance along gravity from the foremost point of the body, in units.
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
  guard case .constant(let tilt) = scenario.tilt.source, world.damping == 1 else {
    Issue.record(
      "a known fall has a constant tilt and a damping of 1; give the scenario these",
      sourceLocation: sourceLocation
    )
    return
  }
  let gravity = world.gravity * (tilt.x * tilt.x + tilt.y * tilt.y).squareRoot()
  let time = fallTime(
    from: height,
    gravity: gravity,
    step: world.step,
    engine: world.engine,
    integrator: world.integrator
  )
  guard time.isFinite else {
    Issue.record(
      "no fall of \(height) units at \(gravity) units/s² is known; give both above 0",
      sourceLocation: sourceLocation
    )
    return
  }
  var scenario = scenario
  scenario.expectations = [
    Scenario.Expectation(body, .firstContact(with: partner, at: time, within: world.step / 2))
  ]
  scenario.run.duration = max(scenario.run.duration ?? 0, 2 * time)
  try expectMet(scenario, sourceLocation: sourceLocation)
}

/// Returns the time after which a free fall from rest has covered a height, in seconds: a multiple of the step.
///
/// With `Engine.tiltbox`, a free fall is exact: after n steps of h seconds a body has fallen g·h²·n²/2, and the contact
/// begins at the first n at which that is d or more, up to one step after √(2·d/g). The C library moves a body before it
/// accelerates it, so it has fallen g·h²·n(n−1)/2, and the contact begins at n = ⌈(1 + √(1 + 8·d/(g·h²)))/2⌉: up to two
/// steps after √(2·d/g). With half kicks it has fallen g·h²·n²/2.
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
  guard height > 0, gravity > 0, step > 0 else { return .nan }
  let steps = 2 * height / (gravity * step * step)
  let ticks =
    switch (engine, integrator) {
    case (.chipmunk, .chipmunk): (1 + (1 + 4 * steps).squareRoot()) / 2
    case (.tiltbox, _), (_, .halfKick): steps.squareRoot()
    }
  return ticks.rounded(.up) * step
}
