public import Chipmunk

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
  /// The velocity, in units/s.
  public var velocity: Vector
  /// The angular velocity, in rad/s.
  public var angularVelocity: Double
  /// The mass of a dynamic body, in kg; nil to compute it from the shapes' densities. Other types have none.
  public var mass: Double?
  /// The moment of inertia, in kg·units²; nil to compute it from the shapes; infinity for a body
  /// that never rotates.
  public var moment: Double?
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
