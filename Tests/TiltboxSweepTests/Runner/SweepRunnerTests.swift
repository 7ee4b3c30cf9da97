import CReference
import Chipmunk
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Runs of a sweep")
struct SweepRunnerTests {
  @Test("come in the plan's order with the same bytes from any number of workers")
  func order() throws {
    let plan = try plan(
      ["run.duration=0.01:0.9:0.01", "world.gravity=uniform(500, 1500)"],
      ["y=y(ball)"],
      samples: 4
    )
    let one = try rows(plan, workers: 1)
    #expect(one.rows.map(\.run) == Array(0..<360))
    #expect(one.rows.allSatisfy { $0.error == nil && $0.digest != nil })
    for workers in [2, 7] { #expect(try rows(plan, workers: workers).text == one.text) }
  }

  @Test("have the bits of a single run of the same scenario")
  func digest() throws {
    let plan = try plan(["bodies.ball.elasticity=0.1,0.9"], ["y=y(ball)"])
    let digests = try rows(plan).rows.map(\.digest)
    for (run, elasticity) in [0.1, 0.9].enumerated() {
      let text = "bodies.ball.elasticity=\(elasticity)"
      let check = try ScenarioCheck(fall(text).scenario)
      #expect(digests[run] == check.digest.description)
    }
  }

  @Test("have the bits of the same calls in plain C")
  func reference() throws {
    let source = try ScenarioTemplate(
      utf8: Array(Scenario.classicText.utf8),
      file: "crates.yaml",
      overrides: ["run.duration=2", "world.engine=chipmunk"]
    )
    let plan = try SweepPlan(source, axes: [axis("walls.elasticity=0:1:0.25")], measures: [])
    let gravity = (0..<240).flatMap { _ -> [Double] in [0, -1000] }
    let bodies = source.scenario.bodies.map { body -> CReferenceBody in
      var reference = CReferenceBody()
      guard case .box(let width, let height, _, _) = body.shapes[0].geometry else {
        return reference
      }
      (reference.form, reference.width, reference.height) = (CReferenceBox, width, height)
      (reference.x, reference.y, reference.mass) = (body.position.x, body.position.y, 100)
      (reference.friction, reference.elasticity) = (0.5, 0.8)
      return reference
    }
    for row in try rows(plan).rows {
      var world = CReferenceWorld()
      (world.timeStep, world.iterations, world.damping) = (1.0 / 120, 10, 1)
      (world.sleepTime, world.width, world.height) = (.infinity, 300, 300)
      (world.wallRadius, world.wallFriction, world.wallType) = (1, 0.5, 2)
      world.wallElasticity = Double(row.run) / 4
      let digest = unsafe CReferenceRun(&world, bodies, 5, gravity, 240, nil, nil)
      #expect(row.digest == Tiltbox.Digest(digest).description)
    }
  }

  @Test("that fail are rows with an error, and the others continue")
  func failures() throws {
    let plan = try plan(["bodies.ball.mass=1,-2,3"], ["y=y(ball)"])
    let rows = try rows(plan).rows
    #expect(rows.map { $0.error != nil } == [false, true, false])
    #expect(rows[1].error?.contains("bodies[0].mass: ") == true, "\(rows[1].error ?? "")")
    #expect(rows[1].digest == nil && rows[1].measures[0].isNaN)
    let missing = try TiltboxSweepTests.plan(
      ["tilt.file=/nonexistent.csv"],
      ["y=y(ball)"]
    )
    #expect(
      try TiltboxSweepTests.rows(missing).rows[0].error?.contains("/nonexistent.csv: No such file")
        == true
    )
  }

  @Test("end when the sink fails, with its error")
  func sinkFails() throws {
    let plan = try plan(
      ["world.gravity=1:5000:1"],
      set: "run.duration=0.1",
      "expect=null"
    )
    let collector = RowCollector(failsAfter: 10)
    #expect(throws: OutputError.self) { _ = try SweepRunner(plan).run(0..<5000, sink: collector) }
    #expect(collector.rows.count < 5000)
    #expect(collector.rows.map(\.run) == Array(0..<collector.rows.count))
  }

  @Test("that are stopped leave those before them in order")
  func stopped() throws {
    let plan = try plan(
      ["world.gravity=1:5000:1"],
      set: "run.duration=0.1",
      "expect=null"
    )
    let collector = RowCollector()
    var runner = SweepRunner(plan)
    runner.shouldStop = { collector.rows.count >= 20 }
    let end = try runner.run(0..<5000, sink: collector)
    #expect(end < 5000 && end >= 20)
    #expect(collector.rows.map(\.run) == Array(0..<end))
  }

  @Test("can include their duration, and are otherwise the same")
  func timing() throws {
    let plan = try plan(["world.gravity=1,2"])
    var runner = SweepRunner(plan)
    runner.isTimed = true
    let collector = RowCollector()
    _ = try runner.run(0..<2, sink: collector)
    #expect(collector.rows.allSatisfy { ($0.wall ?? 0) > 0 })
    #expect(collector.rows.map(\.digest) == (try rows(plan).rows.map(\.digest)))
  }

  @Test("are tilted by recordings, each for as long as it lasts")
  func recordings() throws {
    let folder = try Folder()
    let short = try folder.write(Array("t,x,y\n0,0,-1\n0.5,1,0\n".utf8), "a.csv")
    let long = try folder.write(Array("t,x,y\n0,0,-1\n1.5,1,0\n".utf8), "b.csv")
    let plan = try plan(
      ["tilt.file=\(folder.path("*.csv"))"],
      ["y=y(ball)", "late=y(ball, 1)"],
      set: "tilt=null",
      "run.duration=null"
    )
    let rows = try rows(plan).rows
    #expect(rows.map(\.parameters) == [[.text(short)], [.text(long)]])
    #expect(rows.map { $0.measures[1].isNaN } == [true, false])
  }
}
