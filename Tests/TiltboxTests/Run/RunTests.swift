import Chipmunk
import Testing
import TestScenes

@testable import Tiltbox

/// Logs the callbacks of a run, and performs a test's actions on some of them.
private final class Log: RunObserver {
  var lines: [String] = []
  var keepsCheckpoints = false
  var onStep: (Run) throws -> Void = { _ in }
  var onServe: (Run) throws -> Void = { _ in }
  var willApply: (Request, Run) throws -> Void = { _, _ in }

  func didBegin(_ run: Run) { lines.append("begin \(run.simulation.tick)") }
  func willApply(_ request: Request, in run: Run) throws {
    try willApply(request, run)
    lines.append("apply \(Self.name(request)) \(run.simulation.tick)")
  }
  func didAnswer(_ message: Mailbox.Message, rejection: RequestError?, in run: Run) {
    lines.append(
      "\(rejection == nil ? "ack" : "reject") \(message.ack ?? "-") \(run.simulation.tick)"
    )
  }
  func willStep(in run: Run) { lines.append("will \(run.simulation.tick + 1)") }
  func didStep(in run: Run) throws {
    lines.append("step \(run.simulation.tick)")
    try onStep(run)
  }
  func didServe(in run: Run) throws {
    lines.append("serve \(run.simulation.tick)")
    try onServe(run)
  }
  func showFrame(of run: Run) { lines.append("frame \(run.simulation.tick)") }
  func didChangePace(of run: Run) { lines.append("pace \(run.schedule.step)") }
  func didPass(_ second: SecondStatistics, in run: Run) { lines.append("second \(second.tick)") }
  func warn(_ warning: RunWarning, in run: Run) {
    switch warning {
    case .adapted: lines.append("adapted")
    case .load: lines.append("load")
    case .limited: lines.append("limited")
    case .quarantined(let event, _): lines.append("quarantined \(event.a) \(event.tick)")
    }
  }
  func complete(_ summary: inout RunSummary, of run: Run) { summary.stoppedBy = "log" }
  func didEnd(_ summary: RunSummary?, of run: Run) {
    lines.append("end \(summary.map { "\($0.ticks) \($0.stoppedBy ?? "")" } ?? "error")")
    // They hold this log.
    (onStep, onServe, willApply) = ({ _ in }, { _ in }, { _, _ in })
  }

  /// Returns only the lines of some kinds.
  func only(_ kinds: String...) -> [String] {
    lines.filter { line in kinds.contains { line.hasPrefix($0 + " ") } }
  }

  private static func name(_ request: Request) -> String {
    switch request {
    case .tilt: "tilt"
    case .remove(let id): "remove \(id)"
    case .impulse(let id, _, _): "impulse \(id)"
    case .pause(let pauses): "pause \(pauses)"
    case .speed(let speed): "speed \(speed)"
    case .timeStep: "timeStep"
    default: "\(request)"
    }
  }
}

@Suite("Run")
struct RunTests {
  private let clock = ManualClock(time: .seconds(1000))
  private let log = Log()

  private func run(
    through last: Int,
    _ scenario: Scenario = .classicScene(duration: nil),
    change: (inout Run.Options) -> Void = { _ in }
  ) throws -> Run {
    var options = Run.Options(clock: clock)
    options.lastTick = last
    change(&options)
    let run = try Run(scenario, options: options)
    run.add(observer: log)
    return run
  }

  private func post(_ request: Request, ack: String? = nil, in run: Run) {
    run.mailbox.post(Mailbox.Message(.success(request), ack: ack))
  }

  @Test("tells its observers what happens, in the documented order")
  func order() throws {
    let run = try run(through: 3)
    post(.remove(id: "crate-1"), ack: "1", in: run)
    let summary = try run.run()
    #expect(
      log.lines == [
        "begin 0", "apply tilt 0", "apply remove crate-1 0", "ack 1 0", "serve 0", "frame 0",
        "will 1", "step 1", "serve 1", "will 2", "step 2", "serve 2", "frame 2", "will 3", "step 3",
        "serve 3", "end 3 log",
      ]
    )
    #expect(summary.ticks == 3 && summary.stoppedBy == "log" && summary.statistics.frames == 2)
    #expect(clock.time == .seconds(1000) + .seconds(3.0 / 120))
  }

  @Test("has the digest of a simulation stepped by hand, with a clock and without")
  func digest() throws {
    let simulation = try Simulation(.classicScene())
    for _ in 0..<600 { try simulation.advance() }
    for isFast in [false, true] {
      let run = try run(through: 600) { if isFast { $0.clock = nil } }
      let summary = try run.run()
      #expect(summary.digest == simulation.digest)
      #expect(summary.statistics.realTimeFactor == (isFast ? nil : 1))
    }
  }

  @Test("without a clock runs every tick and shows every frame that the schedule has")
  func fast() throws {
    var scenario = Scenario.freeFall()
    scenario.run.frames = 50
    let run = try run(through: 1200, scenario) { $0.clock = nil }
    let statistics = try run.run().statistics
    let schedule = FrameSchedule(rate: 50, step: 1.0 / 120)
    #expect(log.only("step") == (1...1200).map { "step \($0)" })
    #expect(log.only("frame") == (0...1200).filter(schedule.isFrame).map { "frame \($0)" })
    #expect(statistics.ticks == 1200 && statistics.frames == 501)
    #expect(statistics.realTimeFactor == nil && statistics.simulatedTime == 10)
  }

  @Test("continues a simulation, and does not repeat its current frame")
  func resumed() throws {
    let simulation = try Simulation(.classicScene())
    for _ in 0..<4 { try simulation.advance() }
    var options = Run.Options(clock: nil)
    options.lastTick = 9
    let run = try Run(Run.Start(simulation), options: options)
    run.add(observer: log)
    _ = try run.run()
    #expect(log.only("frame") == ["frame 6", "frame 8"])
    #expect(log.only("begin", "apply") == ["begin 4"])
  }

  @Test("rejects a speed out of range", arguments: [0, -1, .nan, .infinity, 0.009, 101])
  func speedOutOfRange(speed: Double) throws {
    #expect(throws: PhysicsError.self) { try run(through: 1) { $0.speed = speed } }
  }

  @Test("rejects a number of threads out of range", arguments: [0, 65])
  func threadsOutOfRange(threads: Int) throws {
    #expect(throws: PhysicsError.self) { try run(through: 1) { $0.threads = threads } }
  }

  @Test("rejects an end before the first tick, and ticks without requests")
  func numbersTooLow() throws {
    #expect(throws: RequestError("lastTick is -1; give 0 or more")) { try run(through: -1) }
    #expect(throws: RequestError("requestsPerTick is 0; give 1 or more")) {
      try run(through: 1) { $0.requestsPerTick = 0 }
    }
  }

  @Test("rethrows the error of an observer, and notifies all of them of the end")
  func failure() throws {
    struct Fault: Error {}
    let other = Log()
    let run = try run(through: 9)
    log.onStep = { if $0.simulation.tick == 4 { throw Fault() } }
    run.add(observer: other)
    #expect(throws: Fault.self) { try run.run() }
    #expect(log.lines.suffix(2) == ["step 4", "end error"] && other.lines.last == "end error")
    #expect(other.only("step").count == 3)
    #expect(!run.mailbox.post(Mailbox.Message(.success(.quit))))
  }

  @Test("is not run by its observers")
  func runWithin() throws {
    let run = try run(through: 2)
    log.onStep = { _ = try $0.run() }
    let error = #expect(throws: RequestError.self) { try run.run() }
    #expect(error?.description == "the run has begun already; call run() after it has ended")
  }

  @Test("stops on request, by a call, or if its condition says so")
  func stops() throws {
    let quit = try run(through: 100)
    log.onStep = { if $0.simulation.tick == 5 { post(.quit, ack: "q", in: $0) } }
    #expect(try quit.run().ticks == 5)
    #expect(log.only("ack") == ["ack q 5"])
    let stopped = try run(through: 100)
    log.onStep = { if $0.simulation.tick == 7 { $0.stop() } }
    #expect(try stopped.run().ticks == 7)
    var asked = 0
    log.onStep = { _ in asked += 1 }
    #expect(try run(through: 100) { $0.shouldStop = { asked == 3 } }.run().ticks == 3)
  }

  @Test("journals a request before it acts; the journal's error ends the run, a rejection does not")
  func journal() throws {
    struct DiskFull: Error {}
    let run = try run(through: 9)
    log.willApply = { request, run in
      guard case .remove(let id) = request else { return }
      #expect(run.simulation.descriptions.contains { $0.id == id })
      if id == "crate-2" { throw RequestError("not that one") }
      if id == "crate-3" { throw DiskFull() }
    }
    for (number, id) in ["crate-1", "crate-2", "nobody", "crate-3"].enumerated() {
      post(.remove(id: id), ack: "\(number)", in: run)
    }
    #expect(throws: DiskFull.self) { try run.run() }
    #expect(log.only("ack", "reject") == ["ack 0 0", "reject 1 0", "reject 2 0"])
    #expect(
      run.simulation.descriptions.map(\.id) == ["crate-2", "crate-3", "crate-4", "crate-5"]
    )
  }

  private func body(_ geometry: Geometry, mass: Double) -> BodyDescription {
    BodyDescription(
      id: "new",
      shapes: [ShapeDescription(geometry)],
      position: Vector(150, 150),
      mass: mass
    )
  }

  @Test("rejects a body that cannot be stepped before it is journaled")
  func impossibleBody() throws {
    let run = try run(through: 3)
    // Its moment of inertia is too small for the library to divide by.
    post(.add(body(.circle(radius: 0.001), mass: 1e-100)), ack: "1", in: run)
    #expect(try run.run().ticks == 3)
    #expect(log.only("reject", "ack") == ["reject 1 0"])
    #expect(log.only("apply") == ["apply tilt 0"] && run.simulation.descriptions.count == 5)
  }

  @Test("continues with an extremely thin body, and slows no other down for it")
  func needle() throws {
    let (run, other) = try (self.run(through: 30), self.run(through: 30))
    let needle = Geometry.segment(from: .zero, to: Vector(5, 0), radius: 1e-100)
    post(.add(body(needle, mass: 1)), ack: "1", in: run)
    #expect(try run.run().ticks == 30)
    #expect(log.only("reject", "ack") == ["ack 1 0"])
    #expect(try other.run().ticks == 30)
    #expect(run.simulation.states[0].velocity == other.simulation.states[0].velocity)
  }
}

// Time control.
extension RunTests {
  @Test("serves requests while paused, takes a single step, and continues without a debt")
  func pause() throws {
    let run = try run(through: 10)
    var serves = 0
    log.onServe = { run in
      guard run.isPaused else {
        if run.simulation.tick == 4, serves == 0 { post(.pause(true), in: run) }
        return
      }
      serves += 1
      if serves == 100 { post(.remove(id: "crate-1"), ack: "r", in: run) }
      if serves == 200 { post(.step, ack: "s", in: run) }
      if serves == 300 { post(.pause(false), in: run) }
    }
    let statistics = try run.run().statistics
    // The pause takes effect at the next tick.
    #expect(log.only("ack") == ["ack - 5", "ack r 5", "ack s 5", "ack - 6"])
    #expect(
      log.only("apply").suffix(3) == [
        "apply pause true 5", "apply remove crate-1 5", "apply pause false 6",
      ]
    )
    #expect(statistics.ticks == 10 && statistics.droppedTicks == 0)
    #expect(abs((clock.time - .seconds(1003)) / .milliseconds(1)) < 100)
  }

  @Test(
    "rejects a single step while time passes, and an invalid speed",
    arguments: [0, 101, .nan]
  )
  func timeErrors(speed: Double) throws {
    let run = try run(through: 2)
    post(.step, ack: "1", in: run)
    post(.speed(speed), ack: "2", in: run)
    _ = try run.run()
    #expect(log.only("reject") == ["reject 1 0", "reject 2 0"])
    #expect(run.speed == 1 && log.only("apply") == ["apply tilt 0"])
  }

  @Test("runs at another speed from a request on")
  func speed() throws {
    let run = try run(through: 240)
    log.onStep = { if $0.simulation.tick == 120 { post(.speed(0.5), in: $0) } }
    _ = try run.run()
    #expect(abs((clock.time - .seconds(1003)) / .milliseconds(1)) < 1)
    #expect(log.only("apply") == ["apply tilt 0", "apply speed 0.5 120"])
  }

  @Test("starts slow")
  func beginsSlow() throws {
    _ = try run(through: 60) { $0.speed = 0.25 }.run()
    #expect(abs((clock.time - .seconds(1002)) / .milliseconds(1)) < 1)
  }

  @Test("starts paused, and takes the single steps that came before", arguments: [true, false])
  func beginsPaused(isTimed: Bool) throws {
    let paused = try run(through: 60) { ($0.clock, $0.isPaused) = (isTimed ? clock : nil, true) }
    for _ in 0..<3 { post(.step, in: paused) }
    // A run that loses a step ends too.
    var serves = 0
    log.onServe = { run in
      serves += 1
      if run.simulation.tick == 3 || serves == 1000 { post(.quit, in: run) }
    }
    #expect(try paused.run().ticks == 3)
  }

  @Test("takes all of many single steps that come at once, under every policy")
  func manySingleSteps() throws {
    for policy in OverloadPolicy.allCases {
      let paused = try run(through: 100) { ($0.onOverload, $0.isPaused) = (policy, true) }
      for client in 0..<2 {
        for _ in 0..<32 { paused.mailbox.post(Mailbox.Message(.success(.step), from: client)) }
      }
      var serves = 0
      log.onServe = { run in
        serves += 1
        if serves == 1000 { post(.quit, in: run) }
      }
      let summary = try paused.run()
      #expect(summary.ticks == 64 && summary.statistics.droppedTicks == 0)
      #expect(summary.statistics.load == 0)
    }
  }

  @Test("another step paces the run from the tick of the request")
  func timeStep() throws {
    let run = try run(through: 120)
    log.onStep = { if $0.simulation.tick == 60 { post(.timeStep(1.0 / 240), in: $0) } }
    let summary = try run.run()
    #expect(summary.ticks == 180 && abs(summary.time - 1) < 1e-9)
    #expect(log.only("pace") == ["pace \(1.0 / 240)"])
    #expect(abs((clock.time - .seconds(1001)) / .microseconds(1)) < 1)
    #expect(log.only("frame").count == 61)
    #expect(abs(summary.statistics.simulatedTime - 1) < 1e-9)
  }

  @Test("ends at the time of its last tick after a change of the step, without a clock too")
  func timeStepWithoutClock() throws {
    let run = try run(through: 120) { $0.clock = nil }
    log.onStep = { if $0.simulation.tick == 60 { post(.timeStep(1.0 / 240), in: $0) } }
    let summary = try run.run()
    #expect(summary.ticks == 180 && abs(summary.time - 1) < 1e-9)
    #expect(log.only("frame").count == 61)
  }

  @Test("adapts to steps that take too long, and reports it")
  func adapts() throws {
    let run = try run(through: 1200) { $0.onOverload = .adapt }
    log.onStep = { _ in clock.advance(by: .milliseconds(12)) }
    _ = try run.run()
    #expect(log.only("pace") == ["pace \(1.0 / 60)"])
    #expect(log.only("apply").last?.hasPrefix("apply timeStep ") == true)
    #expect(log.lines.contains("adapted") && log.lines.contains("load"))
    #expect(log.only("second").count > 8)
  }

  @Test("a suspension within a tick is no overload", arguments: OverloadPolicy.allCases)
  func suspension(policy: OverloadPolicy) throws {
    let run = try run(through: 1200) { $0.onOverload = policy }
    log.onServe = { run in
      if run.simulation.tick == 50 { run.stopTime { clock.advance(by: .seconds(10)) } }
    }
    let statistics = try run.run().statistics
    #expect(statistics.droppedTicks == 0 && statistics.realTimeFactor == 1)
    #expect(log.only("pace").isEmpty && !log.lines.contains("load"))
  }

  @Test("reports each second of real time at any speed", arguments: [0.1, 1, 100])
  func seconds(speed: Double) throws {
    let run = try run(through: Int(120 * 10.5 * speed)) { $0.speed = speed }
    _ = try run.run()
    #expect(log.only("second").count == 10)
  }

  @Test("reports each second of real time in a pause")
  func secondsOfPause() throws {
    let run = try run(through: 120) { $0.isPaused = true }
    log.onServe = { run in
      if log.only("second").count == 10 { run.stop() }
    }
    _ = try run.run()
    #expect(abs((clock.time - .seconds(1010)) / .milliseconds(1)) < 20)
  }

  @Test("in fast motion, a short stall is no overload", arguments: OverloadPolicy.allCases)
  func fastMotion(policy: OverloadPolicy) throws {
    clock.lateness = { $0 == 5 ? .milliseconds(50) : .zero }
    let run = try run(through: 12000) { ($0.speed, $0.onOverload) = (100, policy) }
    let summary = try run.run()
    #expect(summary.statistics.droppedTicks == 0 && summary.ticks == 12000)
  }

  @Test("fails under the policy to fail")
  func fails() throws {
    let run = try run(through: 1200) { $0.onOverload = .fail }
    log.onStep = { if $0.simulation.tick == 50 { clock.advance(by: .seconds(10)) } }
    #expect(throws: OverloadError.self) { try run.run() }
    #expect(log.lines.last == "end error")
  }
}

// Sessions, checkpoints, floods.
extension RunTests {
  @Test("a reset restarts the scenario, and waiting requests go to the new session")
  func reset() throws {
    let run = try run(through: 8)
    log.onStep = { run in
      guard run.simulation.tick == 5, log.only("begin").count == 1 else { return }
      post(.pause(true), in: run)
      post(.speed(2), in: run)
      post(.reset, ack: "r", in: run)
      post(.pause(false), ack: "p", in: run)
    }
    let first = run.simulation
    let summary = try run.run()
    #expect(run.simulation !== first && summary.ticks == 8)
    #expect(
      log.only("begin", "ack", "end") == [
        "begin 0", "ack - 5", "ack - 5", "ack r 5", "end 5 log", "begin 0", "ack p 0", "end 8 log",
      ]
    )
    #expect(run.speed == 2 && !run.isPaused)
  }

  @Test("an impossible reset is answered, and the session continues")
  func resetFails() throws {
    struct Gone: Error, CustomStringConvertible { let description = "the file has gone" }
    var options = Run.Options(clock: clock)
    options.lastTick = 3
    for restart in [{ throw Gone() }, nil] as [(() throws -> Run.Start)?] {
      let run = try Run(Run.Start(.classicScene()), options: options, restart: restart)
      run.add(observer: log)
      post(.reset, ack: "r", in: run)
      #expect(try run.run().ticks == 3)
    }
    #expect(log.only("reject") == ["reject r 0", "reject r 0"])
  }

  @Test("restarts after a recoverable error")
  func recovers() throws {
    struct Fault: Error {}
    let run = try run(through: 4) { $0.recover = { if !($0 is Fault) { throw $0 } } }
    log.onStep = { if $0.simulation.tick == 2, log.only("begin").count == 1 { throw Fault() } }
    #expect(try run.run().ticks == 4)
    #expect(log.only("begin", "end") == ["begin 0", "end error", "begin 0", "end 4 log"])
  }

  @Test("takes a checkpoint if an observer keeps it, or else says so")
  func checkpoint() throws {
    let run = try run(through: 3)
    post(.checkpoint, ack: "1", in: run)
    log.onStep = { run in
      log.keepsCheckpoints = true
      if run.simulation.tick == 2 { post(.checkpoint, ack: "2", in: run) }
    }
    var kept: [Int] = []
    log.willApply = { request, run in
      if request == .checkpoint { kept.append(try run.simulation.checkpoint().tick) }
    }
    _ = try run.run()
    #expect(log.only("ack", "reject") == ["reject 1 0", "ack 2 2"] && kept == [2])
  }

  @Test("a flood takes at most half of a tick's time; the rest waits, and time continues")
  func flood() throws {
    let run = try run(through: 40)
    for client in 0..<4 {
      for number in 0..<10 {
        run.mailbox.post(
          Mailbox.Message(
            .success(.impulse(id: "crate-1", by: .zero)),
            from: client,
            ack: "\(client)\(number)"
          )
        )
      }
    }
    log.willApply = { request, _ in
      if case .impulse = request { clock.advance(by: .milliseconds(2)) }
    }
    let statistics = try run.run().statistics
    // 4.2 ms of 8.3: three requests of 2 ms each, the last of which begins in time.
    let answers = log.only("ack")
    #expect(answers.prefix(4) == ["ack 00 0", "ack 10 0", "ack 20 0", "ack 30 1"])
    #expect(answers.count == 40 && answers.last?.hasSuffix(" 13") == true)
    #expect(statistics.droppedTicks == 0)
  }

  @Test("a tick serves a limited number of requests, with each source in turn")
  func turns() throws {
    final class Source: RequestSource {
      var left = 4
      func read(in run: Run) {}
      func nextMessage() -> Mailbox.Message? {
        guard left > 0 else { return nil }
        left -= 1
        return Mailbox.Message(.failure(RequestError("no JSON")), ack: "s\(left)", line: 4 - left)
      }
    }
    let run = try run(through: 9) { $0.requestsPerTick = 3 }
    run.add(source: Source())
    for number in 0..<4 { post(.impulse(id: "crate-1", by: .zero), ack: "\(number)", in: run) }
    _ = try run.run()
    #expect(
      log.only("ack", "reject") == [
        "ack 0 0", "reject s3 0", "ack 1 0", "ack 2 1", "reject s2 1", "ack 3 1", "reject s1 2",
        "reject s0 2",
      ]
    )
  }

  @Test("an action of a client runs on the run's thread, and its error is the answer")
  func actions() async throws {
    let run = try run(through: 3)
    run.mailbox.post(
      Mailbox.Message(from: 7, ack: "a") { run in
        #expect(run.observer(Log.self) != nil)
        try run.perform(.remove(id: "crate-1"))
        try run.perform(.remove(id: "crate-1"))
      }
    )
    _ = try run.run()
    #expect(log.only("reject") == ["reject a 0"] && run.simulation.descriptions.count == 4)
  }
}
