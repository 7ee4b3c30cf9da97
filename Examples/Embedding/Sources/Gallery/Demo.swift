import Chipmunk

/// A scene: a space, and what happens in it.
struct Demo {
  let title: String
  let space: Space
  var seconds = 3.0
  /// Called before each step.
  var eachStep: (Space) throws -> Void = { _ in }
  /// What is drawn beside shapes and constraints.
  var lines: (Space) throws -> [[Vector]] = { _ in [] }

  /// The part of the world that is shown.
  static let size = Vector(320, 240)

  /// A room of that size, in gravity 600 downwards.
  static func room() throws -> Space {
    let space = try Space()
    space.gravity = Vector(0, -600)
    let corners = [Vector.zero, Vector(size.x, 0), size, Vector(0, size.y)]
    for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      try space.ground.addShape(.segment(from: from, to: to, radius: 2), friction: 0.8)
    }
    return space
  }
}

extension Space {
  /// Makes a body of one shape where it is to be, and adds it.
  func body(
    _ shape: Geometry,
    at position: Vector,
    mass: Double = 1,
    friction: Double = 0.8,
    elasticity: Double = 0.2
  ) throws -> Body {
    let body = try Body(mass: mass, shape: shape, friction: friction, elasticity: elasticity)
    body.position = position
    try add(body)
    return body
  }

  /// Adds a part of the ground.
  @discardableResult
  func floor(_ from: Vector, _ to: Vector) throws -> Shape {
    try ground.addShape(.segment(from: from, to: to, radius: 3), friction: 0.8)
  }
}
