import Chipmunk
import TestSupport
import Testing

@Suite("A scene in other units of length")
struct ScaleTests {
  @Test("moves with the same bits", arguments: [-26, -10, 10, 20])
  func scale(exponent: Int) throws {
    let unit = Double(sign: .plus, exponent: exponent, significand: 1)
    for seed in 0..<30 as Range<UInt64> {
      let (space, other) = (try Self.scene(seed, unit: 1), try Self.scene(seed, unit: unit))
      for tick in 0..<120 {
        try space.step()
        try other.step()
        for (body, scaled) in zip(space.bodies, other.bodies) {
          try #require(scaled.position == body.position * unit, "tick \(tick), seed \(seed)")
          try #require(scaled.angle == body.angle)
        }
      }
    }
  }

  /// Bodies of all shapes that fly about in a box.
  private static func scene(_ seed: UInt64, unit: Double) throws -> Space {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let space = try Space(timeStep: 1 / 60, engine: .tiltbox)
    space.gravity = Vector(0, -10) * unit
    space.collisionSlop *= unit
    let corners = [Vector.zero, Vector(16, 0), Vector(16, 12), Vector(0, 12)].map { $0 * unit }
    for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      try space.ground.addShape(.segment(from: from, to: to, radius: 0), friction: 0.6)
    }
    for index in 0..<12 {
      let (width, height) = (number(0.2...1.8) * unit, number(0.2...1.8) * unit)
      let form: Geometry =
        switch index % 4 {
        case 0: .circle(radius: width / 2)
        case 1: .box(width: width, height: height)
        case 2: .segment(from: Vector(-width, 0), to: Vector(width, 0), radius: height / 4)
        default: .polygon([Vector(-width, 0), Vector(width, 0), Vector(0, height)])
        }
      let body = try Body(mass: 1, shape: form, friction: 0.6)
      body.position = Vector(Double(index % 4) * 3.6 + 2, Double(index / 4) * 3 + 2.5) * unit
      body.angle = number(-3...3)
      body.velocity = Vector(number(-40...40), number(-40...40)) * unit
      body.angularVelocity = number(-9...9)
      try space.add(body)
    }
    return space
  }
}
