import Chipmunk
import Testing

@Suite("Masses")
struct MassTests {
  @Test("of shapes add up: mass, centre of gravity and moment")
  func sum() throws {
    let body = Body.dynamic()
    #expect(body.isMassFromShapes && body.mass == 0)
    let left = try body.addShape(.circle(radius: 2, center: Vector(-6, 0)), mass: 1)
    #expect(body.centerOfGravity == Vector(-6, 0))
    try body.addShape(.box(width: 4, height: 2, center: Vector(2, 0)), mass: 3)
    #expect(body.mass == 4)
    #expect(body.centerOfGravity == Vector(0, 0))
    // Steiner: ½·m·r² + m·d² for the disc, m·(w² + h²)/12 + m·d² for the box.
    #expect(abs(body.moment - (2 + 36 + 5 + 12)) < 1e-12)
    try body.addShape(.circle(radius: 50))
    #expect(body.mass == 4)
    try left.set(\.mass, to: 3)
    #expect(body.mass == 6)
    #expect((body.centerOfGravity - Vector(-2, 0)).length < 1e-12)
    try left.set(\.density, to: 2)
    #expect(abs(left.mass - 2 * 4 * .pi) < 1e-12)
    #expect(abs(left.density - 2) < 1e-12)
    try body.removeShape(left)
    #expect(body.mass == 3)
    #expect(abs(body.moment - 5) < 1e-12)
  }

  @Test("of shapes equal those of a body with a mass of its own")
  func sameFall() throws {
    func run(_ body: Body) throws -> [BodyState] {
      let space = try spaceWithFloor()
      try body.set(\.position, to: Vector(0, 100))
      try body.set(\.angle, to: 0.4)
      try space.add(body)
      return try (0..<240).map { _ in
        try space.step()
        return body.state
      }
    }
    let form = Geometry.circle(radius: 12)
    let own = try Body(mass: 5, moment: form.moment(mass: 5))
    try own.addShape(form, friction: 0.7)
    let shapes = Body.dynamic()
    try shapes.addShape(form, mass: 5, friction: 0.7)
    #expect(try run(own) == run(shapes))
  }

  @Test("are a body's own or its shapes', and setters of the other kind are rejected")
  func twoWays() throws {
    func isRefused(_ call: () throws -> Void) -> Bool {
      do { try call() } catch { return (error as? PhysicsError)?.code == .wrongMassSource }
      return false
    }
    let own = try Body(mass: 5, moment: 6)
    let shape = try own.addShape(.circle(radius: 1))
    #expect(isRefused { try shape.set(\.mass, to: 1) })
    #expect(isRefused { try shape.set(\.density, to: 1) })
    #expect(isRefused { try own.addShape(.circle(radius: 1), mass: 1) })
    #expect(isRefused { try own.addShape(.circle(radius: 1), density: 1) })
    #expect(own.mass == 5 && own.shapes.count == 1 && shape.mass == 0)
    let shapes = Body.dynamic()
    try shapes.addShape(.circle(radius: 1), mass: 1)
    #expect(isRefused { try shapes.set(\.mass, to: 1) })
    #expect(isRefused { try shapes.set(\.moment, to: 1) })
    #expect(isRefused { try shapes.set(\.centerOfGravity, to: .zero) })
    #expect(isRefused { try shapes.setType(.dynamic, mass: 1, moment: 1) })
    #expect(isRefused { try Body.kinematic().addShape(.circle(radius: 1), mass: 1) })
  }

  @Test("are needed by a dynamic body in a space, from the first shape to the last")
  func needed() throws {
    func isRefused(_ call: () throws -> Void) -> Bool {
      do { try call() } catch { return (error as? PhysicsError)?.code == .noMass }
      return false
    }
    let space = try spaceWithFloor()
    let body = Body.dynamic()
    #expect(isRefused { try space.add(body) })
    let plain = try body.addShape(.circle(radius: 5))
    #expect(isRefused { try space.add(body) })
    let heavy = try body.addShape(.circle(radius: 5), mass: 2)
    try space.add(body)
    #expect(isRefused { try body.removeShape(heavy) })
    #expect(body.shapes.count == 2 && body.mass == 2)
    try body.removeShape(plain)
    try body.setType(.kinematic)
    try body.removeShape(heavy)
    #expect(isRefused { try body.setType(.dynamic) })
    try body.addShape(.circle(radius: 5), mass: 3)
    try body.setType(.dynamic)
    #expect(body.mass == 3)
    try space.remove(body)
    try body.removeShape(body.shapes[0])
    #expect(body.mass == 0)
    #expect(throws: PhysicsError.self) { try body.attemptImpulse(Vector(1, 0), at: .zero) }
    try space.steps(3)
  }

  @Test("of shapes reject invalid numbers", arguments: [0, -1, Double.nan, .infinity, 1e13])
  func hostile(number: Double) throws {
    func isRefused(_ call: () throws -> Void) -> Bool {
      do { try call() } catch { return (error as? PhysicsError)?.code == .outOfRange }
      return false
    }
    let body = Body.dynamic()
    let shape = try body.addShape(.circle(radius: 2), mass: 1)
    #expect(isRefused { try shape.set(\.mass, to: number) })
    #expect(isRefused { try shape.set(\.density, to: number) })
    #expect(isRefused { try body.addShape(.circle(radius: 1), mass: number) })
    #expect(isRefused { try body.addShape(.circle(radius: 1), density: number) })
    #expect(
      isRefused { try body.set(\.centerOfGravity, to: Vector(0, number)) } == !body.isMassFromShapes
    )
    #expect(body.mass == 1 && body.shapes.count == 1)
    let own = try Body(mass: 1, moment: 1)
    if !(number.magnitude <= 1) {
      #expect(isRefused { try own.set(\.centerOfGravity, to: Vector(0, number)) })
    }
    #expect(own.centerOfGravity == .zero)
  }

  @Test("of a shape without an area come from no density, and the error says so")
  func noArea() throws {
    let body = Body.dynamic()
    let line = Geometry.segment(from: .zero, to: Vector(9, 0))
    let shape = try body.addShape(line, mass: 2)
    #expect(shape.density == .infinity)
    for call in [{ try shape.set(\.density, to: 1) }, { _ = try body.addShape(line, density: 1) }] {
      let error = #expect(throws: PhysicsError.self, performing: call)
      #expect(error?.description.hasPrefix("a density of a shape without an area; give") == true)
      #expect(error?.code == .outOfRange && body.mass == 2 && body.shapes.count == 1)
    }
    try body.addShape(.segment(from: .zero, to: Vector(9, 0), radius: 1), density: 1)
  }

  @Test("move with their centre of gravity without a jump, in a space and out of it")
  func centerOfGravity() throws {
    for isIn in [false, true] {
      let space = try Space()
      let body = try Body(mass: 2, moment: 30)
      try body.set(\.position, to: Vector(30, 40))
      try body.set(\.angle, to: 1)
      if isIn { try space.add(body) }
      try body.set(\.centerOfGravity, to: Vector(5, -3))
      #expect(body.centerOfGravity == Vector(5, -3))
      #expect((body.position - Vector(30, 40)).length < 1e-12)
      if !isIn { try space.add(body) }
      try space.steps(5)
      #expect((body.position - Vector(30, 40)).length < 1e-12)
      // It rotates about that point.
      let center = body.worldPoint(ofLocal: Vector(5, -3))
      try body.set(\.angularVelocity, to: 3)
      try space.steps(50)
      #expect((body.worldPoint(ofLocal: Vector(5, -3)) - center).length < 1e-9)
    }
  }

  @Test("return with the centre of gravity when a body's type changes back")
  func centerOfGravityKept() throws {
    let space = try Space()
    let body = try Body(mass: 2, moment: 30)
    try body.set(\.centerOfGravity, to: Vector(5, -3))
    try body.set(\.position, to: Vector(30, 40))
    try space.add(body)
    try body.setType(.static)
    try body.setType(.dynamic)
    #expect(body.centerOfGravity == Vector(5, -3))
    try space.steps(3)
    #expect((body.position - Vector(30, 40)).length < 1e-12)
  }
}
