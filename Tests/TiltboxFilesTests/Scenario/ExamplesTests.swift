import Chipmunk
import Foundation
import Testing
import TiltboxFiles

@testable import Tiltbox

@Suite("The examples")
struct ExamplesTests {
  static let files = ((try? FileManager.default.contentsOfDirectory(atPath: examples.path())) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  static func text(_ file: String) throws -> String {
    try String(contentsOf: examples.appending(path: file), encoding: .utf8)
  }

  static func scenario(_ file: String) throws -> Scenario {
    try Scenario(yaml: text(file), file: examples.appending(path: file).path())
  }

  @Test("are valid, say in their first line what they show, and have an end", arguments: files)
  func right(file: String) throws {
    #expect(try Self.text(file).hasPrefix("# "))
    let scenario = try Self.scenario(file)
    #expect(scenario.name == file.dropLast(5))
    #expect(scenario.run.duration != nil)
  }

  @Test("have the same digest on any number of threads", arguments: files)
  func threads(file: String) throws {
    let scenario = try Self.scenario(file).loadingFiles()
    let digests = try [1, 2, 3, 8, 16].map { threads in
      let simulation = try Simulation(scenario)
      try simulation.space.setThreads(threads, always: true)
      while simulation.tick < min(scenario.lastTick(fallback: 1), 100) { try simulation.advance() }
      return simulation.digest
    }
    #expect(Set(digests).count == 1)
  }

  @Test("expect of ropes what hinges alone would not hold", arguments: ["bridge", "line"])
  func rope(id: String) throws {
    var scenario = try Self.scenario("rope.yaml")
    #expect(try ScenarioCheck(scenario).passes)
    scenario.constraints.removeAll { $0.id.hasPrefix(id) && !$0.isDrawn }
    #expect(try ScenarioCheck(scenario).results.count { !$0.isMet } == 1)
  }

  @Test("are complete")
  func present() {
    #expect(Set(Self.files).isSuperset(of: ["one-crate.yaml", "crates.yaml", "phone.yaml"]))
  }

  @Test(
    "show the classic crates at their positions in a view whose y points down",
    arguments: ["crates.yaml", "phone.yaml"]
  )
  func crates(file: String) throws {
    let frames = [(0.0, 0.0, 32.0), (32, 0, 32), (64, 0, 64), (128, 0, 32), (0, 32, 64)]
    let surface = Surface(friction: 0.5, elasticity: 0.8)
    let scenario = try Self.scenario(file)
    #expect(
      scenario.bodies
        == frames.enumerated().map { index, frame in
          let (x, y, side) = frame
          return BodyDescription(
            id: "crate-\(index + 1)",
            shapes: [ShapeDescription(.box(width: side, height: side), surface: surface)],
            position: Vector(x + side / 2, 300 - y - side / 2),
            mass: 100
          )
        }
    )
    let walls = Surface(friction: 0.5, elasticity: 0.8, collisionType: 2)
    #expect(scenario.walls == Scenario.Walls(width: 300, height: 300, radius: 1, surface: walls))
    #expect(scenario.world.gravity == 1000)
  }

  @Test("show one crate that falls freely")
  func oneCrate() throws {
    let scenario = try Self.scenario("one-crate.yaml")
    #expect(scenario.walls == nil)
    #expect(scenario.bodies.map(\.position) == [Vector(150, 250)])
    #expect(scenario.bodies.first?.shapes.first?.geometry == .box(width: 100, height: 100))
    #expect(scenario.bodies.first?.mass == 100)
  }

  @Test("have a phone's recording of rotating gravity, as long as the run")
  func phone() throws {
    let scenario = try Self.scenario("phone.yaml")
    guard case .file(let path, let options, .linear) = scenario.tilt.source else {
      Issue.record("no tilt file")
      return
    }
    let track = try TiltTrack(contentsOf: readFile(path), name: path, options: options)
    let duration = try #require(scenario.run.duration)
    #expect(track.notices.isEmpty)
    #expect(abs(try #require(track.times.last) - duration) < 0.1)
    #expect((60.0...100).contains(Double(track.times.count) / duration))
    #expect(track.tilts.allSatisfy { Vector($0.x, $0.y).length < 1.05 })
    let (x, y) = (track.tilts.map(\.x), track.tilts.map(\.y))
    #expect(try #require(x.min()) < -0.8 && #require(x.max()) > 0.8)
    #expect(try #require(y.min()) < -0.95 && #require(y.max()) > 0.5)
  }

  @Test("begin with the one that the library contains")
  func classic() throws {
    let file = try Self.text("crates.yaml")
    let end = try #require(file.range(of: "\nexpect:"))
    #expect(Scenario.classicText == file[..<end.lowerBound])
    var scenario = try Self.scenario("crates.yaml")
    scenario.expectations = []
    #expect(Scenario.classic == scenario)
    #expect(Scenario.classic.bodies.count == 5)
  }
}

extension ExamplesTests {
  /// Returns the states of an example's bodies after some seconds, and the pairs that touched before.
  func run(
    _ file: String,
    for seconds: Double
  ) throws -> (positions: [String: Vector], touched: Set<[String]>) {
    var scenario = try Self.scenario(file)
    scenario.tilt = TiltDescription()
    let simulation = try Simulation(scenario, tilt: ConstantTilt(.upright))
    var touched: Set<[String]> = []
    while simulation.time < seconds {
      try simulation.advance()
      for event in simulation.events { touched.insert([event.a, event.b]) }
    }
    let positions = zip(scenario.bodies, simulation.states).map { ($0.id, $1.position) }
    return (Dictionary(uniqueKeysWithValues: positions), touched)
  }

  @Test("carry what lies on the conveyor to the right")
  func conveyor() throws {
    let positions = try run("moving-parts.yaml", for: 1.5).positions
    #expect(try #require(positions["crate-1"]).x > 60 + 60)
    #expect(positions["belt"] == .zero)
  }

  @Test("let filtered bodies pass each other, and detect what goes through the gate")
  func filters() throws {
    let touched = try run("filters.yaml", for: 4).touched
    for pair in [
      ["gate", "twin-1"], ["gate", "twin-2"], ["gate", "ghost"], ["gate", "solid"],
      ["shelf", "ghost"], ["shelf", "solid"],
    ] {
      #expect(touched.contains(pair), "\(pair)")
    }
    #expect(!touched.contains(["twin-1", "twin-2"]))
    #expect(!touched.contains(["ghost", "solid"]))
  }

  @Test("keep the ball in the cup, and everything in the box")
  func shapes() throws {
    let positions = try run("shapes.yaml", for: 5).positions
    let (ball, cup) = (try #require(positions["ball"]), try #require(positions["cup"]))
    #expect((ball - cup).length < 40)
    for position in positions.values {
      #expect((0...400).contains(position.x) && (0...300).contains(position.y))
    }
  }

  @Test("hold bodies by each of the ten constraints")
  func joints() throws {
    let scenario = try Self.scenario("joints.yaml")
    #expect(Set(scenario.constraints.map(\.kind.name)).count == 10)
    let simulation = try Simulation(scenario, tilt: ConstantTilt(.upright))
    while simulation.time < 6 { try simulation.advance() }
    let states = Dictionary(uniqueKeysWithValues: zip(scenario.bodies.map(\.id), simulation.states))
    func state(_ id: String) throws -> BodyState { try #require(states[id]) }
    #expect(abs((try state("bob").position - Vector(40, 250)).length - 70.7) < 0.5)
    #expect((try state("weight").position - Vector(120, 280)).length < 60.5)
    #expect((-1.02...0.02).contains(try state("door").angle))
    #expect(abs(try state("pointer").angle - 0.8) < 0.05)
    #expect(abs(try state("wheel-1").angle + 2 * state("wheel-2").angle) < 0.05)
    #expect(abs(try state("wheel-1").angle - 12) < 0.2)
    #expect(abs(try state("crank").angle + 18) < 0.2)
    #expect(simulation.limitedTicks.isEmpty)
  }

  @Test(
    "drive the tutorial's car over the hill, to arrive on its wheels, whatever the step and the solver's effort",
    arguments: ["1/60", "1/120", "1/240", "1/480"],
    [5, 10, 30]
  )
  func car(step: String, iterations: Int) throws {
    let scenario = try Scenario(
      contentsOf: examples.appending(path: "guide/car.yaml").path(),
      overrides: ["world.step=\(step)", "world.iterations=\(iterations)"]
    )
    let check = try ScenarioCheck(scenario)
    #expect(check.results.count == 4)
    for result in check.results { #expect(result.isMet, "\(result.report)") }
  }

  @Test("let a stack sleep until it is hit")
  func sleeping() throws {
    let simulation = try Simulation(Self.scenario("sleeping.yaml"), tilt: ConstantTilt(.upright))
    var wasAsleep = false
    var wasWoken = false
    while simulation.time < 6 {
      try simulation.advance()
      let sleeps = simulation.bodies[0].isSleeping
      if wasAsleep, !sleeps { wasWoken = true }
      wasAsleep = sleeps
    }
    #expect(wasWoken)
  }
}
