import Chipmunk

/// A game that uses only the module `Chipmunk`: a ball is kicked through a room and collects coins.
@main
enum Arcade {
  static func main() throws {
    var game = try Game()
    // A display passes the time since the previous frame, which always varies a little.
    for frame in 0..<240 {
      if frame.isMultiple(of: 60) { game.kick() }
      try game.update(elapsed: frame.isMultiple(of: 7) ? 1.4 / 60 : 0.93 / 60)
    }
    let place = game.ball.position
    print("\(game.coinsTaken) coins, the ball at \(Int(place.x)), \(Int(place.y))")
  }
}

extension CollisionType {
  static let coin: Self = 1
  static let ball: Self = 2
}

struct Game {
  let space: Space
  let ball: Body
  private var lag = 0.0

  init() throws {
    space = try Space()  // steps of 1/120 s
    space.gravity = Vector(0, -1000)

    // Shapes that never move belong to the ground.
    let corners = [Vector(0, 0), Vector(300, 0), Vector(300, 200), Vector(0, 200)]
    for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      try space.ground.addShape(.segment(from: from, to: to, radius: 1), elasticity: 1)
    }

    ball = try Body(mass: 2, shape: .circle(radius: 10), friction: 0.5, elasticity: 0.8)
    ball.shapes[0].collisionType = .ball
    ball.position = Vector(40, 40)
    try space.add(ball)

    for x in stride(from: 60.0, through: 260, by: 40) {
      let coin = Body.static()
      let shape = try coin.addShape(.circle(radius: 6))
      shape.isSensor = true  // reports contacts, but doesn't collide
      shape.collisionType = .coin
      coin.position = Vector(x, 90)
      try space.add(coin)
    }
    // The space retains the handler, so use `contact.space` instead of capturing `space`.
    space.addHandler(for: .pair(.coin, .ball)).begin = { contact in
      // It leaves `space.bodies` now, and the C space after the step.
      try contact.space.remove(contact.bodyA)
      return true
    }
  }

  /// Kicks the ball up and away from the nearer wall.
  func kick() {
    let side = ball.position.x < 150 ? 1.0 : -1
    ball.applyImpulse(Vector(side * 500, 900), at: ball.position)
  }

  /// Takes as many fixed time steps as fit into the elapsed time, and keeps the rest for the next frame.
  mutating func update(elapsed: Double) throws {
    lag = min(lag + elapsed, 0.25)
    while lag >= space.timeStep {
      try space.step()
      lag -= space.timeStep
    }
  }

  var coinsTaken: Int { 6 - (space.bodies.count - 1) }
}
