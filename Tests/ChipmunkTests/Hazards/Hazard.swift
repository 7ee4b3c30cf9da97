import Chipmunk
import Testing

/// A call for which the C library is known to abort, crash, hang or fail, or a similar call that it
/// supports, and the outcome in Swift.
struct Hazard: Sendable, CustomTestStringConvertible {
  let name: String
  /// The error, or nil if the call succeeds.
  let code: PhysicsError.Code?
  let call: @Sendable (HazardWorld) throws -> Void

  var testDescription: String { name }

  /// The same call with each of some numbers.
  static func each(
    _ name: String,
    _ numbers: [Double],
    _ code: PhysicsError.Code? = .outOfRange,
    _ call: @escaping @Sendable (HazardWorld, Double) throws -> Void
  ) -> [Hazard] {
    numbers.map { number in
      Hazard(name: "\(name) = \(number)", code: code) { try call($0, number) }
    }
  }

  static func refused(
    _ name: String,
    _ code: PhysicsError.Code,
    _ call: @escaping @Sendable (HazardWorld) throws -> Void
  ) -> [Hazard] {
    [Hazard(name: name, code: code, call: call)]
  }

  static func taken(
    _ name: String,
    _ call: @escaping @Sendable (HazardWorld) throws -> Void
  ) -> [Hazard] {
    [Hazard(name: name, code: nil, call: call)]
  }

  /// Expects that a rejected call changes nothing, bit for bit, and that the world continues after any call.
  func check() throws {
    let world = try HazardWorld()
    let before = try world.space.checkpoint()
    if let code {
      let error = #expect(throws: PhysicsError.self) { try call(world) }
      #expect(error?.code == code)
      #expect(error?.subject.isEmpty == false && error?.remedy.isEmpty == false)
      #expect(try world.space.checkpoint() == before)
    } else {
      try call(world)
    }
    for _ in 0..<180 {
      do { try world.space.step() } catch {
        if code != nil { throw error }
        #expect([.diverged, .outOfRange].contains(error.code))
      }
    }
    for body in world.space.bodies { #expect(body.state.isFinite) }
    if code != nil { #expect(abs(world.crate.position.y - 6) < 0.5) }
    #expect(abs(world.other.position.y - 6) < 0.5)
  }
}

/// A floor at a height of 1 with two crates of 10 units above it, one of 1 kg and one of the mass of its
/// shape.
struct HazardWorld {
  let space: Space
  let floor: Shape
  let crate: Body
  let shape: Shape
  let other: Body

  init() throws {
    space = try Space(timeStep: 1.0 / 60)
    try space.setGravity(Vector(0, -100))
    floor = try space.ground.addShape(
      .segment(from: Vector(-200, 0), to: Vector(2000, 0), radius: 1),
      friction: 0.7
    )
    let form = Geometry.box(width: 10, height: 10)
    crate = try Body(mass: 1, moment: form.moment(mass: 1))
    try crate.set(\.position, to: Vector(0, 20))
    shape = try crate.addShape(form, friction: 0.7)
    try space.add(crate)
    other = .dynamic()
    try other.set(\.position, to: Vector(1500, 20))
    try other.addShape(form, mass: 1, friction: 0.7)
    try space.add(other)
  }

  /// Steps until both come to rest or fall asleep.
  func settle(sleepAfter seconds: Double? = nil) throws {
    try space.set(\.sleepTimeThreshold, to: seconds)
    try space.steps(240)
    #expect(crate.isSleeping == (seconds != nil))
  }
}

extension BodyState {
  var isFinite: Bool {
    position.isFinite && velocity.isFinite && angle.isFinite && angularVelocity.isFinite
  }
}
