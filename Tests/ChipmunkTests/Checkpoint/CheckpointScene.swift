import Chipmunk
import Foundation
import TestSupport

/// A space that changes by calls that depend on the tick alone.
struct CheckpointScene: CustomStringConvertible, Sendable {
  let name: String
  /// The tick of its checkpoint.
  let tick: Int
  /// The content that its checkpoint must have for the scene to test what it should.
  let sign: String
  let build: @Sendable () throws -> Space
  let drive: @Sendable (Space) throws -> Void

  var description: String { name }

  init(
    _ name: String,
    at tick: Int,
    sign: String = "\"contacts\":[",
    drive: @escaping @Sendable (Space) throws -> Void = { _ in },
    build: @escaping @Sendable () throws -> Space
  ) {
    (self.name, self.tick, self.sign) = (name, tick, sign)
    (self.build, self.drive) = (build, drive)
  }

  /// The number of ticks to observe a scene: 250, or the environment's `TILTBOX_TICKS`.
  static let ticks = environmentCount("TILTBOX_TICKS", default: 250)

  /// The space at the tick of its checkpoint.
  func run() throws -> Space {
    let space = try build()
    try go(space, to: tick)
    return space
  }

  /// Steps a space to a tick, and returns a fingerprint of all that can be observed on the way.
  @discardableResult
  func go(_ space: Space, to end: Int) throws -> Digest {
    var digest = Digest()
    var contacts: [ContactState] = []
    while space.tick < end {
      try drive(space)
      // Stop bodies that diverge, in the same way in each space.
      do { try space.step() } catch { if error.code != .diverged { throw error } }
      digest.add(space.states)
      for event in space.contactEvents {
        digest.add(event.kind == .begin ? UInt64(1) : 2)
        digest.add(event.a.id, event.b.id, event.point, event.normal, event.impulse)
      }
      for body in space.bodies { digest.add(body.isSleeping ? UInt64(1) : 2) }
      for constraint in space.constraints { digest.add(constraint.lastImpulse) }
      let count = space.readContacts(into: &contacts)
      for contact in contacts.prefix(count) {
        digest.add(contact.a, contact.b, contact.impulse)
      }
    }
    return digest
  }
}

extension Digest {
  fileprivate mutating func add(_ a: UInt, _ b: UInt, _ vectors: Vector...) {
    add(UInt64(a))
    add(UInt64(b))
    for vector in vectors {
      add(vector.x)
      add(vector.y)
    }
  }
}

extension CheckpointScene {
  static let all = [
    falling, bouncing, settling, stirred, sleeping, groups, jointed, chains, edited, surfaces,
  ]

  static let falling = CheckpointScene("falling", at: 20, sign: "\"velocity\":[") {
    try pile(of: 30, in: try Space(), walls: false)
  }

  static let bouncing = CheckpointScene("bouncing", at: 100) {
    try pile(of: 30, in: try Space(), elasticity: 0.9)
  }

  static let settling = CheckpointScene("settling", at: 200) {
    try pile(of: 120, in: try Space())
  }

  static let stirred = CheckpointScene("stirred", at: 333, drive: stir) {
    try pile(of: 120, in: try Space())
  }

  /// Some bodies sleep and some don't; later all wake, in the order of the library's lists.
  static let sleeping = CheckpointScene(
    "sleeping",
    at: 500,
    sign: "\"sleepingContacts\":[",
    drive: { space in
      if space.tick == 700 { try space.setGravity(Vector(700, -700)) }
      if space.tick > 800 { try stir(space) }
    }
  ) {
    let space = try Space()
    try space.set(\.sleepTimeThreshold, to: 0.2)
    try pile(of: 62, in: space)
    // It falls for ever, outside the walls.
    try addBall(at: Vector(-500, 0), to: space)
    return space
  }

  /// Bodies that were put to sleep explicitly; a falling ball wakes one group after another.
  static let groups = CheckpointScene(
    "sleeping groups",
    at: 12,
    sign: "\"asleep\":[",
    drive: { space in
      if space.tick == 10 {
        for index in 1..<6 where !index.isMultiple(of: 3) {
          try space.bodies[index].sleep(with: space.bodies[index + 6])
        }
      }
    }
  ) {
    let space = try spaceWithFloor(sleepAfter: 0.4)
    for index in 0..<12 {
      let place = Vector(Double(index % 6) * 50, 16 + Double(index / 6) * 33)
      try addCrate(at: place, to: space)
    }
    for index in 0..<6 { try addBall(at: Vector(Double(index) * 51, 300), to: space) }
    return space
  }

  static let jointed = CheckpointScene(
    "ten kinds of constraints",
    at: 150,
    sign: "\"kind\":\"motor\"",
    drive: { space in
      let tick = Double(space.tick)
      try space.setGravity(Vector(300 * sin(tick / 40), -1000))
    }
  ) {
    let space = try spaceWithFloor()
    for (index, make) in kinds.enumerated() {
      let x = Double(index) * 150
      let a = try addCrate(at: Vector(x, 200), to: space)
      let b = try addBall(at: Vector(x + 40, 230), to: space)
      try a.set(\.angularVelocity, to: 2)
      try b.set(\.angularVelocity, to: -5)
      let hinge = try PivotJoint(space.ground, a, at: Vector(x, 210))
      try space.add(hinge)
      let constraint = try make(a, b)
      try constraint.set(\.errorBias, to: 0.02)
      constraint.collidesBodies = index.isMultiple(of: 2)
      constraint.tag = index
      try space.add(constraint)
    }
    return space
  }

  static let chains = CheckpointScene(
    "chains that sleep and wake",
    at: 700,
    sign: "\"asleep\":[",
    drive: wake
  ) {
    let space = try spaceWithFloor(sleepAfter: 0.3)
    for column in 0..<4 {
      var above = space.ground
      var anchor = Vector(Double(column) * 90, 260)
      for link in 0..<6 {
        let ball = try addBall(at: Vector(anchor.x + 12, 240 - Double(link) * 24), to: space)
        try space.add(
          SlideJoint(above, ball, anchorA: link == 0 ? anchor : .zero, anchorB: .zero, max: 25)
        )
        (above, anchor) = (ball, Vector(anchor.x + 12, 0))
      }
    }
    try space.set(\.damping, to: 0.1)
    return space
  }

  /// Bodies of every type are added and removed before and after the checkpoint.
  static let edited = CheckpointScene(
    "bodies that come and go",
    at: 260,
    sign: "\"kinematic\"",
    drive: edit
  ) {
    let space = try Space()
    try space.set(\.sleepTimeThreshold, to: 0.3)
    return try pile(of: 40, in: space)
  }

  /// Every setting of a body, a shape and a space, set.
  static let surfaces = CheckpointScene("every setting", at: 90, sign: "\"sensor\":true") {
    let space = try Space(timeStep: 1.0 / 90)
    try space.set(\.iterations, to: 7)
    try space.set(\.damping, to: 0.8)
    try space.set(\.collisionSlop, to: 0.05)
    try space.set(\.collisionBias, to: 0.001)
    try space.set(\.collisionPersistence, to: 6)
    try space.set(\.sleepTimeThreshold, to: 0.5)
    try space.set(\.idleSpeedThreshold, to: 3)
    try space.set(\.gravityDeadBand, to: 0.1)
    try space.set(\.speedLimit, to: 900)
    try pile(of: 20, in: space)
    try space.setGravity(Vector(0, -950))
    try space.ground.shapes[0].set(\.surfaceVelocity, to: Vector(40, 0))
    for (index, body) in space.bodies.enumerated() {
      body.tag = index
      if index.isMultiple(of: 4) { try body.set(\.speedLimit, to: 300) }
      if index.isMultiple(of: 5) { try body.set(\.centerOfGravity, to: Vector(2, -1)) }
      if index.isMultiple(of: 6) { try body.set(\.force, to: Vector(10, 0)) }
      let shape = body.shapes[0]
      try shape.set(\.collisionType, to: CollisionType(rawValue: UInt(index)))
      shape.tag = -index
      if index.isMultiple(of: 7) { try shape.set(\.isSensor, to: true) }
      if index.isMultiple(of: 3) {
        try shape.set(\.filter, to: ShapeFilter(group: 9, categories: 3))
      }
    }
    let hammer = Body.dynamic()
    try hammer.set(\.position, to: Vector(80, 150))
    try hammer.addShape(.box(width: 4, height: 60), density: 0.1)
    try hammer.addShape(.box(width: 30, height: 12, center: Vector(0, 30)), density: 1)
    try hammer.addShape(
      .polygon([Vector(0, -30), Vector(9, -40), Vector(-9, -42)], radius: 1),
      mass: 1
    )
    try space.add(hammer)
    let mixer = Body.kinematic()
    try mixer.addShape(.segment(from: Vector(-30, 0), to: Vector(30, 0), radius: 2), friction: 1)
    try mixer.set(\.position, to: Vector(60, 40))
    try mixer.set(\.angularVelocity, to: 3)
    try space.add(mixer)
    let shelf = Body.static()
    try shelf.addShape(.circle(radius: 12), friction: 1)
    try shelf.set(\.position, to: Vector(20, 90))
    try space.add(shelf)
    try space.ground.set(\.angle, to: 0.01)
    return space
  }
}
