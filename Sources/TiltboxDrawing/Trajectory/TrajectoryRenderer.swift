internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// Draws the frames of a trajectory: puts the bodies at their recorded positions, without simulating.
package final class TrajectoryRenderer {
  private let trajectory: Trajectory
  private var section = -1
  private var simulation: Simulation?
  /// The appearances of the newest frame's section: its bodies and layers.
  private(set) var appearances = CurrentAppearances(Scenario(), bodies: [])
  private let contacts: [(event: Event, strength: Double)]
  /// The bodies of all sections, in the order in which they appear: a body has the colour of its place.
  private var places: [String: Int] = [:]
  private var colors: [Int] = []

  package init(_ trajectory: Trajectory) {
    self.trajectory = trajectory
    contacts = trajectory.contacts
    for section in trajectory.sections { places.addPlaces(of: section.scenario.bodies) }
  }

  /// Draws the display list of a frame. Complexity: O(*bodies* + *constraints*).
  ///
  /// Throws ``DrawingError`` for a frame that does not exist; `Diagnostic` or `PhysicsError` for an impossible
  /// recorded body.
  package func displayList(ofFrame index: Int) throws -> DisplayList {
    guard trajectory.frames.indices.contains(index) else {
      throw DrawingError("there is no frame \(index) of \(trajectory.frames.count)")
    }
    let frame = trajectory.frames[index]
    var displayList = try draw([.shapes, .constraints], index, frame.states, Set(frame.asleep))
    displayList.time = frame.time
    displayList.gravity = frame.bodies.isEmpty ? .zero : frame.gravity
    displayList.flashes = flashes(at: frame)
    return displayList
  }

  /// Draws the bodies of a frame, each at the world's origin and unrotated.
  func outlines(ofFrame index: Int) throws -> DisplayList {
    let count = trajectory.frames[index].states.count
    return try draw(.shapes, index, Array(repeating: BodyState(), count: count), [])
  }

  /// Puts each body into the pose of a state, at rest, and draws parts of a frame.
  private func draw(
    _ parts: DebugParts,
    _ index: Int,
    _ states: [BodyState],
    _ asleep: Set<Int>
  ) throws -> DisplayList {
    let simulation = try simulation(forFrame: index)
    for (body, state) in zip(simulation.bodies, states) { try body.setState(state.visiblePose) }
    let values = trajectory.frames[index].values
    return DisplayList(simulation, parts, asleep: asleep, colors: colors, appearances, values)
  }

  /// Returns what a page needs to draw the frames from one on, as members of a JSON object: the header of a recording
  /// that begins with it, and a drawing of its scene.
  func scene(ofFrame index: Int) throws -> String {
    let displayList = try displayList(ofFrame: index)
    let simulation = try simulation(forFrame: index)
    return "\"header\":\(JSONLines.header(of: simulation).line),"
      + "\"drawing\":\(SceneDrawing.json(of: simulation, displayList).line)"
  }

  private func simulation(forFrame index: Int) throws -> Simulation {
    let wanted = trajectory.sections.lastIndex { $0.firstFrame <= index } ?? 0
    if wanted == section, let simulation { return simulation }
    var scenario = trajectory.sections[wanted].scenario
    appearances = CurrentAppearances(scenario, bodies: scenario.bodies)
    colors = scenario.bodies.map { places[$0.id] ?? 0 }
    scenario.expectations = []
    let simulation = try Simulation(scenario, tilt: NoTilt())
    (section, self.simulation) = (wanted, simulation)
    return simulation
  }

  private func flashes(at frame: Frame) -> [DisplayList.Flash] {
    let first = frame.tick - Int((DrawingMetrics.flashTime / trajectory.step).rounded(.down))
    let begin = contacts.partitioningIndex { $0.event.tick >= first }
    let end = contacts.partitioningIndex { $0.event.tick > frame.tick }
    return contacts[begin..<end].compactMap { event, strength in
      let age = frame.time - trajectory.time(ofTick: event.tick)
      guard strength > 0.05, age <= DrawingMetrics.flashTime else { return nil }
      return DisplayList.Flash(point: event.point, strength: strength, age: age)
    }
  }
}
