import Chipmunk
import Synchronization
import TestScenes
import Testing
import Tiltbox

@Suite("A simulation that runs beside a program")
struct LiveSimulationTests {
  private func fast(duration: Double?) -> (scenario: Scenario, options: LiveSimulation.Options) {
    var options = LiveSimulation.Options()
    options.isFast = true
    return (.classicScene(duration: duration), options)
  }

  @Test("comes to what a simulation by hand comes to")
  func same() async throws {
    let (scenario, options) = fast(duration: 2)
    let summary = try await LiveSimulation(scenario, options: options).run()
    let simulation = try Simulation(scenario)
    for _ in 0..<240 { try simulation.advance() }
    #expect(summary.ticks == 240)
    #expect(summary.digest == simulation.digest)
  }

  @Test("takes real time, and hands out the newest frames to the last")
  func realTime() async throws {
    let box = LiveSimulation(.classicScene(duration: 0.25))
    let frames = box.frames()
    let clock = ContinuousClock()
    let start = clock.now
    async let summary = box.run()
    var ticks: [Int] = []
    for await frame in frames {
      ticks.append(frame.tick)
      #expect(frame.bodies.count == 5 && frame["crate-3"] == frame.states[2])
    }
    #expect(try await summary.ticks == 30)
    #expect(clock.now - start >= .seconds(0.25))
    #expect(ticks == ticks.sorted() && ticks.last == 30)
  }

  @Test("follows tilt from a sequence while it runs", .timeLimit(.minutes(1)))
  func tilted() async throws {
    let box = LiveSimulation(.classicScene(duration: nil))
    let frames = box.frames()
    let (tilts, feed) = AsyncStream.makeStream(of: Tilt.self)
    let run = Task { try await box.run(tilt: tilts) }
    feed.yield(Tilt(x: 1, y: 0))
    for await frame in frames {
      if frame.gravity == Vector(1000, 0) { break }
    }
    run.cancel()
    _ = try await run.value
  }

  @Test("cancelling the task that runs it ends it, its streams and its queue")
  func cancelling() async throws {
    let box = LiveSimulation(.classicScene(duration: nil))
    let frames = box.frames()
    let run = Task { try await box.run() }
    var count = 0
    for await _ in frames {
      count += 1
      if count == 3 { run.cancel() }
    }
    #expect(try await run.value.ticks >= 4)
    await #expect(throws: QueueClosedError.self) { try await box.send(.tilt(.upright)) }
    for await _ in box.frames() { Issue.record("a run that has ended has no frames") }
  }

  @Test(
    "commands of many tasks are all carried out, each task's in its order, as the journal has them"
  )
  func manyTasks() async throws {
    let journal = Mutex<[(Command, Int)]>([])
    var (scenario, options) = fast(duration: nil)
    scenario.bodies = []
    options.commandsPerTick = 7
    options.willApply = { command, tick in journal.withLock { $0.append((command, tick)) } }
    let box = LiveSimulation(scenario, options: options)
    let run = Task { try await box.run() }
    let ticks = try await withThrowingTaskGroup(of: [(Command, Int)].self) { group in
      for task in 0..<20 {
        group.addTask {
          var sent: [(Command, Int)] = []
          for number in 0..<25 {
            let body = BodyDescription(id: "\(task)-\(number)", type: .kinematic)
            sent.append((.add(body), try await box.send(.add(body))))
          }
          return sent
        }
      }
      return try await group.reduce(into: [Command: Int]()) { all, sent in
        #expect(sent.map(\.1) == sent.map(\.1).sorted())
        for (command, tick) in sent { all[command] = tick }
      }
    }
    run.cancel()
    _ = try await run.value
    let written = journal.withLock { $0.filter { if case .add = $0.0 { true } else { false } } }
    #expect(written.count == 500)
    #expect(written.allSatisfy { ticks[$0.0] == $0.1 })
    #expect(Dictionary(grouping: written, by: \.1).values.allSatisfy { $0.count <= 7 })
    for task in 0..<20 {
      let own = written.compactMap { entry in
        if case .add(let body) = entry.0, body.id.hasPrefix("\(task)-") { body.id } else { nil }
      }
      #expect(own == (0..<25).map { "\(task)-\($0)" })
    }
  }

  @Test("a command that is wrong throws its reason, and the run goes on")
  func refusal() async throws {
    let (scenario, options) = fast(duration: nil)
    let box = LiveSimulation(scenario, options: options)
    let run = Task { try await box.run() }
    await #expect(throws: CommandError.self) { try await box.send(.remove(id: "nobody")) }
    let tick = try await box.send(.remove(id: "crate-1"))
    #expect(try await box.send(.impulse(id: "crate-2", by: Vector(1, 1))) >= tick)
    run.cancel()
    #expect(try await run.value.ticks >= tick)
  }

  @Test("a journal that fails ends the run with its error, and refuses the command")
  func journalFails() async throws {
    struct DiskFull: Error {}
    var (scenario, options) = fast(duration: nil)
    scenario.tilt = TiltDescription()
    options.willApply = { command, _ in if case .remove = command { throw DiskFull() } }
    let box = LiveSimulation(scenario, options: options)
    let run = Task { try await box.run() }
    await #expect(throws: DiskFull.self) { try await box.send(.remove(id: "crate-1")) }
    await #expect(throws: DiskFull.self) { try await run.value }
  }

  @Test(
    "a machine that cannot keep up gets longer steps under the policy to adapt, as the journal has them"
  )
  func adapts() async throws {
    let steps = Mutex<[Double]>([])
    var scenario = Scenario.classicScene()
    // Too much for any machine.
    (scenario.world.step, scenario.world.iterations) = (1.0 / 50_000, 1000)
    scenario.run.duration = 0.3
    var options = LiveSimulation.Options()
    options.onOverload = .adapt
    options.willApply = { command, _ in
      if case .timeStep(let step) = command { steps.withLock { $0.append(step) } }
    }
    let summary = try await LiveSimulation(scenario, options: options).run()
    #expect(steps.withLock(\.first) == scenario.world.step * 2)
    #expect(summary.time > 0.3 - 1e-6 && summary.time < 0.32)
    #expect(summary.statistics.droppedTicks > 0)
  }

  @Test("a scenario that is wrong is the error of the run")
  func wrongScenario() async throws {
    var scenario = Scenario.classicScene()
    scenario.bodies[0].mass = -1
    let box = LiveSimulation(scenario)
    let frames = box.frames()
    await #expect(throws: ScenarioProblem.self) { try await box.run() }
    for await _ in frames { Issue.record("there are no frames") }
  }
}

@Suite("A queue of commands")
struct CommandQueueTests {
  @Test("a sender that is cancelled before its turn takes its command back")
  func cancelling() async throws {
    let queue = CommandQueue(perTick: 1)
    let sender = Task { try await queue.send(.remove(id: "a")) }
    while queue.count == 0 { await Task.yield() }
    sender.cancel()
    await #expect(throws: CancellationError.self) { try await sender.value }
    #expect(queue.count == 0)
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await queue.send(.remove(id: "b"))
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(queue.count == 0)
  }
}
