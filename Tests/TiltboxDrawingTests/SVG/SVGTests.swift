import Chipmunk
import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxDrawing

@Suite("Drawings as SVG")
struct SVGTests {
  private var ball: Scenario {
    var scenario = Scenario(walls: Scenario.Walls(width: 200, height: 100))
    scenario.bodies = [
      BodyDescription(
        id: "ball",
        shapes: [ShapeDescription(.circle(radius: 10))],
        position: Vector(50, 80),
        mass: 1
      )
    ]
    scenario.run.duration = 1
    return scenario
  }

  @Test("a frame has the world's coordinates in a group that turns y upwards")
  func frame() throws {
    let trajectory = try trajectory(ball, seconds: 1)
    let all = try elements(trajectory.svg(at: 0.25, DrawingOptions(width: 424)))
    let circle = try #require(all.first { $0["class"] == "c0 edge" })
    let state = trajectory.frames[try trajectory.index(at: 0.25)].states[0]
    #expect(circle.name == "circle")
    #expect(abs((circle.number("cx") ?? .nan) - 50) < 0.01)
    #expect(abs((circle.number("cy") ?? .nan) - state.position.y) < 0.01)
    #expect(circle.number("r") == 10)
    // 202 units with walls in 412 pixels, and 6 pixels around.
    let scale = 412.0 / 202
    let group = try #require(all.first { $0["transform"]?.hasPrefix("matrix(") == true })
    let numbers = (group["transform"] ?? "").dropFirst(7).dropLast().split(separator: " ")
      .compactMap { Double($0) }
    #expect(numbers.count == 6)
    for (number, expected) in zip(numbers, [scale, 0, 0, -scale, 6 + scale, 6 + 101 * scale]) {
      #expect(abs(number - expected) < 0.01)
    }
    #expect(all[0]["width"] == "424")
  }

  @Test("a world of any size fills its picture", arguments: [1e-8, 1e-4, 1, 1e4, 1e8])
  func sizes(unit: Double) throws {
    var scenario = Scenario(
      walls: Scenario.Walls(width: 2 * unit, height: unit, radius: unit / 100)
    )
    scenario.bodies = [
      BodyDescription(
        id: "ball",
        shapes: [ShapeDescription(.circle(radius: unit / 10))],
        position: Vector(0.3 * unit, 0.7 * unit),
        mass: 1
      )
    ]
    let all = try elements(trajectory(scenario, seconds: 0).svg(at: 0))
    let transform = try #require(all.compactMap { $0["transform"] }.first)
    let scale = try #require(Double(transform.dropFirst(7).prefix { $0 != " " }))
    let circle = try #require(all.first { $0["class"] == "c0 edge" })
    // 2.02 units in 468 pixels.
    let lengths = [("cx", 0.3), ("cy", 0.7), ("r", 0.1)].map { ($0, $1 * 468 / 2.02) }
    for (name, pixels) in lengths + [("stroke-width", 1.25)] {
      #expect(try abs(#require(circle.number(name)) * scale - pixels) < 0.02)
    }
  }

  @Test("a name from a file cannot break out of its place")
  func names() throws {
    var scenario = ball
    scenario.name = "<script>alert(\"1\")</script>&\u{1}"
    let text = try trajectory(scenario, seconds: 0.1).svg(at: 0)
    let title = try elements(text).first { $0.name == "title" }
    #expect(title?.stringValue == "<script>alert(\"1\")</script>&\u{FFFD} at 0 s")
  }

  @Test("each theme has its colours, and auto has both", arguments: Theme.allCases)
  func themes(theme: Theme) throws {
    let text = try trajectory(ball, seconds: 0.1).svg(at: 0, DrawingOptions(theme: theme))
    #expect(text.contains("#161b22") == (theme != .light))
    #expect(text.contains("#ffffff; ") || text.contains("#ffffff }") == (theme != .dark))
    #expect(text.contains("prefers-color-scheme: dark") == (theme == .auto))
  }

  @Test("two drawings of one run are the same text")
  func repeatable() throws {
    let drawings = try (0..<2).map { _ in
      let trajectory = try trajectory(.classic, seconds: 2)
      return [
        try trajectory.svg(at: 1), try trajectory.strip(at: [0, 0.5, 1]),
        try trajectory.animation(),
        try trajectory.plot(["*.y", "crate-1.energy"]),
      ]
    }
    #expect(drawings[0] == drawings[1])
    for text in drawings[0] { _ = try elements(text) }
  }

  /// The heights of the names in a strip of a scenario's first moment, in pixels from above.
  private func nameHeights(inStripOf text: String) throws -> [String: Double] {
    let trajectory = try trajectory(Scenario(yaml: text, file: "a.yaml"), seconds: 0.1)
    let names = try elements(trajectory.strip(at: [0])).filter { $0.name == "text" }
    return try Dictionary(
      names.map { ($0.stringValue, try #require($0.number("y"))) }
    ) { first, _ in first }
  }

  @Test("a name in a strip covers no other body, if there is room")
  func roomForNames() throws {
    let text = """
      tiltbox: 1
      walls: {size: [100, 100]}
      defaults: {mass: 1}
      bodies: [{id: upper, box: [40, 20], at: [50, 80]}, {id: lower, box: [40, 40], at: [50, 50]}]
      """
    let names = try nameHeights(inStripOf: text)
    let (upper, lower) = (try #require(names["upper"]), try #require(names["lower"]))
    // The panel has 200 pixels: the upper box begins at 10 % of them, the lower one ends at 70 %.
    #expect(upper < 22 && lower > 138)
  }

  @Test("the name of a small body is not displaced by that of a large one")
  func namesOfSmallBodies() throws {
    let text = """
      tiltbox: 1
      walls: {size: [1200, 600]}
      defaults: {mass: 1}
      bodies:
        - {id: fulcrum, type: static, polygon: [[-15, 0], [15, 0], [0, 40]], at: [300, 1]}
        - {id: arm, box: [240, 8], at: [300, 46]}
        - {id: shot, circle: 8, at: [195, 60]}
      """
    let shot = try #require(try nameHeights(inStripOf: text)["shot"])
    // The panel has 100 pixels; the arm and what is on it are in the lowest tenth.
    #expect(shot < 91)
  }

  @Test("a strip has a panel for each time, each with the moment below it")
  func strip() throws {
    let trajectory = try trajectory(.classic, seconds: 2)
    let all = try elements(trajectory.strip(at: [1, 0, 0.5, 1.5, 2, 0.25]))
    let labels = all.filter { $0.name == "text" }.compactMap(\.stringValue)
    let times = labels.filter { $0.hasSuffix(" s") }
    #expect(times == ["0 s", "0.25 s", "0.5 s", "1 s", "1.5 s", "2 s"])
    // Each panel names its bodies.
    #expect(labels.filter { $0 == "crate-3" }.count == 6)
    let panels = all.compactMap { $0["transform"] }.filter {
      $0.hasPrefix("translate") && !$0.contains("rotate")
    }
    #expect(Set(panels).count == 6)
  }

  @Test("the ghosts of a body have its depth, and are above the layers and below the bodies there")
  func depthOfGhosts() throws {
    let text = """
      tiltbox: 1
      world: {gravity: 0}
      layers:
        - {id: middle, box: [60, 100], at: [0, 0], depth: 1, fill: [1, 1, 0]}
        - {id: sky, box: [300, 100], at: [0, 0], fill: [0, 1, 1]}
      defaults: {mass: 1}
      bodies:
        - {id: near, circle: 9, at: [-50, 20], velocity: [100, 0], depth: 1, fill: [1, 0, 0]}
        - {id: far, circle: 9, at: [-50, -20], velocity: [100, 0], fill: [0, 0, 1]}
      """
    let trajectory = try trajectory(Scenario(yaml: text, file: "a.yaml"), seconds: 1)
    let panel = { (ghosts: Int) in
      ["#00ffff"] + Array(repeating: "#0000ff", count: ghosts + 1)
        + ["#ffff00"] + Array(repeating: "#ff0000", count: ghosts + 1)
    }
    let fills = try elements(trajectory.strip(at: [0, 1])).compactMap { $0["fill"] }
    #expect(fills.filter { $0.hasPrefix("#") } == panel(0) + panel(6))
    // Between two frames in succession, all ghosts are one.
    let close = try elements(trajectory.strip(at: [0, trajectory.frames[1].time]))
    #expect(close.compactMap { $0["fill"] }.filter { $0.hasPrefix("#") } == panel(0) + panel(1))
  }

  @Test(
    "an animation follows the trajectory at any time, within a fifth of a pixel",
    arguments: [false, true]
  )
  func animation(isLong: Bool) throws {
    let fast = """
      tiltbox: 1
      world: {gravity: 0}
      walls: {size: [300, 300], elasticity: 1}
      bodies: [{id: a, circle: 9, at: [50, 99], mass: 1, elasticity: 1, velocity: [700, 430]}]
      run: {duration: 200}
      """
    let scenario = isLong ? try Scenario(yaml: fast, file: "a.yaml") : .classic
    let seconds = isLong ? 200.0 : 2
    let trajectory = try trajectory(scenario, seconds: seconds)
    let all = try elements(trajectory.animation(DrawingOptions(width: 480)))
    let moves = all.filter { $0["type"] == "translate" && $0.name == "animateTransform" }
    #expect(moves.count == scenario.bodies.count)
    for (body, move) in moves.enumerated() {
      let times = (move["keyTimes"] ?? "").split(separator: ";").compactMap { Double($0) }
      let values = (move["values"] ?? "").split(separator: ";").map {
        $0.split(separator: " ").compactMap { Double($0) }
      }
      #expect(times.count == values.count && times.first == 0 && times.last == 1)
      #expect(times == times.sorted())
      #expect(move["dur"] == "\(Int(seconds))s")
      for frame in trajectory.frames {
        let share = frame.time / seconds
        let next = max(1, times.firstIndex { $0 >= share } ?? 1)
        let part = (share - times[next - 1]) / (times[next] - times[next - 1])
        let x = values[next - 1][0] + (values[next][0] - values[next - 1][0]) * part
        let y = values[next - 1][1] + (values[next][1] - values[next - 1][1]) * part
        let position = frame.states[body].position
        #expect(abs(x - position.x) * 1.5 < 0.2 && abs(y - position.y) * 1.5 < 0.2)
      }
    }
  }

  @Test("an animation has the depths of layers, and turns grey in sleep what a picture does")
  func sleepInAnimation() throws {
    let text = """
      tiltbox: 1
      world: {gravity: 0, sleepAfter: 0.1}
      layers: [{id: front, box: [60, 9], at: [0, 0], depth: 1, fill: [0, 1, 0]}]
      defaults: {mass: 1}
      bodies:
        - {id: plain, circle: 9, at: [-50, 0]}
        - {id: own, circle: 9, at: [0, 0], fill: [1, 0, 0]}
        - {id: watcher, at: [50, 0], shapes: [{box: [9, 9]}, {circle: 9, sensor: true}]}
      """
    let trajectory = try trajectory(Scenario(yaml: text, file: "a.yaml"), seconds: 1)
    func grey(_ elements: [Element]) -> [String] {
      elements.filter { $0["class"] == "asleep edge" }.map(\.name)
    }
    let animated = try elements(trajectory.animation())
    #expect(try grey(animated) == grey(elements(trajectory.svg(at: 1))))
    #expect(grey(animated) == ["circle", "path"])
    let fills = animated.compactMap { $0["fill"] }.filter { $0.hasPrefix("#") }
    #expect(fills == ["#ff0000", "#00ff00"])
    // A part with a visibility of its own would show in a hidden section.
    #expect(!animated.contains { $0["visibility"] != nil })
  }

  @Test("the arrow is in the middle of the view, and as long as what is seen is narrow")
  func arrow() throws {
    let tall = View(BoundingBox(low: .zero, high: Vector(60, 600)), width: 480, margin: 6)
    #expect(abs(tall.arrowLength - 60 * DrawingMetrics.arrowLength) < 1e-9)
    // The crate of 30 × 30 falls by 500.
    let text = "tiltbox: 1\nbodies: [{id: a, box: [30, 30], at: [0, 0], mass: 1}]"
    let falling = try trajectory(Scenario(yaml: text, file: "a.yaml"), seconds: 1)
    let arrow = try elements(falling.animation()).compactMap { $0["transform"] }
      .first { $0.hasPrefix("translate") }
    #expect(arrow?.hasPrefix("translate(0 -25") == true)
  }

  @Test("a resting body needs no keyframes, so that a long rest costs nothing")
  func restIsCheap() throws {
    var scenario = Scenario.classic
    scenario.run.duration = 60
    let short = try trajectory(scenario, seconds: 10).animation().utf8.count
    let long = try trajectory(scenario, seconds: 60).animation().utf8.count
    #expect(Double(long) < Double(short) * 1.3)
  }
}
