internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// Puts a film's bodies back where its frames have them, and draws them there: nothing moves by itself.
package final class FilmRenderer {
  private let film: Film
  private var section = -1
  private var simulation: Simulation?
  /// How the bodies and layers of the section are drawn.
  private var appearances = CurrentAppearances(Scenario(), bodies: [])
  private let greatestImpulse: Double

  package init(_ film: Film) {
    self.film = film
    greatestImpulse = film.events.lazy.filter { $0.kind == .begin }.map(\.impulse).max() ?? 0
  }

  /// The picture of a frame. Complexity: O(*bodies* + *constraints*).
  ///
  /// Throws a ``DrawingError`` for a frame that there is not; what makes a recorded body impossible: a
  /// `ScenarioProblem` or a `PhysicsError`.
  package func picture(ofFrame index: Int) throws -> Picture {
    guard film.frames.indices.contains(index) else {
      throw DrawingError("there is no frame \(index) of \(film.frames.count)")
    }
    let frame = film.frames[index]
    let simulation = try simulation(forFrame: index)
    try simulation.put(frame.states)
    var picture = Picture(
      simulation,
      [.shapes, .constraints],
      asleep: Set(frame.asleep),
      appearances,
      frame.values
    )
    picture.time = frame.time
    picture.gravity = frame.bodies.isEmpty ? .zero : frame.gravity
    picture.flashes = flashes(at: frame)
    return picture
  }

  /// The bodies of a frame with their own origins at the world's, unturned.
  func outlines(ofFrame index: Int) throws -> Picture {
    let simulation = try simulation(forFrame: index)
    try simulation.put(Array(repeating: BodyState(), count: simulation.bodies.count))
    return Picture(simulation, .shapes, asleep: [], appearances, film.frames[index].values)
  }

  /// Whether a channel of a frame's section changes how something is drawn.
  func changesAppearances(ofFrame index: Int) throws -> Bool {
    _ = try simulation(forFrame: index)
    return appearances.changes
  }

  /// The header of a recording that would begin with a frame, as JSON.
  func header(ofFrame index: Int) throws -> String {
    try simulation(forFrame: index).recordingHeader
  }

  private func simulation(forFrame index: Int) throws -> Simulation {
    let wanted = film.section(ofFrame: index)
    if wanted == section, let simulation { return simulation }
    var scenario = film.sections[wanted].scenario
    appearances = CurrentAppearances(scenario, bodies: scenario.bodies)
    scenario.animations = []
    scenario.handovers = []
    scenario.expectations = []
    let simulation = try Simulation(scenario, tilt: NoTilt())
    (section, self.simulation) = (wanted, simulation)
    return simulation
  }

  private func flashes(at frame: Frame) -> [Picture.Flash] {
    var flashes: [Picture.Flash] = []
    for event in film.events(endingAt: frame.tick, for: DrawingMetrics.flashTime)
    where event.kind == .begin {
      let strength = greatestImpulse > 0 ? (event.impulse / greatestImpulse).squareRoot() : 0
      guard strength > 0.05 else { continue }
      let age = frame.time - film.time(ofTick: event.tick)
      guard age <= DrawingMetrics.flashTime else { continue }
      flashes.append(Picture.Flash(point: event.point, strength: strength, age: age))
    }
    return flashes
  }
}

extension Film {
  /// The events of some time up to a tick. Complexity: O(log *events*).
  func events(endingAt tick: Int, for time: Double) -> ArraySlice<Event> {
    let first = tick - Int((time / step).rounded(.down))
    let begin = events.partitioningIndex { $0.tick >= first }
    return events[begin..<events.partitioningIndex { $0.tick > tick }]
  }
}

extension Simulation {
  /// Puts each body where a state has it, at rest.
  fileprivate func put(_ states: [BodyState]) throws {
    for (body, state) in zip(bodies, states) {
      try body.setState(BodyState(position: state.position, angle: state.angle))
    }
  }
}
