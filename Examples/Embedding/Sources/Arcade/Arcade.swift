import Chipmunk

/// A game with the module `Chipmunk` alone: a ball is kicked through a room, and takes coins.
@main
enum Arcade {
  static func main() throws {
    var game = try Game()
    // A display calls with the time since the frame before, which is never quite the same.
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

    // What never moves are shapes of the ground.
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
      shape.isSensor = true  // it is noticed, and stops nobody
      shape.collisionType = .coin
      coin.position = Vector(x, 90)
      try space.add(coin)
    }
    // The space holds the handler: what needs the space takes the contact's.
    space.addHandler(for: .pair(.coin, .ball)).begin = { contact in
      try contact.space.remove(contact.bodyA)  // at once for us, after the step for the library
      return true
    }
  }

  /// Up, and away from the wall that is nearer.
  func kick() {
    let side = ball.position.x < 150 ? 1.0 : -1
    ball.applyImpulse(Vector(side * 500, 900), at: ball.position)
  }

  /// Steps of one length, as many as fit into the time; what is left is kept for the next frame.
  mutating func update(elapsed: Double) throws {
    lag = min(lag + elapsed, 0.25)
    while lag >= space.timeStep {
      try space.step()
      lag -= space.timeStep
    }
  }

  var coinsTaken: Int { 6 - (space.bodies.count - 1) }
}
