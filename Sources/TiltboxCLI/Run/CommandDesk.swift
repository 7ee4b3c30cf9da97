internal import Tiltbox
internal import TiltboxFiles

/// Carries out what comes in while the box runs, tilts and commands, in its order, and answers it.
final class CommandDesk {
  /// Whether somebody has asked for the end.
  private(set) var isClosed = false

  private let input: LiveInput
  private let simulation: Simulation
  private let recorder: Recorder
  private let journal: Journal?
  private let clock: PlaybackClock<MonotonicClock>
  private let budget: Duration

  init(
    _ input: LiveInput,
    _ simulation: Simulation,
    _ recorder: Recorder,
    _ journal: Journal?,
    _ clock: PlaybackClock<MonotonicClock>
  ) {
    self.input = input
    self.simulation = simulation
    self.recorder = recorder
    self.journal = journal
    self.clock = clock
    // A flood of commands may take half of a tick's time: the rest of it waits, and time goes on.
    budget = .seconds(simulation.scenario.world.step / 2)
  }

  /// Carries out what has come in; it acts from the simulation's tick on.
  func serve() throws {
    let now = MonotonicClock().now
    let end = now() + budget
    input.read(atTick: simulation.tick, time: simulation.time)
    repeat {
      switch input.next() {
      case .tilt(let tilt): try simulation.apply(.tilt(tilt))
      case .command(let line, let bytes): try serve(RequestLine(bytes), line)
      case nil: return
      }
    } while !isClosed && now() < end
  }

  private func serve(_ line: RequestLine, _ number: Int) throws {
    var reason: String?
    do {
      try carryOut(line.request.get())
    } catch let error as RequestError {
      reason = error.description
    } catch let error as CommandError {
      reason = error.description
    }
    guard line.ack != nil || reason != nil else { return }
    try recorder.record(
      Answer(tick: simulation.tick, line: number, ack: line.ack, reason: reason)
    )
  }

  private func carryOut(_ request: Request) throws {
    switch request {
    case .command(let command): try simulation.apply(command)
    case .pause(let pauses):
      try journal?.append(.pause(pauses), tick: simulation.tick)
      clock.pause(pauses)
    case .speed(let speed):
      try journal?.append(.speed(speed), tick: simulation.tick)
      try clock.setRate(speed)
    case .checkpoint:
      guard let journal else {
        throw CommandError("there is no journal to keep a checkpoint in; run with --journal FILE")
      }
      try journal.appendCheckpoint(of: simulation)
    case .quit: isClosed = true
    }
  }
}
