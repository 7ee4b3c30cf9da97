import Chipmunk
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxDrawing

@Suite("A trajectory")
struct TrajectoryTests {
  @Test("has the frames of its rate, at the same ticks as a recording")
  func rates() throws {
    #expect(try trajectory(.classic, seconds: 1).frames.map(\.tick) == (0...60).map { 2 * $0 })
    let slow = try trajectory(.classic, rate: 7, seconds: 2)
    let schedule = FrameSchedule(rate: 7, step: slow.step)
    #expect(slow.frames.map(\.tick) == (0...240).filter(schedule.isFrame))
  }

  @Test("finds the frame nearest to a time, and names the range if there is none")
  func times() throws {
    let trajectory = try trajectory(.classic, rate: 10, seconds: 2)
    #expect(try trajectory.index(at: 0) == 0)
    #expect(try trajectory.index(at: 0.449) == 4)
    #expect(try trajectory.index(at: 0.451) == 5)
    #expect(try trajectory.index(at: 2) == 20)
    let error = #expect(throws: DrawingError.self) { try trajectory.index(at: 3) }
    #expect(error?.description == "there is nothing at 3 s: the run goes from 0 to 2 s")
  }

  @Test("a part of a run is a trajectory of its own")
  func range() throws {
    let trajectory = try Trajectory(of: TrajectoryReaders.trajectory(of: .classic), range: 0.5...1)
    #expect(trajectory.frames.first?.tick == 60)
    #expect(trajectory.frames.last?.tick == 120)
    #expect(trajectory.events.allSatisfy { (60...120).contains($0.tick) })
    #expect(throws: DrawingError.self) {
      try Trajectory(of: TrajectoryReaders.trajectory(of: .classic), range: 50...60)
    }
  }

  @Test("stops on request")
  func cancelling() {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try Trajectory(of: TrajectoryReaders.trajectory(of: .classic)) { _ in throw Enough() }
    }
  }

  @Test("bodies that come and go are drawn while they are there, each in its own colour")
  func casts() throws {
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright))
    let reader = SimulationReader(simulation, describe: { "\($0)" }) {
      guard simulation.tick < 120 else { return false }
      try simulation.advance()
      if simulation.tick == 60 { try simulation.apply(.remove(id: "crate-2")) }
      if simulation.tick == 90 {
        let ball = BodyDescription(
          id: "ball",
          shapes: [ShapeDescription(.circle(radius: 9))],
          position: Vector(200, 200),
          mass: 1
        )
        try simulation.apply(.add(ball))
      }
      return true
    }
    let trajectory = try Trajectory(of: reader)
    let renderer = TrajectoryRenderer(trajectory)
    func bodies(_ time: Double) throws -> Int {
      try renderer.displayList(ofFrame: trajectory.index(at: time)).marks.count { $0.body != nil }
    }
    #expect(try bodies(0.4) == 5)
    #expect(try bodies(0.6) == 4)
    #expect(try bodies(0.9) == 5)
    // Back again.
    #expect(try bodies(0.1) == 5)
    func colors(_ time: Double) throws -> [Int] {
      try renderer.displayList(ofFrame: trajectory.index(at: time)).marks.compactMap(\.color)
    }
    #expect(try colors(0.4) == [0, 1, 2, 3, 4] && colors(0.6) == [0, 2, 3, 4])
    #expect(try colors(0.9) == [0, 2, 3, 4, 5])
    _ = try elements(trajectory.animation())
  }

  @Test("a body that leaves takes its constraints along, and the forces of others keep their names")
  func leaving() throws {
    let text = """
      tiltbox: 1
      bodies:
        - {id: a, circle: 5, at: [0, 0], mass: 1}
        - {id: b, circle: 5, at: [100, 0], mass: 2}
      constraints:
        - {id: left, pin: [ground, a], anchorA: [0, 50]}
        - {id: right, pin: [ground, b], anchorA: [100, 50]}
      run: {duration: 1, forces: true}
      """
    func trajectory(from start: Double) throws -> Trajectory {
      let simulation = try Simulation(Scenario(yaml: text, file: "a.yaml"))
      let reader = SimulationReader(simulation, describe: { "\($0)" }) {
        guard simulation.tick < 120 else { return false }
        try simulation.advance()
        if simulation.tick == 60 { try simulation.apply(.remove(id: "a")) }
        return true
      }
      return try Trajectory(of: reader, range: start...1)
    }
    let whole = try trajectory(from: 0)
    let renderer = TrajectoryRenderer(whole)
    func constraints(_ time: Double) throws -> Int {
      try renderer.displayList(ofFrame: whole.index(at: time)).marks.count {
        $0.style == .constraint
      }
    }
    #expect(try constraints(0.4) == 2 * constraints(0.6) && constraints(0.6) > 0)
    _ = try elements(whole.animation())
    let force = try trajectory(from: 0.8).points(of: "constraint.right.force")
    #expect(abs((force.last?.value ?? 0) - 2000) < 10)
  }

  @Test("a constraint is drawn until it breaks, also between two frames and from a recording")
  func breaking() throws {
    let scenario = try breakingScenario()
    let run = try TrajectoryReaders.trajectory(of: scenario)
    for reader in [try TrajectoryReaders.trajectory(of: scenario), try recording(of: run)] {
      let trajectory = try Trajectory(of: reader, rate: 7)
      let tick = try #require(trajectory.events.first { $0.kind == .break }?.tick)
      let renderer = TrajectoryRenderer(trajectory)
      for (index, frame) in trajectory.frames.enumerated() {
        let marks = try renderer.displayList(ofFrame: index).marks
        #expect(marks.contains { $0.style == .constraint } == (frame.tick < tick))
      }
      #expect(trajectory.sections.count == 2)
      #expect(try elements(trajectory.animation()).contains { $0["display"] == "none" })
    }
  }

  @Test("knows a tick's time where steps become longer in a run")
  func longerSteps() throws {
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright))
    var times: [Int: Double] = [:]
    let reader = SimulationReader(simulation, describe: { "\($0)" }) {
      guard simulation.tick < 120 else { return false }
      try simulation.advance()
      if simulation.tick == 60 { try simulation.apply(.timeStep(1.0 / 60)) }
      times[simulation.tick] = simulation.time
      return true
    }
    let trajectory = try Trajectory(of: reader)
    #expect(abs(trajectory.end - 1.5) < 1e-9)
    #expect(trajectory.events.contains { $0.tick > 62 })
    for event in trajectory.events {
      #expect(abs(trajectory.time(ofTick: event.tick) - (times[event.tick] ?? 0)) < 1e-9)
    }
    _ = try elements(trajectory.animation())
  }
}

@Suite("Trajectories and pictures of impossible sizes")
struct HostileTrajectoryTests {
  @Test("a strip without times, a missing frame and a rate of zero are errors")
  func times() throws {
    let trajectory = try trajectory(.classic, seconds: 0.1)
    #expect(throws: DrawingError.self) { try trajectory.strip(at: []) }
    for index in [-1, trajectory.frames.count, Int.max] {
      #expect(throws: DrawingError.self) {
        try TrajectoryRenderer(trajectory).displayList(ofFrame: index)
      }
    }
    for rate in [0, -1, Double.nan, .infinity] {
      #expect(throws: DrawingError.self) {
        try Trajectory(of: TrajectoryReaders.trajectory(of: .classic), rate: rate)
      }
    }
  }

  @Test("bodies that went too far or turned too often for a scenario are drawn, from any frame on")
  func farAway() throws {
    let header = #"{"tiltbox":1,"kind":"header","step":0.5,"bodies":["a"],"#
    let shapes = #""shapes":[[{"box":[4,2]}]]}"#
    let frames = [(0, 0.0, 0.0), (1, 5e8, 5e8), (2, -2e9, 3e9), (3, 1e14, .pi / 2)].map {
      #"{"kind":"frame","tick":\#($0),"gravity":[0,0],"bodies":[[\#($1),0,\#($2),0,0,0]]}"#
    }
    let bytes = Array(([header + shapes] + frames + [""]).joined(separator: "\n").utf8)
    for start in [0, 1.5] {
      let reader = try TrajectoryReaders.open(bytes, name: "run.jsonl")
      let trajectory = try Trajectory(of: reader, rate: 2, range: start...10)
      let last = try TrajectoryRenderer(trajectory).displayList(
        ofFrame: trajectory.frames.count - 1
      )
      let (low, high) = (last.bounds.low, last.bounds.high)
      #expect((low - Vector(1e9 - 1, -2)).length < 1e-6)
      #expect((high - Vector(1e9 + 1, 2)).length < 1e-6)
      _ = try elements(trajectory.animation())
      _ = try trajectory.page()
    }
  }

  @Test("a width that cannot be drawn is an error", arguments: [Double.nan, 1e9, 0, -5, .infinity])
  func widths(width: Double) throws {
    let trajectory = try trajectory(.classic, seconds: 0.1)
    let options = DrawingOptions(width: width)
    #expect(throws: DrawingError.self) { try trajectory.png(at: 0, options) }
    let error = #expect(throws: DrawingError.self) { try trajectory.svg(at: 0, options) }
    #expect(error?.description.contains(".0 pixels") == false)
    #expect(throws: DrawingError.self) { try trajectory.strip(at: [0], options) }
    #expect(throws: DrawingError.self) { try trajectory.size(options) }
    #expect(throws: DrawingError.self) { try trajectory.plot(["crate-1.y"], options) }
  }
}
