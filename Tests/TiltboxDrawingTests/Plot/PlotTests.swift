import Chipmunk
import Foundation
import Testing
import Tiltbox
import TiltboxDrawing
import TiltboxFiles

@Suite("Plots")
struct PlotTests {
  private func texts(_ svg: String) throws -> [String] {
    try elements(svg).filter { $0.name == "text" }.compactMap(\.stringValue)
  }

  @Test("has a panel for each unit, with axes, units and the series' names")
  func panels() throws {
    let trajectory = try trajectory(.classic, seconds: 2)
    let svg = try trajectory.plot(["crate-1.y", "crate-2.x", "crate-1.speed", "crate-1.energy"])
    let texts = try texts(svg)
    for expected in [
      "crate-1.y", "crate-2.x", "crate-1.speed", "crate-1.energy", "in units", "in units/s",
      "in kg·units²/s²", "time in s", "0", "0.5", "2", "300",
    ] {
      #expect(texts.contains(expected), "\(expected)")
    }
    #expect(!texts.contains("expected"))
  }

  @Test("names as many series as there is room for, and counts the others", arguments: [480, 720])
  func legend(width: Double) throws {
    var scenario = Scenario.classic
    let crate = scenario.bodies[0]
    scenario.bodies = (0..<30).map { index in
      var body = crate
      (body.id, body.position.x) = ("crate-number-\(index)", 20 + 8 * Double(index))
      return body
    }
    let svg = try trajectory(scenario, seconds: 0.1).plot(["*.y"], DrawingOptions(width: width))
    let texts = try elements(svg).filter { $0.name == "text" && $0["y"] == "24" }
    let named = texts.count { $0.stringValue.hasPrefix("crate") }
    #expect(named >= 1)
    #expect(texts.suffix(2).map(\.stringValue) == ["and \(30 - named) more", "in units"])
    let ends = texts.dropLast().map { ($0.number("x") ?? 0) + 7 * Double($0.stringValue.count) }
    for (end, next) in zip(ends, texts.dropFirst()) {
      let isUnit = next["text-anchor"] == "end"
      #expect(end < (next.number("x") ?? 0) - (isUnit ? 7 * Double(next.stringValue.count) : 0))
    }
  }

  @Test("shortens a name that is wider than the legend")
  func longName() throws {
    var scenario = Scenario.classic
    let id = "first" + String(repeating: "-", count: 200) + "last"
    scenario.bodies[0].id = id
    let svg = try trajectory(scenario, seconds: 0.1).plot(["\(id).y", "crate-2.y"])
    let texts = try texts(svg).prefix { $0 != "in units" }.suffix(2)
    let name = try #require(texts.first)
    #expect(name.hasPrefix("first-") && name.contains("…") && name.hasSuffix("-last.y"))
    #expect(texts.last == "and 1 more")
    #expect(7 * (name.count + "and 1 more".count + "in units".count) < 720)
  }

  @Test("the force of a constraint has its unit")
  func force() throws {
    let run = try TrajectoryReaders.trajectory(of: breakingScenario())
    let trajectory = try Trajectory(of: run, rate: 7)
    #expect(try texts(trajectory.plot(["constraint.thread.force"])).contains("in kg·units/s²"))
  }

  @Test("the force of a constraint of angles is a torque")
  func torque() throws {
    var scenario = Scenario.classic
    scenario.run.forces = true
    scenario.constraints = [
      ConstraintDescription(id: "drive", .motor(rate: 1), "ground", "crate-1")
    ]
    let trajectory = try trajectory(scenario, seconds: 0.1)
    let plot = try texts(trajectory.plot(["constraint.drive.force"]))
    #expect(plot.contains("in kg·units²/s²") && !plot.contains("in kg·units/s²"))
  }

  @Test("the line goes where the body does")
  func line() throws {
    var scenario = Scenario.classic
    scenario.bodies.removeLast(4)
    let trajectory = try trajectory(scenario, seconds: 0.5)
    let svg = try trajectory.plot(["crate-1.y"], DrawingOptions(width: 720))
    let path = try #require(try elements(svg).first { $0["style"] == "fill:none" }?["d"])
    let points = path.dropFirst().split(separator: "L").map {
      $0.split(separator: " ").compactMap { Double($0) }
    }
    let time = 630.0 / 0.5
    #expect(points.first?[0] == 74)
    #expect(abs((points.last?[0] ?? 0) - 704) < 0.1)
    // The axis goes from 150 to 300 or wider, linear: any three points of it agree.
    let first = trajectory.frames[0].states[0].position.y
    let last = trajectory.frames[30].states[0].position.y
    let scale = ((points.last?[1] ?? 0) - (points.first?[1] ?? 0)) / (last - first)
    #expect(scale < 0)
    for (frame, point) in zip(trajectory.frames, points) {
      #expect(abs(point[0] - 74 - frame.time * time) < 0.1)
      let y = (points.first?[1] ?? 0) + (frame.states[0].position.y - first) * scale
      #expect(abs(point[1] - y) < 0.2)
    }
  }

  @Test("has a width that leaves room beside the numbers", arguments: [16, 119, 16385])
  func narrow(width: Double) throws {
    let trajectory = try trajectory(.classic, seconds: 0.1)
    #expect(throws: DrawingError.self) {
      try trajectory.plot(["crate-1.y"], DrawingOptions(width: width))
    }
  }

  @Test("a single moment is a dot")
  func moment() throws {
    let svg = try trajectory(.classic, seconds: 0.01).plot(["crate-1.y", "crate-1.speed"])
    #expect(try elements(svg).count { $0.name == "circle" } == 2)
  }

  @Test("expectations of a scenario are overlaid: times, values, bounds")
  func theory() throws {
    var scenario = Scenario.classic
    scenario.run.duration = 2
    scenario.expectations = [
      .init("crate-1", .firstContact(with: "walls", at: 0.7, within: 0.05)),
      .init("crate-1", .value(.y, .near(100, within: 5), .at(0.6))),
      .init("crate-1", .value(.y, .between(nil, 310), .always())),
      .init("crate-2", .value(.y, .near(1, within: 1), .at(0.6))),
      .init("crate-1", .vector(.position, Vector(16, 17), within: 1, .atEnd)),
    ]
    let trajectory = try trajectory(scenario, seconds: 2)
    let svg = try trajectory.plot(["crate-1.y"])
    let all = try elements(svg)
    #expect(try texts(svg).contains("expected"))
    // One in the legend, and two values.
    #expect(all.count { $0.name == "circle" } == 3)
    #expect(all.count { $0["stroke-dasharray"] == "5 4" } == 2)
  }

  @Test("expectations are drawn only at the times of the plot")
  func partOfTheory() throws {
    var scenario = Scenario.classic
    let fall = Scenario.Expectation.AnalyticTarget("284 - g*t^2/2") { 284 - 500 * $0 * $0 }
    scenario.expectations = [
      .init("crate-1", .value(.y, .following(fall, within: 4), .always())),
      .init("crate-1", .value(.y, .between(nil, 310), .always())),
      .init("crate-1", .value(.y, .near(283, within: 5), .at(0.05))),
      .init("crate-1", .firstContact(with: "walls", at: 1.5, within: 0.05)),
      .init("crate-1", .value(.y, .near(283, within: 5), .atEnd)),
    ]
    let part = try Trajectory(of: TrajectoryReaders.trajectory(of: scenario), range: 0.3...0.4)
    let all = try elements(part.plot(["crate-1.y"]))
    #expect(!all.contains { $0.name == "circle" })
    let starts = all.compactMap { $0["d"] }.compactMap { path in
      Double(path.dropFirst().prefix { $0 != " " })
    }
    #expect(starts.allSatisfy { (74...704).contains($0) })
    #expect(all.filter { $0.name == "rect" }.allSatisfy { ($0.number("x") ?? 0) >= 0 })
  }

  @Test(
    "an analytic target is a dashed line at the formula's values, for as long as it should hold"
  )
  func analyticTarget() throws {
    var scenario = Scenario.classic
    scenario.expectations = [
      .init(
        "crate-1",
        .value(
          .y,
          .following(.init("284 - g*t^2/2") { 284 - 500 * $0 * $0 }, within: 4),
          .always(to: 0.5)
        )
      )
    ]
    let trajectory = try trajectory(scenario, seconds: 1)
    let svg = try trajectory.plot(["crate-1.y"], DrawingOptions(width: 720))
    #expect(try texts(svg).contains("theory") && !texts(svg).contains("expected"))
    func points(_ path: String?) -> [Vector] {
      (path ?? "").dropFirst().split(separator: "L").compactMap { point in
        let numbers = point.split(separator: " ").compactMap { Double($0) }
        return numbers.count == 2 ? Vector(numbers[0], numbers[1]) : nil
      }
    }
    let all = try elements(svg)
    let curve = points(all.last { $0["stroke-dasharray"] == "6 4" }?["d"])
    let line = points(all.first { $0["style"] == "fill:none" }?["d"])
    #expect(curve.count > 100)
    let end = 74.0 + 630 / 2
    #expect(abs(try #require(curve.last).x - end) < 1)
    // Both start at 284; a step's lag is less than two units of the 300 that 266 pixels stand for.
    for point in line where point.x < end {
      let near = try #require(curve.min { abs($0.x - point.x) < abs($1.x - point.x) })
      #expect(abs(near.y - point.y) < 4)
    }
  }

  @Test(
    "an unknown name is an error that lists the known ones",
    arguments: [
      ("ball", "names nothing to plot"), ("y(ball)", "names nothing to plot; write ball.y"),
      ("ball.y", "no body is called \"ball\"; known here: crate-1"),
      ("crate-1.height", "asks for \"height\"; there are x, y"),
      ("", "there is nothing to plot; give a body and a number, as in ball.y"),
    ]
  )
  func mistakes(name: String, message: String) throws {
    let trajectory = try trajectory(.classic, seconds: 0.1)
    let error = #expect(throws: DrawingError.self) {
      try trajectory.plot(name.isEmpty ? [] : [name])
    }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test("a number that a value lacks is an error that lists its numbers")
  func numbersOfValue() throws {
    var scenario = Scenario.classic
    scenario.values = [ValueDescription(id: "sky", [0, 1])]
    let trajectory = try trajectory(scenario, seconds: 0.1)
    for name in ["value.sky.5", "sky.5"] {
      let error = #expect(throws: DrawingError.self) { try trajectory.plot([name]) }
      #expect(error?.description == "\"\(name)\" asks for \"5\"; there are 0, 1")
    }
  }

  @Test("an hour's line is no longer than its picture is wide")
  func decimation() throws {
    var scenario = Scenario.classic
    scenario.tilt.source = .constant(Tilt(x: 0.3, y: -1))
    let trajectory = try trajectory(scenario, seconds: 10)
    #expect(try trajectory.plot(["crate-1.y"], DrawingOptions(width: 120)).utf8.count < 9000)
  }
}
