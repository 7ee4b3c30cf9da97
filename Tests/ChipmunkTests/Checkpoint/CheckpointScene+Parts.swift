import Chipmunk
import Foundation
import TestSupport

extension CheckpointScene {
  /// Boxes, discs and triangles of many sizes, with gravity, with or without walls.
  @discardableResult
  static func pile(
    of count: Int,
    in space: Space,
    walls: Bool = true,
    elasticity: Double = 0.3
  ) throws -> Space {
    var random = SplitMix64(seed: UInt64(count))
    try space.setGravity(Vector(0, -1000))
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let side = Double(columns) * 24 + 24
    if walls {
      let corners = [(0, 0), (side, 0), (side, side), (0, side), (0, 0)].map { Vector($0.0, $0.1) }
      for (from, to) in zip(corners, corners.dropFirst()) {
        let wall = Geometry.segment(from: from, to: to, radius: 2)
        try space.ground.addShape(wall, friction: 0.5, elasticity: elasticity)
      }
    }
    for index in 0..<count {
      let size = Double.random(in: 8...22, using: &random)
      let triangle = [Vector(-size, -size), Vector(size, -size), Vector(0, size)].map { $0 * 0.5 }
      let form: Geometry =
        switch index % 3 {
        case 0: .circle(radius: size / 2)
        case 1: .box(width: size, height: size * 0.8)
        default: .polygon(triangle)
        }
      let body = try Body(mass: size, moment: form.moment(mass: size))
      try body.set(
        \.position,
        to:
          Vector(Double(index % columns) * 24 + 20, Double(index / columns) * 24 + 20)
      )
      try body.set(\.angle, to: .random(in: -1...1, using: &random))
      try body.set(\.velocity, to: Vector(.random(in: -50...50, using: &random), 0))
      try body.addShape(form, friction: 0.6, elasticity: elasticity)
      try space.add(body)
    }
    return space
  }

  static let kinds: [@Sendable (Body, Body) throws -> Constraint] = [
    { try PinJoint($0, $1, anchorA: Vector(16, 16), anchorB: Vector(0, 3)) },
    { try SlideJoint($0, $1, anchorA: Vector(16, 0), min: 20, max: 30) },
    { try PivotJoint($0, $1, at: Vector($0.position.x + 20, 215)) },
    { try GrooveJoint($0, $1, from: Vector(16, -20), to: Vector(30, 40)) },
    { try DampedSpring($0, $1, anchorA: Vector(9, 9), restLength: 50, stiffness: 300, damping: 2) },
    { try DampedRotarySpring($0, $1, restAngle: 1, stiffness: 4000, damping: 30) },
    { try RotaryLimitJoint($0, $1, min: -0.5, max: 0.25) },
    { try RatchetJoint($0, $1, phase: 0.1, ratchet: -0.7) },
    { try GearJoint($0, $1, phase: 0.3, ratio: -2.5) },
    { a, b in
      let motor = try SimpleMotor(a, b, rate: 12)
      try motor.set(\.maxForce, to: 90_000)
      try motor.set(\.maxBias, to: 30)
      return motor
    },
  ]

  @Sendable
  static func stir(_ space: Space) throws {
    let angle = Double(space.tick) / 45
    try space.setGravity(Vector(1000 * sin(angle), -1000 * cos(angle)))
  }

  @Sendable
  static func wake(_ space: Space) throws {
    if space.tick == 900 { try space.bodies[3].attemptImpulse(Vector(90, 0), at: .zero) }
    if space.tick == 1000 { try space.setGravity(Vector(500, -500)) }
  }

  @Sendable
  static func edit(_ space: Space) throws {
    guard space.tick.isMultiple(of: 13) else { return }
    let place = Vector(Double(space.tick * 7 % 150) + 20, 150)
    switch space.tick / 13 % 8 {
    case 0, 1: try space.remove(space.bodies[space.tick % space.bodies.count])
    case 2, 3, 4: try addBall(at: place, to: space)
    case 5:
      let crate = try addCrate(at: place, to: space)
      try crate.setType(.kinematic)
      try crate.set(\.velocity, to: Vector(10, -20))
    case 6: try space.bodies[0].setType(.static)
    default: try space.bodies[0].setType(.dynamic)
    }
    if space.tick.isMultiple(of: 26), space.bodies.count > 5 {
      try space.bodies[2].set(\.position, to: place + Vector(9, 40))
      if let shape = space.bodies[4].shapes.first { try space.bodies[4].removeShape(shape) }
      try space.bodies[4].addShape(.circle(radius: 8), friction: 0.2)
    }
  }
}
