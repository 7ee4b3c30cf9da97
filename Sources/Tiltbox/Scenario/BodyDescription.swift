public import Chipmunk

/// A body as a scenario describes it.
public struct BodyDescription: Hashable, Sendable {
  /// The name by which recordings, commands and expectations know the body; unique in its scenario.
  public var id: String
  /// How the body takes part in the physics.
  public var type: BodyType
  /// The shapes that the body is made of.
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
  /// The moment of inertia, in kg·units²; nil to compute it from the shapes, infinity for a body
  /// that never turns.
  public var moment: Double?
  /// Whether a fast body is stopped by other dynamic bodies too, and not by static and kinematic ones alone.
  public var isBullet: Bool
  /// Whether the body is meant to start inside another one or outside the walls, which is a warning otherwise.
  public var mayOverlap = false
  /// How the body is drawn.
  public var appearance = Appearance()

  /// Makes a description of a body that rests at the origin unless told otherwise.
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

/// A shape as a scenario describes it.
public struct ShapeDescription: Hashable, Sendable {
  /// The form, in the body's own coordinates.
  public var geometry: Geometry
  /// How it touches.
  public var surface: Surface

  /// Makes a description.
  public init(_ geometry: Geometry, surface: Surface = Surface()) {
    self.geometry = geometry
    self.surface = surface
  }
}

/// How a shape touches others.
public struct Surface: Hashable, Sendable {
  /// The friction coefficient; that of a contact is the product of both shapes'.
  public var friction: Double
  /// The elasticity; that of a contact is the product of both shapes'.
  public var elasticity: Double
  /// The velocity of the surface, in units/s, as of a conveyor belt.
  public var velocity: Vector
  /// Whether the shape reports contacts and does not answer them.
  public var isSensor: Bool
  /// Which shapes it may touch.
  public var filter: ShapeFilter
  /// The kind of thing it is.
  public var collisionType: CollisionType
  /// The mass per area, in kg/units²; nil where the body's mass is shared out by area. See
  /// ``BodyDescription/totalMass``.
  public var density: Double?

  /// Makes a surface; without arguments a smooth one that does not bounce.
  public init(
    friction: Double = 0,
    elasticity: Double = 0,
    velocity: Vector = .zero,
    isSensor: Bool = false,
    filter: ShapeFilter = .all,
    collisionType: CollisionType = 0,
    density: Double? = nil
  ) {
    self.friction = friction
    self.elasticity = elasticity
    self.velocity = velocity
    self.isSensor = isSensor
    self.filter = filter
    self.collisionType = collisionType
    self.density = density
  }
}
