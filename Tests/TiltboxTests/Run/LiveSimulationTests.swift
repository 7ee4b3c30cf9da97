import Chipmunk
import Synchronization
import TestScenes
import Testing
import Tiltbox

/// Records the requests of a run.
private final class Keeper: RunObserver {
  private let keep: (Request, Int) throws -> Void
  private(set) var checkpoints = 0
  var keepsCheckpoints: Bool { true }

  init(_ keep: @escaping (Request, Int) throws -> Void) { self.keep = keep }

  func willApply(_ request: Request, in run: Run) throws {
    if request == .checkpoint { _ = try run.simulation.checkpoint() }
    try keep(request, run.simulation.tick)
  }
}

@Suite("Live simulation")
struct LiveSimulationTests {
  private func fast(duration: Double?) -> (scenario: Scenario, options: LiveSimulation.Options) {
    var options = LiveSimulation.Options()
    options.isFast = true
    return (.classicScene(duration: duration), options)
  }

  @Test("has the same result as a simulation stepped by hand")
  func same() async throws {
    let (scenario, options) = fast(duration: 2)
    let summary = try await LiveSimulation(scenario, options: options).run()
    let simulation = try Simulation(scenario)
    for _ in 0..<240 { try simulation.advance() }
    #expect(summary.ticks == 240)
    #expect(summary.digest == simulation.digest)
  }

  @Test("runs in real time, and delivers the newest frames to the end")
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

  @Test("follows tilts from an asynchronous sequence", .timeLimit(.minutes(10)))
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

  @Test("rejects a tilt that is out of range at once, and ends a run whose sequence has one")
  func wrongTilt() async throws {
    var scenario = Scenario.classicScene(duration: nil)
    scenario.world.gravity = 1e8
    let box = LiveSimulation(scenario)
    for (x, reason) in [
      (Double.nan, "tilt is nan g; "), (20, "gravity is 2000000000 units/s²; "),
    ] {
      let error = #expect(throws: RequestError.self) { try box.tilt(Tilt(x: x, y: 0)) }
      #expect(error?.description.hasPrefix(reason) == true)
    }
    #expect(box.mailbox.count == 0)
    let (tilts, feed) = AsyncStream.makeStream(of: Tilt.self)
    feed.yield(Tilt(x: .infinity, y: 0))
    await #expect(throws: RequestError.self) { try await box.run(tilt: tilts) }
  }

  @Test("ends with its streams and its queue if its task is cancelled")
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
    await #expect(throws: RunEndedError.self) { try await box.send(.tilt(.upright)) }
    for await _ in box.frames() { Issue.record("a run that has ended has no frames") }
  }

  @Test(
    "applies the commands of many tasks, each task's in order, as the journal has them"
  )
  func manyTasks() async throws {
    let journal = Mutex<[(Request, Int)]>([])
    var (scenario, options) = fast(duration: nil)
    scenario.bodies = []
    options.requestsPerTick = 7
    options.prepare = { run in
      run.add(observer: Keeper { request, tick in journal.withLock { $0.append((request, tick)) } })
    }
    let box = LiveSimulation(scenario, options: options)
    let run = Task { try await box.run() }
    let ticks = try await withThrowingTaskGroup(of: [(Request, Int)].self) { group in
      for task in 0..<20 {
        group.addTask {
          var sent: [(Request, Int)] = []
          for number in 0..<25 {
            let body = BodyDescription(id: "\(task)-\(number)", type: .kinematic)
            sent.append((.add(body), try await box.send(.add(body))))
          }
          return sent
        }
      }
      return try await group.reduce(into: [Request: Int]()) { all, sent in
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

  @Test("throws the reason for an invalid command, and continues")
  func refusal() async throws {
    let (scenario, options) = fast(duration: nil)
    let box = LiveSimulation(scenario, options: options)
    let run = Task { try await box.run() }
    await #expect(throws: RequestError.self) { try await box.send(.remove(id: "nobody")) }
    let tick = try await box.send(.remove(id: "crate-1"))
    #expect(try await box.send(.impulse(id: "crate-2", by: Vector(1, 1))) >= tick)
    run.cancel()
    #expect(try await run.value.ticks >= tick)
  }

  @Test("ends with the error of a failed journal, and rejects the command")
  func journalFails() async throws {
    struct DiskFull: Error {}
    var (scenario, options) = fast(duration: nil)
    scenario.tilt = TiltDescription()
    options.prepare = { run in
      run.add(observer: Keeper { request, _ in if case .remove = request { throw DiskFull() } })
    }
    let box = LiveSimulation(scenario, options: options)
    let run = Task { try await box.run() }
    await #expect(throws: DiskFull.self) { try await box.send(.remove(id: "crate-1")) }
    await #expect(throws: DiskFull.self) { try await run.value }
  }

  @Test(
    "takes longer steps under the policy to adapt, as the journal has them"
  )
  func adapts() async throws {
    let steps = Mutex<[Double]>([])
    var scenario = Scenario.classicScene()
    // Too much for any machine.
    scenario.world.engine = .chipmunk
    (scenario.world.step, scenario.world.iterations) = (1.0 / 50_000, 1000)
    scenario.run.duration = 0.3
    var options = LiveSimulation.Options()
    options.onOverload = .adapt
    options.prepare = { run in
      run.add(
        observer: Keeper { request, _ in
          if case .timeStep(let step) = request { steps.withLock { $0.append(step) } }
        }
      )
    }
    let summary = try await LiveSimulation(scenario, options: options).run()
    #expect(steps.withLock(\.first) == scenario.world.step * 2)
    #expect(summary.time > 0.3 - 1e-6 && summary.time < 0.32)
    #expect(summary.statistics.droppedTicks > 0)
  }

  @Test("throws the error of an invalid scenario")
  func wrongScenario() async throws {
    var scenario = Scenario.classicScene()
    scenario.bodies[0].mass = -1
    let box = LiveSimulation(scenario)
    let frames = box.frames()
    await #expect(throws: Diagnostic.self) { try await box.run() }
    for await _ in frames { Issue.record("there are no frames") }
  }

  @Test("can be paused, slowed, stepped, saved and reset from any task", .timeLimit(.minutes(10)))
  func control() async throws {
    let requests = Mutex<[Request]>([])
    var options = LiveSimulation.Options()
    options.prepare = { run in
      run.add(observer: Keeper { request, _ in requests.withLock { $0.append(request) } })
    }
    let box = LiveSimulation(.classicScene(duration: nil), options: options)
    async let summary = box.run()
    let tick = try await box.send(.pause(true))
    #expect(try await box.send(.speed(0.5)) == tick)
    #expect(try await box.send(.checkpoint) == tick)
    try await box.send(.step)
    while try await box.send(.impulse(id: "crate-1", by: .zero)) == tick {}
    try await box.send(.reset)
    #expect(try await box.send(.pause(false)) == 0)
    try await box.mailbox.send { run in #expect(run.speed == 0.5) }
    try await box.send(.quit)
    _ = try await summary
    #expect(requests.withLock { $0.contains(.checkpoint) && $0.contains(.pause(false)) })
  }

  @Test("has frames with the contacts that began, and with numbers of their lists of bodies")
  func frames() async throws {
    var (scenario, options) = fast(duration: 2)
    scenario.run.frames = 30
    options.prepare = { run in run.add(observer: Remover()) }
    let box = LiveSimulation(scenario, options: options)
    let frames = box.frames()
    let reader = Task {
      var (contacts, lists) = (0, [Int: [String]]())
      for await frame in frames {
        contacts += frame.contacts.count
        #expect(lists[frame.list] ?? frame.bodies == frame.bodies)
        lists[frame.list] = frame.bodies
      }
      return (contacts, lists)
    }
    _ = try await box.run()
    let (_, lists) = await reader.value
    #expect(lists.keys.max() == 2 && lists[2]?.count == 4)
  }
}

private final class Remover: RunObserver {
  func didStep(in run: Run) throws {
    if run.simulation.tick == 120 { try run.perform(.remove(id: "crate-1")) }
  }
}
