import Chipmunk
import Testing
import Tiltbox
import TiltboxDrawing
import TiltboxFiles

@Suite("Display lists")
struct DisplayListTests {
  @Test("a simulation draws its walls, its bodies and their names")
  func simulation() throws {
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright))
    let displayList = DisplayList(simulation)
    #expect(displayList.marks.count == 4 + 5)
    #expect(displayList.marks.prefix(4).allSatisfy { $0.style == .static && $0.body == nil })
    #expect(displayList.marks.dropFirst(4).map(\.body) == [0, 1, 2, 3, 4])
    #expect(displayList.bounds == BoundingBox(low: Vector(-1, -1), high: Vector(301, 301)))
    #expect(displayList.gravity == Vector(0, -1000))
    guard case .polygon(let corners, _) = displayList.marks[4].form else {
      Issue.record("a crate is a polygon")
      return
    }
    #expect(
      Set(corners) == [Vector(0, 268), Vector(32, 268), Vector(32, 300), Vector(0, 300)]
    )
  }

  @Test("an arrow shows the way through a one-way platform, also in a recording")
  func oneWay() throws {
    let text = """
      tiltbox: 1
      bodies: [{type: static, box: [100, 10], at: [100, 50], angle: 3.141592653589793, oneWay: [0, -2]}]
      run: {duration: 1, frames: 60}
      """
    let scenario = try Scenario(yaml: text, file: "platform.yaml")
    let run = try TrajectoryReaders.trajectory(of: scenario)
    let recorded = try recording(of: TrajectoryReaders.trajectory(of: scenario))
    for reader in [run, recorded] {
      let trajectory = try Trajectory(of: reader, rate: nil, range: 0...1)
      let marks = try TrajectoryRenderer(trajectory).displayList(ofFrame: 0).marks
      try #require(marks.count == 4)
      guard case .chain(let shaft, _) = marks[1].form else {
        Issue.record("the shaft of an arrow is a line")
        return
      }
      #expect(shaft[0].distance(to: Vector(100, 55)) < 1e-9)
      #expect(shaft[1].distance(to: Vector(100, 66)) < 1e-9)
    }
  }

  @Test(
    "the arrow of a one-way shape starts on the shape's surface",
    arguments: [
      ("circle: 30, oneWay: [3, 4]", Vector(18, 24)),
      ("segment: [[-50, -50], [50, 50]], oneWay: [-1, 1]", .zero),
      ("segment: [[0, -10], [0, 10]], radius: 3, oneWay: [0, 1]", Vector(0, 13)),
      ("box: [100, 8], oneWay: [3, 4]", Vector(3, 4)),
      ("box: [100, 8], radius: 2, oneWay: [-1, 0]", Vector(-52, 0)),
      ("polygon: [[-50, -30], [-50, -40], [50, 0], [50, 10]], oneWay: [0, 1]", Vector(0, -10)),
      ("polygon: [[-1, 0], [1, 0], [0, 1]], oneWay: [0, 1]", Vector(0, 1)),
      ("chain: [[-40, 0], [0, 20], [40, 0]], oneWay: [0, -1]", Vector(0, 20)),
    ]
  )
  func arrowStart(shape: String, start: Vector) throws {
    let text = "tiltbox: 1\nbodies: [{type: static, at: [100, 50], \(shape)}]\nrun: {duration: 1}"
    let scenario = try Scenario(yaml: text, file: "platform.yaml")
    let simulation = try Simulation(scenario, tilt: ConstantTilt(.upright))
    let chains = DisplayList(simulation).marks.compactMap { mark -> [Vector]? in
      if case .chain(let points, _) = mark.form { points } else { nil }
    }
    // The shaft and two barbs come last.
    let shaft = try #require(chains.suffix(3).first)
    #expect(shaft[0].distance(to: Vector(100, 50) + start) < 1e-9)
  }

  @Test("a trajectory's renderer draws what the simulation itself draws, frame by frame")
  func renderer() throws {
    let trajectory = try trajectory(.classic, seconds: 1.5)
    let renderer = TrajectoryRenderer(trajectory)
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright))
    for (index, frame) in trajectory.frames.enumerated() {
      while simulation.tick < frame.tick { try simulation.advance() }
      let expected = DisplayList(simulation, [.shapes, .constraints])
      let displayList = try renderer.displayList(ofFrame: index)
      #expect(displayList.marks == expected.marks, "frame \(index)")
      #expect(displayList.gravity == expected.gravity)
    }
  }

  @Test("draws the sleeping bodies of a frame asleep, and no others")
  func sleepers() throws {
    var scenario = Scenario.classic
    scenario.world.sleepAfter = 0.3
    let trajectory = try trajectory(scenario, seconds: 8)
    let renderer = TrajectoryRenderer(trajectory)
    let first = try renderer.displayList(ofFrame: 0)
    let last = try renderer.displayList(ofFrame: trajectory.frames.count - 1)
    #expect(first.marks.allSatisfy { $0.style != .sleeping })
    #expect(
      last.marks.filter { $0.style == .sleeping }.compactMap(\.body)
        == trajectory.frames.last?.asleep
    )
    #expect(trajectory.frames.last?.asleep.isEmpty == false)
  }

  @Test("bodies that have just met flash, no longer than they should")
  func flashes() throws {
    let trajectory = try trajectory(.classic, seconds: 3)
    let renderer = TrajectoryRenderer(trajectory)
    let meeting = try #require(trajectory.events.first { $0.kind == .begin && $0.impulse > 0 })
    let time = Double(meeting.tick) * trajectory.step
    let flashes = try renderer.displayList(ofFrame: trajectory.index(at: time + 0.1)).flashes
    #expect(flashes.contains { $0.point == meeting.point && abs($0.age - 0.1) < 0.02 })
    #expect(flashes.allSatisfy { (0...0.35).contains($0.age) && (0...1).contains($0.strength) })
    #expect(try renderer.displayList(ofFrame: 0).flashes.isEmpty)
  }
}
