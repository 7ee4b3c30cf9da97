import Chipmunk
import Foundation
import TestSupport
import Testing

@Suite("Contacts of polygons")
struct PolygonContactTests {
  private struct Found {
    var normal: Vector
    var points: [ContactPoint]
  }

  /// The contacts that a step finds for two shapes, and those of `cpCollide`.
  private func contacts(
    of shapes: (Geometry, Geometry),
    at place: Vector,
    angle: Double
  ) throws -> (step: Found?, library: Found?) {
    let space = try Space()
    let bodies = try [shapes.0, shapes.1].map { geometry in
      let body = try Body(mass: 1, moment: 1)
      try body.addShape(geometry)
      try space.add(body)
      return body
    }
    try bodies[1].set(\.position, to: place)
    try bodies[1].set(\.angle, to: angle)
    let hit = try bodies[0].shapes[0].overlap(with: bodies[1].shapes[0])
    let handler = space.addHandler(for: .all)
    var step: Found?
    handler.preSolve = { contact in
      step = Found(normal: contact.normal, points: Array(contact.points))
      return true
    }
    try space.step()
    handler.preSolve = nil
    return (step, hit.map { Found(normal: $0.normal, points: Array($0.points)) })
  }

  @Test("of random polygons, segments and circles are as deep as the library's")
  func random() throws {
    var random = SplitMix64(seed: 5)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func radius() -> Double { Bool.random(using: &random) ? 0 : number(0...3) }
    func polygon() -> Geometry {
      let count = Int.random(in: 3...12, using: &random)
      let (width, height) = (number(1...30), number(1...30))
      let corners = (0..<count).map { corner in
        let angle = 2 * Double.pi * (Double(corner) + number(0...0.8)) / Double(count)
        return Vector(width * cos(angle), height * sin(angle))
      }
      return .polygon(corners, radius: radius())
    }
    func shape(_ kind: Int) -> Geometry {
      switch kind {
      case 0:
        .segment(from: Vector(-number(1...30), 0), to: Vector(9, number(0...9)), radius: radius())
      case 1: .box(width: number(1...30), height: number(1...30), radius: radius())
      default: polygon()
      }
    }
    var count = 0
    for _ in 0..<3000 {
      let first = shape(.random(in: 0...2, using: &random))
      let shapes = (first, shape(.random(in: 1...2, using: &random)))
      let place = Vector(number(-30...30), number(-30...30))
      let found = try contacts(of: shapes, at: place, angle: number(0...7))
      guard let library = found.library else {
        // Shapes that nearly touch, and do not part, have a contact.
        let gap = -(found.step?.points.map(\.depth).max() ?? -0.1)
        #expect(gap >= 0 && gap < 0.6, "\(shapes) at \(place)")
        continue
      }
      let step = try #require(found.step, "\(shapes) at \(place)")
      count += 1
      let depths = [step, library].map { $0.points.map(\.depth).max() ?? .nan }
      #expect(abs(step.normal.length - 1) < 1e-12)
      // An edge of the first shape is the reference if it is at most 0.1 % deeper.
      #expect(abs(depths[0] - depths[1]) < 1e-3 * (depths[1] + 12), "\(shapes) at \(place)")
    }
    #expect(count > 1000, "\(count)")
  }

  @Test("of boxes that coincide push along the shortest way out")
  func exact() throws {
    let (square, slab) = (Geometry.box(width: 16, height: 16), Geometry.box(width: 16, height: 4))
    for (place, depth) in [
      (Vector(0, 15), 1.0), (Vector(15, 0), 1), (Vector(-15.5, 3), 0.5), (Vector(12, -13), 3),
    ] {
      let found = try contacts(of: (square, square), at: place, angle: 0)
      let step = try #require(found.step)
      #expect(step.points.count == 2)
      #expect(step.points.allSatisfy { abs($0.depth - depth) < 1e-12 })
      #expect(step.normal.dot(place) > 0)
    }
    // At the same position, where the library finds a normal of length 0.
    let same = try #require(try contacts(of: (square, slab), at: .zero, angle: 0).step)
    #expect(abs(same.normal.length - 1) < 1e-12)
    #expect(same.points.allSatisfy { abs($0.depth - 10) < 1e-12 })
  }

  @Test("of a ball and a rounded box are as deep as the ball is in the rounded edge")
  func rounded() throws {
    let (ball, box) = (Geometry.circle(radius: 10), Geometry.box(width: 100, height: 20, radius: 4))
    for (place, distance) in [
      (Vector(0, -23), 13.0), (Vector(30, 23.5), 13.5), (Vector(-56, 18), Vector(6, 8).length),
    ] {
      let found = try contacts(of: (ball, box), at: place, angle: 0)
      let point = try #require(found.step?.points.first)
      #expect(abs(point.depth - (14 - distance)) < 1e-12)
    }
    #expect(try contacts(of: (ball, box), at: Vector(0, 24.1), angle: 0).step == nil)
  }

  @Test("let a ball rest on the surface of a rounded box")
  func rest() throws {
    let space = try Space()
    try space.setGravity(Vector(0, -100))
    try space.ground.addShape(.box(width: 100, height: 20, radius: 4))
    let ball = try Body(mass: 1, moment: 50)
    try ball.addShape(.circle(radius: 10))
    try ball.set(\.position, to: Vector(0, 40))
    try space.add(ball)
    try space.steps(2000)
    let depth = 24 - ball.position.y
    #expect(abs(depth) < 0.01, "\(depth)")
  }
}
