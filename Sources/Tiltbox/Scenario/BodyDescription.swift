public import Chipmunk
public import Motion

/// The description of a body in a scenario.
public struct BodyDescription: Hashable, Sendable {
  /// The name of the body in recordings, commands and expectations; unique in its scenario.
  public var id: String
  /// The type: dynamic, kinematic or static.
  public var type: BodyType
  /// The shapes of the body.
  public var shapes: [ShapeDescription]
  /// The position of the body's origin, in units.
  public var position: Vector
  /// The angle, in radians.
  public var angle: Double
  /// The velocity of the centre of gravity, in units/s.
  public var velocity: Vector
  /// The angular velocity, in rad/s.
  public var angularVelocity: Double
  /// The mass of a dynamic body, in kg; nil to compute it from the shapes' densities. Other types have none.
  public var mass: Double?
  /// The moment of inertia about the centre of gravity, in kg·units²; nil to compute it from the shapes; infinity for a
  /// body that never rotates.
  public var moment: Double?
  /// The centre of gravity of a dynamic body, in its own coordinates, in units; nil to compute it from the shapes.
  public var centerOfGravity: Vector?
  /// Whether dynamic bodies stop this body too if it is fast; static and kinematic bodies always
  /// do.
  public var isBullet: Bool
  /// How many times the world's gravity acts on a dynamic body.
  public var gravityScale = 1.0
  /// The fraction of its velocity that a dynamic body keeps over a second, besides the world's damping.
  public var damping = 1.0
  /// The fraction of its angular velocity that a dynamic body keeps over a second, besides the world's damping.
  public var angularDamping = 1.0
  /// Whether the body may start inside another one or outside the walls without a warning.
  public var mayOverlap = false
  /// The appearance of the body.
  public var appearance = Appearance()

  /// Makes a description of a body; by default at rest at the origin.
  public init(
    id: String,
    type: BodyType = .dynamic,
    shapes: [ShapeDescription] = [],
    position: Vector = .zero,
    angle: Double = 0,
    velocity: Vector = .zero,
    angularVelocity: Double = 0,
    mass: Double? = nil,
    moment: Double? = nil,
    isBullet: Bool = false
  ) {
    self.id = id
    self.type = type
    self.shapes = shapes
    self.position = position
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
    self.mass = mass
    self.moment = moment
    self.isBullet = isBullet
  }
}

/// The description of a shape in a scenario.
public struct ShapeDescription: Hashable, Sendable {
  /// The geometry, in the body's own coordinates.
  public var geometry: Geometry
  /// The surface of the shape.
  public var surface: Surface

  /// Makes a description.
  public init(_ geometry: Geometry, surface: Surface = Surface()) {
    self.geometry = geometry
    self.surface = surface
  }
}

/// The surface of a shape: friction, elasticity, filters.
public struct Surface: Hashable, Sendable {
  /// The friction coefficient; a contact has the product of both.
  public var friction: Double
  /// The elasticity; a contact has the product of both.
  public var elasticity: Double
  /// The coefficient of rolling resistance. See `Shape.rollingResistance` in the Chipmunk module.
  public var rollingResistance: Double
  /// The direction in which other shapes pass through, in the body's own coordinates; nil if none do. See `Shape.oneWay` in
  /// the Chipmunk module.
  public var oneWay: Vector?
  /// The velocity of the surface, in units/s, as on a conveyor belt.
  public var velocity: Vector
  /// Whether the shape reports contacts without collision response.
  public var isSensor: Bool
  /// The shapes that it may touch.
  public var filter: ShapeFilter
  /// The collision type.
  public var collisionType: CollisionType
  /// The mass per area, in kg/units²; nil if the mass of the body is distributed by area. See
  /// ``BodyDescription/totalMass``.
  public var density: Double?

  /// Makes a surface; by default smooth and inelastic.
  public init(
    friction: Double = 0,
    elasticity: Double = 0,
    rollingResistance: Double = 0,
    velocity: Vector = .zero,
    isSensor: Bool = false,
    filter: ShapeFilter = .all,
    collisionType: CollisionType = 0,
    density: Double? = nil
  ) {
    self.friction = friction
    self.elasticity = elasticity
    self.rollingResistance = rollingResistance
    self.velocity = velocity
    self.isSensor = isSensor
    self.filter = filter
    self.collisionType = collisionType
    self.density = density
  }
}

extension BodyDescription {
  /// Makes a description of a box by its upper left corner in a view whose y points down.
  ///
  /// - Parameters:
  ///   - id: The body's name.
  ///   - type: How the body takes part in the physics.
  ///   - frame: The box: its upper left corner, width and height, in units.
  ///   - viewHeight: The height of the view, in units.
  ///   - surface: How the box touches others.
  ///   - mass: The mass of a dynamic body, in kg.
  public init(
    id: String,
    type: BodyType = .dynamic,
    frame: Rect,
    viewHeight: Double,
    surface: Surface = Surface(),
    mass: Double? = nil
  ) {
    self.init(
      id: id,
      type: type,
      shapes: [
        ShapeDescription(.box(width: frame.size.width, height: frame.size.height), surface: surface)
      ],
      position: Vector(
        frame.origin.x + frame.size.width / 2,
        viewHeight - frame.origin.y - frame.size.height / 2
      ),
      mass: mass
    )
  }
}

// The mass of a body; nothing else decides it.
extension BodyDescription {
  /// The mass of a dynamic body, in kg: its own, or else that of its shapes by their densities. A shape without a
  /// density has no mass, as in the C library. Nil if no mass or density is given, and for bodies of other types.
  ///
  /// Complexity: O(*shapes*).
  public var totalMass: Double? {
    guard type == .dynamic, mass == nil, hasDensities else { return type == .dynamic ? mass : nil }
    // A shape without a valid area is reported elsewhere.
    return shapes.reduce(0) { $0 + ($1.surface.density ?? 0) * ((try? $1.geometry.area()) ?? 1) }
  }

  private var hasDensities: Bool { shapes.contains { $0.surface.density != nil } }

  /// The mass, the moment about the centre of gravity and that centre, of a dynamic body. What the description leaves
  /// open is that of its shapes, among which the mass is distributed by area and density (evenly, if none has an area).
  /// Sensors have a part of it only if they have a density, or if there is nothing else.
  ///
  /// Throws `PhysicsError.Code.outOfRange`.
  package func massProperties() throws(PhysicsError) -> MassProperties {
    // A missing mass is 0, which the range rejects like any other invalid mass.
    let mass = totalMass ?? 0
    try ParameterRange.mass.check(mass)
    if let moment, let centerOfGravity {
      return MassProperties(mass: mass, moment: moment, center: centerOfGravity)
    }
    let parts = try massParts(mass)
    let centroid = try self.center(of: parts), center = centerOfGravity ?? centroid
    if let moment { return MassProperties(mass: mass, moment: moment, center: center) }
    var sum = 0.0
    for part in parts { sum += try part.geometry.moment(mass: part.mass) }
    // Shapes have moments about the origin; those about the centre of gravity follow from Steiner's theorem.
    if center != .zero { sum += mass * center.dot(center - 2 * centroid) }
    try ParameterRange.moment.check(sum)
    return MassProperties(mass: mass, moment: sum, center: center)
  }

  /// The geometries that have a part of a mass.
  private func massParts(
    _ mass: Double
  ) throws(PhysicsError) -> [(geometry: Geometry, mass: Double)] {
    let hasDensities = hasDensities
    let hasSolid = shapes.contains { !$0.surface.isSensor }
    let solid = hasDensities || !hasSolid ? shapes : shapes.filter { !$0.surface.isSensor }
    if solid.count == 1 { return [(solid[0].geometry, mass)] }
    let weights = try solid.map { shape throws(PhysicsError) in
      try shape.geometry.area() * (hasDensities ? shape.surface.density ?? 0 : 1)
    }
    let total = weights.reduce(0, +)
    return zip(solid, weights).map { shape, weight in
      (shape.geometry, mass * (total > 0 ? weight / total : 1 / Double(solid.count)))
    }.filter { $0.mass > 0 }
  }

  /// The centre of gravity of geometries; the origin if it is there up to rounding.
  private func center(of parts: [(geometry: Geometry, mass: Double)]) throws(PhysicsError) -> Vector
  {
    var (sum, mass, reach) = (Vector.zero, 0.0, 0.0)
    for part in parts {
      sum = sum + part.mass * (try part.geometry.centroid())
      mass += part.mass
      reach = max(reach, part.geometry.reach)
    }
    guard mass > 0 else { return .zero }
    let center = sum / mass
    return center.length < 1e-9 * reach ? .zero : center
  }
}

/// The properties of a body that determine how it responds to forces.
package struct MassProperties {
  /// In kg.
  package let mass: Double
  /// About the centre of gravity, in kg·units².
  package let moment: Double
  /// In the body's own coordinates, in units.
  package let center: Vector
}

extension BodyDescription {
  /// The number of shapes in a space: a chain or a concave polygon is several.
  var shapeCount: Int { shapes.reduce(0) { $0 + ((try? $1.geometry.parts().count) ?? 1) } }
}
