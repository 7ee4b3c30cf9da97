import Chipmunk

/// A scene: a space and the code that drives it.
struct Demo {
  let title: String
  let space: Space
  var seconds = 3.0
  /// Called before each step.
  var eachStep: (Space) throws -> Void = { _ in }
  /// Polylines to draw on top of the shapes and constraints.
  var lines: (Space) throws -> [[Vector]] = { _ in [] }

  /// The size of the visible area.
  static let size = Vector(320, 240)

  /// Makes a walled room of that size, with a downward gravity of 600.
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
  /// Adds a body with one shape.
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

  /// Adds a segment of the ground.
  @discardableResult
  func floor(_ from: Vector, _ to: Vector) throws -> Shape {
    try ground.addShape(.segment(from: from, to: to, radius: 3), friction: 0.8)
  }
}
