import Chipmunk
import Testing

/// A disc of type 1 that is or falls upon a static one of type 2 at the origin, both of radius 10, in
/// steps of 0.1 s.
@Suite("Facts: a contact")
struct ContactFactTests {
  private let space: Space
  private let body: Body
  private let disc: Shape
  private let floor: Shape

  init() throws {
    space = try Space(timeStep: 0.1, engine: .chipmunk)
    try space.setGravity(Vector(0, -100))
    body = try Body(mass: 1, moment: 30)
    disc = try body.addShape(.circle(radius: 10), friction: 0.5)
    try disc.set(\.collisionType, to: 1)
    try body.set(\.position, to: Vector(5, 3))
    try space.add(body)
    floor = try space.ground.addShape(.circle(radius: 10), friction: 0.8)
    try floor.set(\.collisionType, to: 2)
  }

  @Test("has the product of the elasticities, and is solved with the restitution that is set")
  func restitution() throws {
    try body.set(\.moment, to: 1)
    try body.set(\.position, to: Vector(0, 25))
    for shape in [disc, floor] { try shape.set(\.friction, to: 0) }
    try disc.set(\.elasticity, to: 0.6)
    try floor.set(\.elasticity, to: 0.3)
    var seen: [Double] = []
    space.addHandler(for: .pair(1, 2)).preSolve = { contact in
      seen.append(contact.restitution)
      try contact.space.attempt { _ in contact.restitution = 1 }
      return true
    }
    try space.steps(10)
    #expect(!seen.isEmpty && seen.allSatisfy { $0 == 0.18 })
    #expect(near(body.position.y, 22.421_703_17, within: 1e-6))
  }

  @Test("has the product of the frictions, and is solved with the friction that is set")
  func friction() throws {
    try body.set(\.moment, to: .infinity)
    try body.set(\.position, to: Vector(10, 25))
    try disc.set(\.friction, to: 0.6)
    try floor.set(\.friction, to: 0.3)
    var seen: [Double] = []
    space.addHandler(for: .pair(1, 2)).preSolve = { contact in
      seen.append(contact.friction)
      try contact.space.attempt { _ in contact.friction = 1 }
      return true
    }
    try space.steps(10)
    #expect(!seen.isEmpty && seen.allSatisfy { $0 == 0.18 })
    #expect(near(body.position.x, 10.994_509_283_94, within: 1e-6))
  }

  @Test("has the surface velocity of the second shape over the first, along the surface")
  func surfaceVelocity() throws {
    try body.set(\.moment, to: .infinity)
    try body.set(\.position, to: Vector(10, 25))
    try disc.set(\.surfaceVelocity, to: Vector(3, 0))
    try floor.set(\.surfaceVelocity, to: Vector(5, 0))
    var seen: [Vector] = []
    space.addHandler(for: .pair(1, 2)).preSolve = { contact in
      seen.append(contact.surfaceVelocity)
      return true
    }
    try space.steps(5)
    #expect(seen.count == 1)
    #expect(near(seen[0], Vector(1.384_615_384_62, -0.923_076_923_077)))
  }

  @Test("has its points on both surfaces, and the depth between them")
  func points() throws {
    var seen: [(Vector, ContactPoint)] = []
    space.addHandler(for: .pair(2, 1)).preSolve = { contact in
      for point in contact.points { seen.append((contact.normal, point)) }
      return true
    }
    try space.step()
    #expect(seen.count == 1)
    let (normal, point) = seen[0]
    #expect(near(normal, Vector(0.857_492_925_7, 0.514_495_755_4)))
    #expect(near(point.onA, Vector(8.574_929_257, 5.144_957_554), within: 1e-8))
    #expect(near(point.onB, Vector(-3.574_929_257, -2.144_957_554), within: 1e-8))
    #expect(near(point.depth, 14.169_048_10, within: 1e-7))
  }

  @Test("has its normal from the first shape of the pair to the second")
  func normal() throws {
    try body.set(\.position, to: Vector(5, 10))
    var seen: [Vector] = []
    for pair in [CollisionHandler.Target.pair(1, 2), .pair(2, 1)] {
      space.addHandler(for: pair).preSolve = { contact in
        seen.append(contact.normal)
        return true
      }
    }
    try space.step()
    let up = Vector(0.447_213_595_499_958, 0.894_427_190_999_916)
    #expect(seen.count == 2 && near(seen[0], -up) && near(seen[1], up))
  }

  @Test("has, once solved, the impulse of the second shape, and the energy that was lost")
  func impulse() throws {
    var seen: [(Vector, Double)] = []
    for pair in [CollisionHandler.Target.pair(1, 2), .pair(2, 1)] {
      space.addHandler(for: pair).postSolve = { seen.append(($0.impulse, $0.energy)) }
    }
    try space.step()
    let impulse = Vector(3.393_665_158_3, 4.343_891_402_7)
    #expect(near(seen[0].0, -impulse))
    #expect(near(seen[1].0, impulse))
    for (_, energy) in seen { #expect(near(energy, 43.438_914_027 / 2)) }
  }

  @Test("is a first contact only in the step in which it begins")
  func first() throws {
    var seen: [Bool] = []
    space.addHandler(for: .pair(1, 2)).preSolve = { contact in
      seen.append(contact.isFirst)
      return true
    }
    try space.steps(2)
    #expect(seen == [true, false])
  }

  @Test("has the shapes in the pair's order, and their bodies")
  func shapes() throws {
    var calls = 0
    let (body, ground, disc, floor) = (body, space.ground, disc, floor)
    space.addHandler(for: .pair(1, 2)).postSolve = { contact in
      calls += 1
      #expect(contact.a === disc && contact.bodyA === body)
      #expect(contact.b === floor && contact.bodyB === ground)
    }
    try space.step()
    #expect(calls == 1)
  }

  @Test("is reported to pairs, then types, then all, with the shapes in each handler's order")
  func order() throws {
    var calls: [(Int, String, CollisionType, CollisionType)] = []
    let targets: [CollisionHandler.Target] = [
      .all, .type(1), .type(2), .pair(1, 2), .pair(2, 1), .type(3), .pair(1, 1),
    ]
    for (index, target) in targets.enumerated() {
      let handler = space.addHandler(for: target)
      func note(_ what: String, _ a: Shape, _ b: Shape) {
        calls.append((index, what, a.collisionType, b.collisionType))
      }
      handler.begin = { contact in
        note("begin", contact.a, contact.b)
        return true
      }
      handler.preSolve = { contact in
        note("pre", contact.a, contact.b)
        return true
      }
      handler.postSolve = { note("post", $0.a, $0.b) }
      handler.separate = { note("end", $0.a, $0.b) }
    }
    try space.step()
    try body.set(\.position, to: Vector(100, 100))
    try space.step()
    for (place, what) in ["begin", "pre", "post", "end"].enumerated() {
      let part = calls.dropFirst(5 * place).prefix(5)
      #expect(part.map(\.0) == [3, 4, 1, 2, 0])
      #expect(part.allSatisfy { $0.1 == what })
      #expect(part.map(\.2) == [1, 2, 1, 2, 1])
    }
    #expect(calls.count == 20)
  }

  @Test("of two shapes of one type is reported once to the pair, and twice to the type")
  func sameType() throws {
    try floor.set(\.collisionType, to: 1)
    var calls: [[Double]] = [[], [], []]
    for (index, target) in [CollisionHandler.Target.pair(1, 1), .type(1), .all].enumerated() {
      space.addHandler(for: target).begin = { contact in
        calls[index].append(contact.a.friction)
        return true
      }
    }
    try space.step()
    #expect(calls == [[0.5], [0.5, 0.8], [0.5]])
  }

  @Test("may have its shapes removed by several handlers at its end")
  func removalAtEnding() throws {
    let other = try Body(mass: 1, moment: 1)
    try other.addShape(.circle(radius: 10))
    try space.add(other)
    for target in [CollisionHandler.Target.all, .type(1), .type(2)] {
      space.addHandler(for: target).separate = { event in
        for shape in [event.a, event.b] { try shape.body?.removeShape(shape) }
      }
    }
    try space.step()
    try body.removeShape(disc)
    try space.steps(3)
    #expect(space.ground.shapes.isEmpty && body.shapes.isEmpty && other.shapes.isEmpty)
    #expect(try space.pointQuery(.zero, within: .infinity).isEmpty)
  }

  @Test("may add and remove a body: in the list at once, in the physics at the end of the step")
  func additionWithin() throws {
    let spark = try Body(mass: 1, moment: 2)
    try spark.addShape(.circle(radius: 2))
    let handler = space.addHandler(for: .all)
    var found: [Int] = []
    handler.preSolve = { [unowned space] _ in
      try space.add(spark)
      found.append(try space.pointQuery(spark.position).filter { $0.shape.body === spark }.count)
      return true
    }
    try space.step()
    #expect(spark.space === space)
    #expect(try space.pointQuery(spark.position).contains { $0.shape.body === spark })
    handler.preSolve = { [unowned space] contact in
      if spark.space != nil { try space.remove(spark) }
      return true
    }
    try space.step()
    #expect(spark.space == nil)
    #expect(found == [0])
    #expect(space.bodies.count == 1)
  }
}
