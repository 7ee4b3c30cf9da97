import Chipmunk

// Calls that change what a body is, that ask, and that have calls made from within a step.
extension Fuzzer {
  static let callbackCalls: [(String, Call)] = changes + questions + hooks

  private static let changes: [(String, Call)] = [
    ("become", { try $0.body().setType($0.numbers.pick(BodyType.allCases)) }),
    (
      "become dynamic",
      {
        let (mass, moment) = ($0.numbers.number(0.1...100), $0.numbers.number(0.1...1e4))
        try $0.body().setType(.dynamic, mass: mass, moment: moment)
      }
    ),
    ("centre of gravity", { try $0.body().setCenterOfGravity($0.vector(-5...5)) }),
    ("speed limit of a body", { try $0.body().setSpeedLimit($0.optional(10...500)) }),
    ("sleep", { try $0.body().sleep() }),
    ("sleep with", { try $0.body().sleep(with: $0.body()) }),
    ("form", { try $0.shape().setGeometry($0.geometry()) }),
    ("mass of a shape", { try $0.shape().setMass($0.numbers.number(0.1...10)) }),
    ("density", { try $0.shape().setDensity($0.numbers.number(0.1...10)) }),
    (
      "make a body of shapes",
      {
        let body = Body.dynamic()
        $0.bodies.append(body)
        try body.setPosition($0.vector(-100...100) + Vector($0.offset, $0.offset))
        let form = try $0.geometry()
        $0.shapes.append(try body.addShape(form, mass: $0.numbers.number(0.1...10)))
        try $0.space().add(body)
      }
    ),
    (
      "write",
      { fuzz in
        let space = try fuzz.space()
        var states = space.states
        for index in states.indices where fuzz.numbers.chance(0.3) {
          states[index].position = fuzz.vector(-100...100) + Vector(fuzz.offset, fuzz.offset)
        }
        try space.writeStates(states)
      }
    ),
  ]

  private static let questions: [(String, Call)] = [
    (
      "ask",
      { fuzz in
        let space = try fuzz.space()
        let place = fuzz.vector(-100...100) + Vector(fuzz.offset, fuzz.offset)
        let other = fuzz.vector(-100...100) + Vector(fuzz.offset, fuzz.offset)
        fuzz.shapes += try space.pointQuery(place, within: fuzz.numbers.number(0...50))
          .prefix(1).map(\.shape)
        _ = try space.pointQueryNearest(place)
        _ = try space.segmentQuery(from: place, to: other, radius: fuzz.numbers.number(0...9))
        _ = try space.segmentQueryFirst(from: place, to: other)
        _ = try space.boundingBoxQuery(BoundingBox(low: place, high: other))
        _ = try space.geometryQuery(fuzz.geometry(), at: place, angle: fuzz.numbers.number(0...9))
      }
    ),
    (
      "ask for a shape",
      {
        let shape = try $0.shape()
        _ = try shape.body?.space?.shapeQuery(shape)
      }
    ),
    (
      "read contacts",
      {
        var contacts: [ContactState] = []
        try $0.space().readContacts(into: &contacts)
      }
    ),
  ]

  private static let hooks: [(String, Call)] = [
    ("handler", { $0.hook(try $0.space()) }),
    (
      "remove a handler",
      {
        let space = try $0.space()
        if let handler = space.handlers.last { try space.remove(handler) }
      }
    ),
    (
      "velocity function",
      {
        let echo = Echo(of: &$0)
        try $0.body().velocityFunction = { update in
          update.integrate()
          try echo.call { update.velocity = $0.vector(-500...500) }
        }
      }
    ),
    (
      "position function",
      {
        let echo = Echo(of: &$0)
        try $0.body().positionFunction = { update in
          update.integrate()
          try echo.call { update.position = $0.vector(-500...500) }
        }
      }
    ),
    ("no functions", { try $0.body().velocityFunction = nil }),
    (
      "after the step",
      {
        let echo = Echo(of: &$0)
        try $0.space().afterStep { _ in try echo.call() }
      }
    ),
  ]

  private mutating func hook(_ space: Space) {
    let types = (UInt(numbers.count(0...3)), UInt(numbers.count(0...3)))
    let handler = space.addHandler(
      for: numbers.pick([.all, .type(types.0), .pair(types.0, types.1)])
    )
    let echo = Echo(of: &self)
    if numbers.chance(0.5) {
      handler.begin = { _ in
        try echo.call()
        return echo.chance(0.8)
      }
    }
    if numbers.chance(0.5) {
      handler.preSolve = { contact in
        let (friction, velocity) = echo.numbers()
        if echo.chance(0.1) { contact.ignoreUntilSeparation() }
        if echo.chance(0.5) { try contact.setFriction(friction) }
        if echo.chance(0.1) { try contact.setRestitution(friction) }
        if echo.chance(0.3) { try contact.setSurfaceVelocity(velocity) }
        _ = (contact.points.map(\.depth), contact.normal, contact.a, contact.bodyB)
        try echo.call()
        return echo.chance(0.9)
      }
    }
    if numbers.chance(0.5) {
      handler.postSolve = { contact in
        _ = (contact.impulse, contact.energy)
        try echo.call()
      }
    }
    if numbers.chance(0.5) { handler.separate = { _ in try echo.call() } }
  }
}

/// Makes calls of a sequence's own from within callbacks. It holds nothing of the sequence it comes from.
private final class Echo {
  private var fuzz: Fuzzer
  private var bodies: [Held<Body>]
  private var shapes: [Held<Shape>]
  private var isBusy = false

  private struct Held<Object: AnyObject> {
    weak var object: Object?
  }

  init(of outer: inout Fuzzer) {
    fuzz = outer.child()
    bodies = outer.bodies.suffix(20).map { Held(object: $0) }
    shapes = outer.shapes.suffix(20).map { Held(object: $0) }
  }

  func chance(_ share: Double) -> Bool { fuzz.numbers.chance(share) }

  func numbers() -> (Double, Vector) { (fuzz.numbers.number(0...2), fuzz.vector(-50...50)) }

  /// Makes one call in a few, and at times the other thing instead.
  func call(or other: (inout Fuzzer) -> Void = { _ in }) throws {
    guard !isBusy, fuzz.numbers.chance(0.05) else { return }
    isBusy = true
    defer { isBusy = false }
    if fuzz.numbers.chance(0.05) { other(&fuzz) }
    fuzz.bodies = bodies.compactMap(\.object)
    fuzz.shapes = shapes.compactMap(\.object)
    fuzz.spaces = fuzz.bodies.compactMap(\.space)
    defer { (fuzz.bodies, fuzz.shapes, fuzz.spaces) = ([], [], []) }
    do {
      try fuzz.callOnce()
    } catch let error as PhysicsError {
      // Some come out of the step, and most do not.
      if fuzz.numbers.chance(0.02) { throw error }
    } catch {}
  }
}
