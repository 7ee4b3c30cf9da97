import Chipmunk

// Calls that have other calls made from within a step.
extension Fuzzer {
  static let hookCalls: [(String, Call)] = [
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
            update.position = $0.vector(-500...500)
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
        let space = try $0.space()
        guard !space.handlers.isEmpty else { return }
        let handler = $0.numbers.pick(space.handlers)
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
        if echo.chance(0.1) { try contact.setNormal(velocity) }
        if echo.chance(0.1) {
          let place = echo.count(-1...2)
          let near = contact.points.first?.onA ?? .zero
          try contact.setPoint(place, onA: near + velocity, onB: echo.chance(0.5) ? near : velocity)
        }
        _ = (contact.points.map(\.depth), contact.normal, contact.a, contact.bodyB, contact.isFirst)
        _ = (contact.friction, contact.restitution, contact.surfaceVelocity, contact.b.boundingBox)
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
