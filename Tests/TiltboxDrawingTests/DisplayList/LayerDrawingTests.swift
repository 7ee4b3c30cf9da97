import Chipmunk
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxDrawing

@Suite("Layers and looks in pictures")
struct LayerDrawingTests {
  let text = """
    tiltbox: 1
    bodies:
      - {id: card, type: kinematic, box: [40, 40], at: [50, 50], fill: [1, 0, 0]}
    layers:
      - {id: under, box: [100, 100], at: [50, 50], fill: [0, 0, 1], depth: -2}
      - {id: ring, circle: 20, at: [50, 50], fill: [0, 0, 0, 0], stroke: [0, 1, 0], lineWidth: 4, strokeEnd: 0, depth: 5}
      - {id: curve, svg: M 0 0 L 100 0, at: [0, 10], stroke: [1, 0, 1], lineWidth: 2}
    animations:
      - {target: body.card.depth, from: -3, to: 1, duration: 1, timing: stepEnd, fill: forwards}
      - {target: body.card.fill, to: [0, 1, 1], duration: 1, fill: forwards}
      - {target: body.card.scale, to: 2, begin: 1, duration: 1, fill: forwards}
      - {target: layer.ring.strokeEnd, to: 1, duration: 2, fill: forwards}
      - {target: layer.curve.strokeStart, to: 0.5, duration: 2, fill: forwards}
      - {target: layer.under.opacity, to: 0, begin: 2, duration: 1, fill: forwards}
      - {target: layer.under.cornerRadius, to: 30, begin: 2, duration: 1, fill: forwards}
    """

  func trajectory() throws -> Trajectory {
    try Trajectory(
      of: TrajectoryReaders.trajectory(of: Scenario(yaml: text, file: "a.yaml")),
      rate: 10,
      range: 0...3
    )
  }

  func displayList(at time: Double) throws -> DisplayList {
    let trajectory = try trajectory()
    return try TrajectoryRenderer(trajectory).displayList(ofFrame: trajectory.index(at: time))
  }

  @Test("fit into their picture with their whole outline")
  func bounds() throws {
    func bounds(_ looks: String) throws -> BoundingBox {
      let text = "{tiltbox: 1, run: {duration: 0.1}, layers: [{id: a, circle: 20, \(looks)}]}"
      let trajectory = try Trajectory(
        of: TrajectoryReaders.trajectory(of: Scenario(yaml: text, file: "a.yaml")),
        rate: 10
      )
      return try TrajectoryRenderer(trajectory).displayList(ofFrame: 0).bounds
    }
    let edge = Vector(22, 22)
    #expect(
      try bounds("stroke: [1, 0, 0], lineWidth: 4") == BoundingBox(low: -edge, high: edge)
    )
    #expect(try bounds("lineWidth: 4").low == Vector(-20, -20))
  }

  @Test("the corners of a closed path are rounded, also that where it begins and ends")
  func closedPath() throws {
    let text = """
      tiltbox: 1
      layers: [{id: a, svg: M 0 0 H 40 V 40 H 0 Z, at: [50, 50], fill: [1, 0, 0], cornerRadius: 10}]
      run: {duration: 0.1}
      """
    let run = try TrajectoryReaders.trajectory(of: Scenario(yaml: text, file: "a.yaml"))
    let list = try TrajectoryRenderer(Trajectory(of: run)).displayList(ofFrame: 0)
    guard case .polygon(let corners, _) = list.marks.first?.form else {
      Issue.record("the inside is a polygon")
      return
    }
    // The nearest points of four arcs, each 10·(√2 - 1) from its corner.
    let distances = [Vector(50, 50), Vector(90, 50), Vector(90, 90), Vector(50, 90)].map { corner in
      corners.map { ($0 - corner).length }.min() ?? .nan
    }
    for distance in distances { #expect(abs(distance - 10 * (2.0.squareRoot() - 1)) < 1e-9) }
  }

  /// The marks of a scenario of layers and bodies that do not move.
  private func marks(_ text: String) throws -> [DisplayList.Mark] {
    let scenario = try Scenario(yaml: "{tiltbox: 1, run: {duration: 0.1}, \(text)}", file: "a.yaml")
    let run = try TrajectoryReaders.trajectory(of: scenario)
    return try TrajectoryRenderer(Trajectory(of: run)).displayList(ofFrame: 0).marks
  }

  @Test("a closed path has one outline, and a line inside another makes a hole")
  func holes() throws {
    let square = "M 0 0 H 60 V 60 H 0 Z"
    let look = "fill: [1, 0, 0], cornerRadius: 9"
    let closed = try marks("layers: [{id: a, svg: \(square), \(look)}]")
    #expect(closed.flatMap(\.primitives).count == 1)
    let ring = try marks("layers: [{id: a, svg: \(square) M 20 20 V 40 H 40 V 20 Z, \(look)}]")
    let inside = ring.flatMap(\.primitives).filter { $0.fill != nil }
    #expect(inside.count == 1 && inside[0].stroke == nil)
    guard case .line(let corners, true) = inside.first?.path else {
      Issue.record("the inside is closed")
      return
    }
    var raster = Raster(width: 60, height: 60, Palette.Color(0xffffff))
    raster.draw(SVGPath(corners, isClosed: true), fill: Palette.Color(0))
    #expect(raster.pixels[(30 * 60 + 30) * 3] == 255 && raster.pixels[(10 * 60 + 10) * 3] == 0)
  }

  @Test(
    "a trimmed outline is drawn only where a whole one is",
    arguments: [
      ("box: [9, 9]", true), ("box: [9, 9], radius: 2", false), ("circle: 9, sensor: true", false),
      ("segment: [[0, 0], [9, 0]], radius: 2", false),
      ("segment: [[0, 0], [9, 0]], radius: 2, stroke: [1, 0, 0]", true),
    ]
  )
  func trimmed(form: String, isDrawn: Bool) throws {
    let marks = try marks("bodies: [{id: a, type: static, \(form), strokeEnd: 0.5}]")
    #expect(marks.contains { $0.form.isLine } == isDrawn)
  }

  @Test("draw the outline of a line and of a rounded form along its path")
  func outlines() throws {
    let text = """
      tiltbox: 1
      walls: {size: [100, 60]}
      bodies:
        - {id: bar, type: static, segment: [[10, 10], [90, 10]], radius: 6, stroke: [0, 1, 0], lineWidth: 4}
        - {id: card, type: static, box: [60, 20], radius: 6, at: [50, 40], stroke: [0, 1, 0], lineWidth: 4}
      run: {duration: 0.1}
      """
    let run = try TrajectoryReaders.trajectory(of: Scenario(yaml: text, file: "a.yaml"))
    let trajectory = try Trajectory(of: run)
    let widths = try elements(trajectory.svg(at: 0)).filter { $0["stroke"] == "#00ff00" }
      .map { $0["stroke-width"] }
    #expect(widths == ["4", "4"])
    var green = 0.0
    try trajectory.pixels(DrawingOptions(width: 412)) { pixels, share in
      let colors = stride(from: 0, to: pixels.count, by: 3).map { Array(pixels[$0..<$0 + 3]) }
      green = Double(colors.count { $0[1] > 200 && $0[0] < 100 && $0[2] < 100 })
    }
    let bounds = try TrajectoryRenderer(trajectory).displayList(ofFrame: 0).bounds
    let scale = 400 / bounds.size.x
    #expect(abs(green / (scale * scale) - (80 + 160) * 4) < 40)
  }

  @Test("draw a short spring no wider than a third of its length, and a long one at full width")
  func springs() throws {
    func width(_ length: Double) throws -> Double {
      let text = """
        {tiltbox: 1, run: {duration: 0.1}, bodies: [{circle: 1, mass: 1}],
        constraints: [{spring: [ground, ball-1], anchorA: [\(length), 0], restLength: 1, stiffness: 1, damping: 1}]}
        """
      let trajectory = try Trajectory(
        of: TrajectoryReaders.trajectory(of: Scenario(yaml: text, file: "a.yaml")),
        rate: 10
      )
      let lines = try TrajectoryRenderer(trajectory).displayList(ofFrame: 0).marks.filter {
        $0.body == nil
      }
      return lines.map(\.form.bounds.size.y).max() ?? 0
    }
    #expect(try (1...10.0 / 3).contains(width(10)))
    #expect(try (10...12).contains(width(60)))
  }

  @Test("are in the order of depth, which changes when the depth does")
  func depth() throws {
    func order(_ time: Double) throws -> [String] {
      try displayList(at: time).marks.map { mark in
        guard mark.body == nil else { return "card" }
        switch mark.form {
        case .polygon: return "under"
        case .circle: return "ring"
        default: return "line"
        }
      }
    }
    #expect(try order(0) == ["card", "under", "line", "ring"])
    #expect(try order(1.5) == ["under", "line", "card", "ring", "line"])
  }

  @Test("have the colours, the size and the opacity of the moment")
  func paint() throws {
    let half = try #require(try displayList(at: 0.5).marks.first { $0.body == 0 })
    let fill = try #require(half.appearance?.fill)
    for (part, expected) in zip(fill, [0.5, 0.5, 0.5]) { #expect(abs(part - expected) < 1e-9) }
    let large = try #require(try displayList(at: 2).marks.first { $0.body == 0 })
    #expect(abs(large.form.bounds.size.x - 80) < 1e-9)
    let faint = try #require(try displayList(at: 2.5).marks.first)
    #expect(abs((faint.appearance?.opacity ?? 1) - 0.5) < 1e-9)
    guard case .polygon(let corners, _) = faint.form else {
      Issue.record("rounded corners are no polygon")
      return
    }
    // With a corner radius of 15, an arc replaces each corner, and the box keeps its size.
    #expect(corners.count == 36 && abs(faint.form.bounds.size.x - 100) < 1e-9)
    let nearest = corners.map { ($0 - faint.form.bounds.high).length }.min() ?? 0
    #expect(abs(nearest - 15 * (2.0.squareRoot() - 1)) < 1e-6)
  }

  @Test("draw the part of an outline that is not trimmed")
  func trim() throws {
    let half = try displayList(at: 1)
    let lines = half.marks.compactMap { mark -> [Vector]? in
      if case .line(let points) = mark.form { points } else { nil }
    }
    // The straight one begins at a quarter, the ring ends where a half turn does.
    let straight = try #require(lines.first { $0.count == 2 })
    #expect(
      (straight[0] - Vector(25, 10)).length < 1e-9 && (straight[1] - Vector(100, 10)).length < 1e-9
    )
    let ring = try #require(lines.first { $0.count > 2 })
    #expect((ring[0] - Vector(70, 50)).length < 1e-9)
    #expect((ring[ring.count - 1] - Vector(30, 50)).length < 0.1)
  }

  @Test("look the same in SVG and in pixels")
  func renderers() throws {
    let trajectory = try trajectory()
    let svg = try trajectory.svg(at: 1, DrawingOptions(width: 200, theme: .light))
    #expect(svg.contains("fill=\"#00ffff\"") && svg.contains("stroke=\"#ff00ff\""))
    #expect(svg.contains("stroke=\"#00ff00\"") && svg.contains("stroke-width=\"4\""))
    let displayList = try displayList(at: 1)
    let view = View(displayList.bounds, width: 200, margin: 6)
    var raster = Raster(groundOf: displayList, view, .light, height: Int(view.size.y))
    raster.draw(displayList, view, .light)
    func pixel(_ point: Vector) -> [UInt8] {
      let place = view.pixel(point)
      let index = (Int(place.y) * raster.width + Int(place.x)) * 3
      return Array(raster.pixels[index..<index + 3])
    }
    #expect(pixel(Vector(60, 60)) == [0, 255, 255])
    #expect(pixel(Vector(90, 90)) == [0, 0, 255])
    #expect(pixel(Vector(50, 70)) == [0, 255, 0])
    #expect(pixel(Vector(60, 10)) == [255, 0, 255])
  }

  @Test("are the same from a recording as from the run, and in the page")
  func recording() throws {
    let scenario = try Scenario(yaml: text, file: "a.yaml")
    let trajectory = try trajectory()
    #expect(try trajectory.page().contains("\"counts\":[1, 3, 1, 1, 1, 1, 1]"))
    let animated = try trajectory.animation()
    #expect(animated.contains("display=\"inline\"") && animated.contains("#00ffff"))
    let plot = try trajectory.plot(["layer.ring.strokeEnd", "body.card.fill.green"])
    #expect(plot.contains("body.card.fill.green") && plot.contains("layer.ring.strokeEnd"))
    #expect(scenario.channels.count == 7)
  }

  @Test("show the initial state if nothing moves")
  func still() throws {
    let trajectory = try trajectory(.classic, seconds: 1)
    let animated = try trajectory.animation()
    // The first crate stands at (16, 284) in a program that knows of no animation.
    #expect(animated.contains("<g transform=\"translate(16 284)\">"))
    #expect(!animated.contains("<g><animateTransform"))
  }

  private func trajectory(_ scenario: Scenario, seconds: Double) throws -> Trajectory {
    try Trajectory(of: TrajectoryReaders.trajectory(of: scenario), range: 0...seconds)
  }
}
