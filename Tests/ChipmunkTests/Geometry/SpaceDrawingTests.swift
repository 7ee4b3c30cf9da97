import Chipmunk
import Testing

@Suite("Drawing of a space")
struct SpaceDrawingTests {
  /// Records the drawing calls.
  struct Recording: DebugDrawing, Equatable {
    enum Stroke: Equatable {
      case point(Vector, DebugStyle)
      case segment(Vector, Vector, Double, DebugStyle)
      case circle(Vector, Double, Double, DebugStyle)
      case polygon([Vector], Double, DebugStyle)
    }
    var strokes: [Stroke] = []

    mutating func drawPoint(_ point: Vector, style: DebugStyle) {
      strokes.append(.point(point, style))
    }
    mutating func drawSegment(from: Vector, to: Vector, radius: Double, style: DebugStyle) {
      strokes.append(.segment(from, to, radius, style))
    }
    mutating func drawCircle(center: Vector, radius: Double, angle: Double, style: DebugStyle) {
      strokes.append(.circle(center, radius, angle, style))
    }
    mutating func drawPolygon(_ corners: [Vector], radius: Double, style: DebugStyle) {
      strokes.append(.polygon(corners, radius, style))
    }
  }

  private func recording(_ space: Space, _ parts: DebugParts = .all) -> Recording {
    var recording = Recording()
    space.draw(on: &recording, parts)
    return recording
  }

  @Test("of nothing draws nothing")
  func empty() throws {
    #expect(recording(try Space()).strokes.isEmpty)
  }

  @Test("draws each kind of shape in world coordinates, in the order of adding")
  func shapes() throws {
    let rig = try Rig()
    try rig.space.ground.addShape(.segment(from: .zero, to: Vector(100, 0), radius: 2))
    let body = try rig.disc(at: Vector(10, 20))
    try body.set(\.angle, to: .pi / 2)
    try body.addShape(.circle(radius: 5, center: Vector(1, 0)))
    try body.addShape(.polygon([Vector(0, 0), Vector(6, 0), Vector(0, 3)], radius: 0.5))
    let crate = Body.kinematic()
    try crate.addShape(.box(width: 4, height: 2))
    try crate.addShape(.circle(radius: 1)).set(\.isSensor, to: true)
    try rig.space.add(crate)
    let strokes = recording(rig.space).strokes
    try #require(strokes.count == 5)
    #expect(strokes[0] == .segment(.zero, Vector(100, 0), 2, .static))
    guard case .circle(let center, 5, .pi / 2, .awake) = strokes[1],
      case .polygon(let triangle, 0.5, .awake) = strokes[2]
    else {
      Issue.record("\(strokes)")
      return
    }
    #expect((center - Vector(10, 21)).length < 1e-12)
    let area = Polyline(closing: triangle).area
    #expect(abs(area - 9) < 1e-9)
    for corner in [Vector(10, 20), Vector(10, 26), Vector(7, 20)] {
      #expect(triangle.contains { ($0 - corner).length < 1e-9 })
    }
    guard case .polygon(let box, 0, .kinematic) = strokes[3] else {
      Issue.record("\(strokes[3])")
      return
    }
    #expect(Set(box) == [Vector(2, -1), Vector(2, 1), Vector(-2, 1), Vector(-2, -1)])
    #expect(strokes[4] == .circle(.zero, 1, 0, .sensor))
  }

  @Test("distinguishes a sleeping body and its joint from one that is awake")
  func sleeping() throws {
    let rig = try Rig()
    try rig.space.set(\.sleepTimeThreshold, to: 0.1)
    let body = try rig.disc(at: Vector(10, 0))
    try body.addShape(.circle(radius: 5))
    _ = try rig.add(PivotJoint(rig.space.ground, body, at: Vector(10, 0)))
    #expect(recording(rig.space).strokes.first == .circle(Vector(10, 0), 5, 0, .awake))
    try rig.step(seconds: 1)
    let strokes = recording(rig.space).strokes
    #expect(strokes.first == .circle(Vector(10, 0), 5, 0, .sleeping))
    #expect(strokes.dropFirst().allSatisfy { $0 == .point(Vector(10, 0), .constraint) })
    #expect(strokes.count == 3)
  }

  @Test("draws every kind of constraint")
  func constraints() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc(at: Vector(0, 40)))
    for constraint in try Rig.oneOfEach(a, b) {
      try rig.space.add(constraint)
      let strokes = recording(rig.space, .constraints).strokes
      #expect(!strokes.isEmpty)
      let isSpring = constraint is DampedSpring
      #expect(strokes.count == (isSpring ? 16 : constraint is GrooveJoint ? 2 : strokes.count))
      #expect(strokes.count <= (isSpring ? 16 : 3))
      try rig.space.remove(constraint)
    }
    _ = try rig.add(PinJoint(a, b))
    #expect(
      recording(rig.space).strokes == [
        .segment(.zero, Vector(0, 40), 0, .constraint),
        .point(.zero, .constraint),
        .point(Vector(0, 40), .constraint),
      ]
    )
  }

  @Test("shows where shapes touch")
  func contacts() throws {
    let rig = try Rig(gravity: Vector(0, -100))
    try rig.space.ground.addShape(.segment(from: Vector(-100, 0), to: Vector(100, 0)))
    let crate = try rig.disc(at: Vector(0, 5))
    try crate.addShape(.box(width: 10, height: 10))
    #expect(recording(rig.space, .contacts).strokes.isEmpty)
    try rig.step(20)
    let strokes = recording(rig.space, .contacts).strokes
    #expect(strokes.count == 2)
    for stroke in strokes {
      guard case .point(let point, .contact) = stroke else {
        Issue.record("\(stroke)")
        return
      }
      #expect(abs(abs(point.x) - 5) < 0.01)
      #expect(abs(point.y) < 0.2)
    }
    try rig.space.remove(crate)
    #expect(recording(rig.space, .contacts).strokes.isEmpty)
  }

  /// Takes the space apart on the first drawing call.
  private struct Wrecking: DebugDrawing {
    let space: Space
    var points: [Vector] = []

    private func wreck() {
      for body in space.bodies {
        try? body.set(\.position, to: Vector(500, 500))
        try? space.remove(body)
      }
      _ = try? space.checkpoint()
    }

    mutating func drawPoint(_ point: Vector, style: DebugStyle) {
      points.append(point)
      wreck()
    }
    mutating func drawSegment(from: Vector, to: Vector, radius: Double, style: DebugStyle) {}
    mutating func drawCircle(center: Vector, radius: Double, angle: Double, style: DebugStyle) {}
    mutating func drawPolygon(_ corners: [Vector], radius: Double, style: DebugStyle) {}
  }

  @Test("shows the state at its start, whatever happens to the space meanwhile")
  func wrecking() throws {
    let rig = try Rig(gravity: Vector(0, -100))
    try rig.space.ground.addShape(.segment(from: Vector(-100, 0), to: Vector(100, 0)))
    for place in [-40, 0, 40] {
      try rig.disc(at: Vector(Double(place), 5)).addShape(.box(width: 10, height: 10))
    }
    try rig.step(20)
    let points = recording(rig.space, .contacts).strokes
    #expect(points.count == 6)
    var wrecking = Wrecking(space: rig.space)
    rig.space.draw(on: &wrecking, .contacts)
    #expect(wrecking.points.map { .point($0, .contact) } == points)
    #expect(rig.space.bodies.isEmpty)
  }

  @Test("gives each state its own colour")
  func colors() {
    #expect(Set(DebugStyle.allCases.map(\.color)).count == DebugStyle.allCases.count)
  }

  @Test("works within a callback")
  func duringStep() throws {
    let rig = try Rig()
    let body = try rig.disc()
    try body.addShape(.circle(radius: 5))
    try rig.disc(at: Vector(4, 0)).addShape(.circle(radius: 5))
    let joint = try rig.add(PivotJoint(rig.space.ground, body, at: .zero))
    var strokes = 0
    joint.preSolve = { [unowned space = rig.space] _ in
      strokes = recording(space).strokes.count
    }
    try rig.step(2)
    #expect(strokes == 5)
  }
}
