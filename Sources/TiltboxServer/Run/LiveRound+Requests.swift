internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

// What viewers ask for.
extension LiveRound {
  /// Carries out what has come in; it acts from the simulation's tick on.
  func serve() throws {
    let now = MonotonicClock().now()
    live.board.noteSign(now)
    let contents = live.inbox.take()
    for viewer in contents.departed { leave(viewer) }
    for (viewer, tilt) in contents.tilts { try take(tilt, from: viewer, at: now) }
    waiting.append(contentsOf: contents.letters)
    // A flood may take half of a tick's time: the rest of it waits, and time goes on.
    let end = now + .seconds(simulation.timeline.step / 2)
    while let letter = waiting.popFirst() {
      try serve(letter)
      if next != nil { break }
      if MonotonicClock().now() > end { break }
    }
    if hasChanged, clock.isPaused { post() }
  }

  private func leave(_ viewer: Int) {
    springs[viewer] = nil
    guard live.holder.viewer == viewer else { return }
    live.holder.leave(viewer)
    postStatus()
  }

  private func take(_ tilt: Tilt, from viewer: Int, at now: Duration) throws {
    let before = live.holder.viewer
    guard live.holder.take(viewer, at: now) else { return }
    simulation.tiltSource = NoTilt()
    do {
      try simulation.apply(.tilt(tilt))
      hasChanged = true
    } catch let error as CommandError {
      answer(viewer, nil, error.description)
    }
    if before != viewer { postStatus() }
  }

  private func serve(_ letter: Inbox.Letter) throws {
    var reason: String?
    do {
      try carryOut(letter.line.request.get(), for: letter.viewer)
    } catch let error as RequestError {
      reason = error.description
    } catch let error as CommandError {
      reason = error.description
    }
    if letter.line.ack != nil || reason != nil { answer(letter.viewer, letter.line.ack, reason) }
  }

  private func answer(_ viewer: Int, _ ack: String?, _ reason: String?) {
    var text = TextBuffer()
    JSONLines.answer(Answer(tick: simulation.tick, ack: ack, reason: reason), &text)
    live.board.post { $0.answers.append((viewer, text.bytes)) }
  }

  private func carryOut(_ request: ViewerRequest, for viewer: Int) throws {
    switch request {
    case .request(let request): try carryOut(request, for: viewer)
    case .step:
      guard clock.isPaused else {
        throw CommandError("time passes by itself; pause it before a single step")
      }
      clock.skip(.seconds(simulation.timeline.step))
    case .reset: try begin(scene)
    case .scene(let name):
      guard let index = live.scenes.firstIndex(where: { $0.name == name }) else {
        let names = live.scenes.prefix(20).map(\.name).joined(separator: ", ")
        throw CommandError("no scenario is called \"\(name)\"; there are \(names)")
      }
      try begin(index)
    case .drag(let id, let anchor, let target):
      guard let index = simulation.place(of: id) else {
        throw CommandError("no body is called \"\(id)\"")
      }
      guard simulation.bodies[index].type == .dynamic else {
        throw CommandError(
          "\"\(id)\" is \(simulation.bodies[index].type); only dynamic bodies can be pulled"
        )
      }
      springs[viewer] = MouseSpring(id: id, anchor: anchor, target: target)
    case .release: springs[viewer] = nil
    case .lock(let locks):
      guard live.holder.lock(viewer, locks) else {
        throw CommandError("another viewer has locked the tilt")
      }
      postStatus()
    case .seen: break
    }
  }

  private func carryOut(_ request: Request, for viewer: Int) throws {
    switch request {
    case .command(.tilt(let tilt)): try take(tilt, from: viewer, at: MonotonicClock().now())
    case .command(let command):
      if case .add = command, simulation.bodies.count >= live.options.maxBodies {
        throw CommandError(
          "there are \(simulation.bodies.count) bodies, as many as are allowed; remove some, or reset"
        )
      }
      try simulation.apply(command)
      hasChanged = true
      if case .impulse = command { return }
      postStatus()
    case .pause(let pauses):
      try journal?.append(.pause(pauses), tick: simulation.tick)
      clock.pause(pauses)
      live.isPaused = pauses
      hasChanged = true
      postStatus()
    case .speed(let speed):
      try journal?.append(.speed(speed), tick: simulation.tick)
      try clock.setRate(speed)
      live.speed = speed
      postStatus()
    case .checkpoint, .quit:
      throw CommandError("not for viewers: whoever runs the service does that")
    }
  }

  private func begin(_ index: Int) throws {
    do {
      next = try LiveRound(index, of: live)
    } catch {
      throw CommandError("\(error)")
    }
  }
}
