import Chipmunk

// Calls that install hooks, which make other calls within a step.
extension Fuzzer {
  static let hookCalls: [(String, Call)] = [
    ("handler", { $0.hook(try $0.space()) }),
    ("remove a handler", { try $0.space().remove($0.handler()) }),
    ("remove a handler", { fuzz in try fuzz.handlers.last?.space?.remove(fuzz.handlers[0]) }),
    ("drop a handler", { $0.handlers.remove(at: try $0.index(of: $0.handlers)) }),
    (
      "velocity function",
      {
        let echo = Echo(of: &$0)
        try $0.body().velocityFunction = { update in
          try echo.call {
            update.gravity = $0.vector(-500...500)
            update.damping = $0.numbers.number(0...1)
          }
          update.integrate()
          try echo.call {
            update.velocity = $0.vector(-500...500)
            update.angularVelocity = $0.numbers.number(-30...30)
          }
        }
      }
    ),
    (
      "position function",
      {
        let echo = Echo(of: &$0)
        try $0.body().positionFunction = { update in
          update.integrate()
          try echo.call {
            update.center = $0.vector(-500...500)
            update.position = update.position + $0.vector(-50...50)
            update.angle = $0.numbers.number(-9...9)
          }
        }
      }
    ),
    (
      "no functions",
      {
        let body = try $0.body()
        if $0.numbers.chance(0.5) {
          body.velocityFunction = nil
        } else {
          body.positionFunction = nil
        }
      }
    ),
    (
      "change a handler",
      {
        let handler = try $0.handler()
        if $0.numbers.chance(0.5) { return $0.give(handler) }
        (handler.preSolve, handler.separate) = (nil, nil)
      }
    ),
    (
      "after the step",
      {
        let echo = Echo(of: &$0)
        try $0.space().afterStep { _ in try echo.call() }
      }
    ),
  ]

  private mutating func handler() throws -> CollisionHandler { handlers[try index(of: handlers)] }

  private mutating func hook(_ space: Space) {
    let types = (
      CollisionType(rawValue: UInt(numbers.count(0...3))),
      CollisionType(rawValue: UInt(numbers.count(0...3)))
    )
    let handler = space.addHandler(
      for: numbers.pick([.all, .type(types.0), .pair(types.0, types.1)])
    )
    handlers.append(handler)
    give(handler)
  }

  /// Sets some closures of a handler.
  private mutating func give(_ handler: CollisionHandler) {
    let echo = Echo(of: &self)
    if numbers.chance(0.5) {
      handler.begin = { contact in
        if echo.chance(0.2) { try echo.change(contact) }
        echo.look(at: contact)
        try echo.call()
        return echo.chance(0.8)
      }
    }
    if numbers.chance(0.5) {
      handler.preSolve = { contact in
        try echo.change(contact)
        try echo.call()
        echo.look(at: contact)
        return echo.chance(0.9)
      }
    }
    if numbers.chance(0.5) {
      handler.postSolve = { contact in
        if echo.chance(0.1) { try echo.change(contact) }
        try echo.call()
        echo.look(at: contact)
      }
    }
    if numbers.chance(0.5) {
      handler.separate = { event in
        try echo.call()
        _ = (event.a.body?.id, event.b.geometry, event.point, event.normal, event.impulse)
      }
    }
  }
}

extension Echo {
  /// Changes a contact, with numbers that a caller shouldn't pass.
  fileprivate func change(_ contact: borrowing Contact) throws {
    let (friction, velocity) = numbers()
    if chance(0.1) { contact.ignoreUntilSeparation() }
    if chance(0.5) { try contact.space.attempt { _ in contact.friction = friction } }
    if chance(0.1) { try contact.space.attempt { _ in contact.restitution = friction } }
    if chance(0.3) { try contact.space.attempt { _ in contact.surfaceVelocity = velocity } }
    if chance(0.1) { try contact.space.attempt { _ in contact.normal = velocity } }
    if chance(0.1) {
      let near = contact.points.first?.onA ?? .zero
      try contact.setPoint(
        count(-1...2),
        onA: near + velocity,
        onB: chance(0.5) ? near : velocity
      )
    }
  }

  fileprivate func look(at contact: borrowing Contact) {
    _ = (contact.points.map(\.depth), contact.normal, contact.a, contact.b.boundingBox)
    _ = (contact.bodyA, contact.bodyB, contact.isFirst, contact.impulse, contact.energy)
    _ = (contact.friction, contact.restitution, contact.surfaceVelocity)
  }
}
