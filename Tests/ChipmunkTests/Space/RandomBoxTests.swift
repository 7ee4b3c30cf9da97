import Chipmunk
import Foundation
import TestSupport
import Testing

/// A closed box of random bodies: a grid of circles, squares, planks, hexagons or triangles, or of all of them, of
/// random sizes and densities, some with hinges to their neighbours, in a gravity that may turn.
private struct RandomBox {
  let space: Space
  let size: Vector
  /// The side of the grid's cells, each of which has one body.
  let cell: Double
  let gravity: Double
  let isTurning: Bool

  init(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func whole(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    let (columns, rows) = (whole(2...9), whole(1...8))
    cell = pow(10, number(1...2))
    gravity = pow(10, number(2...3.3))
    size = Vector(Double(columns) * cell, Double(rows) * cell * 1.5)
    isTurning = number(0...1) < 0.3
    let isJoined = number(0...1) < 0.25
    let (friction, elasticity) = (number(0...1), max(0, number(-1...1)))
    let (kind, spread) = (whole(0...5), max(0, number(-1...1)))
    space = try Space(timeStep: number(0...1) < 0.5 ? 1.0 / 60 : 1.0 / 120)
    try space.setGravity(Vector(0, -gravity))
    let corners = [Vector.zero, Vector(size.x, 0), size, Vector(0, size.y)]
    for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let wall = Geometry.segment(from: from, to: to, radius: 1)
      try space.ground.addShape(wall, friction: friction, elasticity: elasticity)
    }
    var last: Body?
    for index in 0..<columns * rows {
      let radius = cell * number(0.15...0.48)
      let form = Self.form(kind < 5 ? kind : whole(0...4), radius, number(0.05...0.3))
      let mass = try 0.01 * pow(10, number(-spread...spread)) * form.area()
      let body = try Body(mass: mass, moment: form.moment(mass: mass))
      let place = Vector(Double(index % columns) + 0.5, Double(index / columns) + 0.6) * cell
      try body.set(\.position, to: place)
      // A plank that lies fits into its cell.
      try body.set(\.angle, to: kind == 2 || kind == 5 ? 0 : number(0...6.28))
      try body.addShape(form, friction: friction, elasticity: elasticity)
      try space.add(body)
      if let last, isJoined, index % columns > 0, number(0...1) < 0.5 {
        try space.add(PivotJoint(last, body, at: (last.position + place) / 2))
      }
      last = body
    }
  }

  private static func form(_ kind: Int, _ radius: Double, _ thickness: Double) -> Geometry {
    func regular(_ count: Int) -> Geometry {
      let angles = (0..<count).map { 2 * Double.pi * Double($0) / Double(count) }
      return .polygon(angles.map { Vector(cos($0), sin($0)) * radius })
    }
    switch kind {
    case 0: return .circle(radius: radius)
    case 1: return .box(width: 1.4 * radius, height: 1.4 * radius)
    case 2: return .box(width: 1.9 * radius, height: 2 * thickness * radius)
    case 3: return regular(6)
    default: return regular(3)
    }
  }

  /// The energy of the bodies, as a share of what they would have at rest at the ceiling.
  var energy: Double {
    space.energy / (space.bodies.map(\.mass).reduce(0, +) * gravity * size.y)
  }

  /// Whether each body's centre of gravity is in the box.
  var isWhole: Bool {
    space.bodies.allSatisfy { body in
      (0...size.x).contains(body.position.x) && (0...size.y).contains(body.position.y)
    }
  }
}

@Suite("Random boxes of bodies")
struct RandomBoxTests {
  /// The number of boxes; more if the environment says so.
  private static let count = environmentCount("TILTBOX_BOXES", default: 100)

  @Test("lose no body, and gain no energy, in eight seconds", arguments: 0..<UInt64(count))
  func boxes(seed: UInt64) throws {
    let box = try RandomBox(seed: seed)
    let (start, steps) = (box.energy, Int((8 / box.space.timeStep).rounded()))
    for step in 1...steps {
      if box.isTurning {
        let angle = 1.5 * Double(step) * box.space.timeStep
        try box.space.setGravity(Vector(sin(angle), -cos(angle)) * box.gravity)
      }
      try box.space.step()
      guard step.isMultiple(of: 20) else { continue }
      try #require(box.isWhole, "a body has left the box after \(step) steps")
      if !box.isTurning { try #require(box.energy < start + 0.05, "after \(step) steps") }
    }
  }
}
