import Chipmunk
import TestSupport

// The small worlds of most tests.

/// A floor along y = 0, its shape with tag 0, in gravity 1000 downwards.
func spaceWithFloor(
  sleepAfter seconds: Double? = nil,
  engine: Engine = .tiltbox
) throws -> Space {
  let space = try Space(engine: engine)
  try space.setGravity(Vector(0, -1000))
  try space.set(\.sleepTimeThreshold, to: seconds)
  let floor = Geometry.segment(from: Vector(-1e4, 0), to: Vector(1e4, 0))
  try space.ground.addShape(floor, friction: 0.5)
  return space
}

/// A crate of 10 kg and 32 × 32 units, in a space.
@discardableResult
func addCrate(at position: Vector, to space: Space, type: CollisionType = 0) throws -> Body {
  let form = Geometry.box(width: 32, height: 32)
  let crate = try Body(mass: 10, moment: form.moment(mass: 10))
  try crate.set(\.position, to: position)
  try crate.addShape(form, friction: 0.5).set(\.collisionType, to: type)
  try space.add(crate)
  return crate
}

/// A ball of 1 kg and radius 10, in a space.
@discardableResult
func addBall(at position: Vector, to space: Space, type: CollisionType = 0) throws -> Body {
  let form = Geometry.circle(radius: 10)
  let ball = try Body(mass: 1, moment: form.moment(mass: 1))
  try ball.set(\.position, to: position)
  try ball.addShape(form, friction: 0.5).set(\.collisionType, to: type)
  try space.add(ball)
  return ball
}

extension Space {
  func steps(_ count: Int) throws {
    for _ in 0..<count { try step() }
  }

  /// Kinetic and potential energy.
  var energy: Double {
    bodies.map { $0.kineticEnergy - $0.mass * gravity.y * $0.position.y }.reduce(0, +)
  }

  /// Takes steps on a number of threads, always all of them. Returns the digest of all states.
  func digest(ofSteps count: Int, onThreads threads: Int) throws -> Digest {
    try setThreads(threads, always: true)
    var digest = Digest()
    for _ in 0..<count {
      try step()
      digest.add(bodies.map(\.state))
    }
    return digest
  }
}

struct Refusal: Error, Equatable {
  var number = 0
}
