internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

// Requests from viewers.
extension Mailbox {
  /// Posts a viewer's tilt; it replaces an older tilt of the same viewer that is still waiting.
  func post(_ tilt: Tilt, from viewer: Int) {
    post(
      Message(from: viewer, isTilt: true) { run in
        _ = try run.observer(LiveRun.self)?.take(tilt, from: viewer, in: run)
      }
    )
  }

  /// Posts a command; returns false if too many are waiting.
  func post(_ line: ViewerLine, from viewer: Int) -> Bool {
    post(
      Message(from: viewer, ack: line.ack) { run in
        try run.observer(LiveRun.self)?.perform(line, from: viewer, in: run)
      }
    )
  }

  /// Removes a viewer that has left.
  func leave(_ viewer: Int) {
    leave(viewer) { $0.observer(LiveRun.self)?.remove(viewer, from: $0) }
  }
}

extension LiveRun {
  fileprivate func remove(_ viewer: Int, from run: Run) {
    springs[viewer] = nil
    guard arbiter.viewer == viewer else { return }
    arbiter.leave(viewer)
    publishStatus(of: run)
  }

  /// Applies a viewer's tilt; returns false if another viewer holds the tilt. A rejected tilt does not make the viewer
  /// the holder.
  fileprivate func take(_ tilt: Tilt, from viewer: Int, in run: Run) throws -> Bool {
    var next = arbiter
    guard next.take(viewer, at: MonotonicClock().now()) else { return false }
    try run.perform(.tilt(tilt))
    let isNew = arbiter.viewer != viewer
    (arbiter, hasChanged) = (next, true)
    if isNew { publishStatus(of: run) }
    return true
  }

  fileprivate func perform(_ line: ViewerLine, from viewer: Int, in run: Run) throws {
    switch try line.request.get() {
    case .request(.tilt(let tilt)):
      let isTaken = try take(tilt, from: viewer, in: run)
      if !isTaken, line.ack != nil {
        throw RequestError("another viewer \(arbiter.isLocked ? "has locked" : "holds") the tilt")
      }
    case .request(let request):
      do { try perform(request, in: run) } catch {
        if case .add = request { feed.publish { $0.rejectedBodies.append(viewer) } }
        throw error
      }
    case .scene(let name): try start(name, in: run)
    case .drag(let id, let anchor, let target):
      try checkDrag(id, anchor, target, run.simulation)
      springs[viewer] = MouseSpring(id: id, anchor: anchor, target: target)
    case .release: springs[viewer] = nil
    case .lock(let locks):
      guard arbiter.lock(viewer, locks, at: MonotonicClock().now()) else {
        throw RequestError("another viewer has locked the tilt")
      }
      publishStatus(of: run)
    case .seen: break
    }
  }

  private func perform(_ request: Request, in run: Run) throws {
    switch request {
    case .checkpoint, .quit:
      throw RequestError(
        "viewers cannot do that; the operator sets --checkpoint-every, and stops the service with a signal"
      )
    case .add where run.simulation.bodies.count >= options.maxBodies:
      throw RequestError(
        "there are \(run.simulation.bodies.count) bodies, as many as are allowed; remove some, or reset"
      )
    case .add(let body):
      if let objection = adding.objection(to: body, in: run.simulation, load: load) {
        throw RequestError(objection)
      }
      try run.perform(request)
    default: try run.perform(request)
    }
    switch request {
    case .add, .remove, .pause:
      hasChanged = true
      publishStatus(of: run)
    case .impulse, .tap: hasChanged = true
    case .speed: publishStatus(of: run)
    default: break
    }
  }

  private func start(_ name: String, in run: Run) throws {
    guard let index = scenes.firstIndex(where: { $0.name == name }) else {
      let names = scenes.prefix(20).map(\.name).joined(separator: ", ")
      throw RequestError("no scenario is called \"\(name)\"; the scenarios are: \(names)")
    }
    let before = wantedScene
    wantedScene = index
    do { try run.perform(.reset) } catch {
      wantedScene = before
      throw error
    }
  }

  private func checkDrag(
    _ id: String,
    _ anchor: Vector,
    _ target: Vector,
    _ simulation: Simulation
  ) throws(RequestError) {
    guard let index = simulation.place(of: id) else {
      throw RequestError("no body is called \"\(id)\"")
    }
    let type = simulation.bodies[index].type
    guard type == .dynamic else {
      throw RequestError("\"\(id)\" is \(type); only dynamic bodies can be pulled")
    }
    do {
      try ParameterRange.position.check(anchor)
      try ParameterRange.position.check(target)
    } catch { throw RequestError(error.description) }
  }

  /// Pulls the bodies that viewers drag, with an impulse in each tick.
  func pull(in run: Run) throws {
    guard !springs.isEmpty else { return }
    let simulation = run.simulation
    let size = simulation.scenario.walls.map { max($0.width, $0.height) } ?? 300
    for (viewer, spring) in springs.sorted(by: { $0.key < $1.key }) {
      guard let index = simulation.place(of: spring.id) else {
        springs[viewer] = nil
        continue
      }
      let (body, step) = (simulation.bodies[index], simulation.timeline.step)
      guard let pull = spring.pull(on: body, step: step, worldSize: size) else { continue }
      do {
        try run.perform(.impulse(id: spring.id, by: pull.impulse, at: pull.point))
      } catch is RequestError { springs[viewer] = nil }
    }
  }
}
