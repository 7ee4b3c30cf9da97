// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

extension Body {

  /// In Swift: read body.position, or write body.setPosition(_:).
  @available(*, unavailable, message: "read body.position, or write body.setPosition(_:)")
  public var p: Vector {
    get { fatalError() }
    set {}
  }

  /// In Swift: read body.velocity, or write body.setVelocity(_:).
  @available(*, unavailable, message: "read body.velocity, or write body.setVelocity(_:)")
  public var v: Vector {
    get { fatalError() }
    set {}
  }

  /// In Swift: read body.force, or write body.setForce(_:).
  @available(*, unavailable, message: "read body.force, or write body.setForce(_:)")
  public var f: Vector {
    get { fatalError() }
    set {}
  }

  /// In Swift: read body.angle, or write body.setAngle(_:).
  @available(*, unavailable, message: "read body.angle, or write body.setAngle(_:)")
  public var a: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: read body.angularVelocity, or write body.setAngularVelocity(_:).
  @available(
    *,
    unavailable,
    message: "read body.angularVelocity, or write body.setAngularVelocity(_:)"
  )
  public var w: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: read body.torque, or write body.setTorque(_:).
  @available(*, unavailable, message: "read body.torque, or write body.setTorque(_:)")
  public var t: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: read body.mass, or write body.setMass(_:).
  @available(*, unavailable, message: "read body.mass, or write body.setMass(_:)")
  public var m: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: read body.moment, or write body.setMoment(_:).
  @available(*, unavailable, message: "read body.moment, or write body.setMoment(_:)")
  public var i: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: its parts are the cosine and the sine of body.angle.
  @available(*, unavailable, message: "its parts are the cosine and the sine of body.angle")
  public var rot: Vector {
    get { fatalError() }
    set {}
  }

  /// In Swift: use body.tag, or a dictionary of your own.
  @available(*, unavailable, message: "use body.tag, or a dictionary of your own")
  public var data: Int {
    get { fatalError() }
    set {}
  }

  /// In Swift: limit the velocity in the body's velocityFunction.
  @available(*, unavailable, message: "limit the velocity in the body's velocityFunction")
  public var v_limit: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: limit the angular velocity in the body's velocityFunction.
  @available(*, unavailable, message: "limit the angular velocity in the body's velocityFunction")
  public var w_limit: Double {
    get { fatalError() }
    set {}
  }

}

extension Shape {

  /// In Swift: read shape.elasticity, or write shape.setElasticity(_:).
  @available(*, unavailable, message: "read shape.elasticity, or write shape.setElasticity(_:)")
  public var e: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: read shape.friction, or write shape.setFriction(_:).
  @available(*, unavailable, message: "read shape.friction, or write shape.setFriction(_:)")
  public var u: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: read shape.surfaceVelocity, or write shape.setSurfaceVelocity(_:).
  @available(
    *,
    unavailable,
    message: "read shape.surfaceVelocity, or write shape.setSurfaceVelocity(_:)"
  )
  public var surface_v: Vector {
    get { fatalError() }
    set {}
  }

  /// In Swift: read shape.collisionType, or write shape.setCollisionType(_:).
  @available(
    *,
    unavailable,
    message: "read shape.collisionType, or write shape.setCollisionType(_:)"
  )
  public var collision_type: CollisionType {
    get { fatalError() }
    set {}
  }

  /// In Swift: read shape.isSensor, or write shape.setSensor(_:).
  @available(*, unavailable, message: "read shape.isSensor, or write shape.setSensor(_:)")
  public var sensor: Bool {
    get { fatalError() }
    set {}
  }

  /// In Swift: write shape.setFilter(ShapeFilter(group:categories:mask:)).
  @available(*, unavailable, message: "write shape.setFilter(ShapeFilter(group:categories:mask:))")
  public var layers: UInt32 {
    get { fatalError() }
    set {}
  }

  /// In Swift: write shape.setFilter(ShapeFilter(group:categories:mask:)).
  @available(*, unavailable, message: "write shape.setFilter(ShapeFilter(group:categories:mask:))")
  public var group: UInt {
    get { fatalError() }
    set {}
  }

  /// In Swift: use shape.tag, or a dictionary of your own.
  @available(*, unavailable, message: "use shape.tag, or a dictionary of your own")
  public var data: Int {
    get { fatalError() }
    set {}
  }

  /// In Swift: read shape.boundingBox.
  @available(*, unavailable, message: "read shape.boundingBox")
  public var bb: BoundingBox {
    get { fatalError() }
    set {}
  }

}

extension Space {

  /// In Swift: bounces need no iterations of their own; see space.setIterations(_:).
  @available(
    *,
    unavailable,
    message: "bounces need no iterations of their own; see space.setIterations(_:)"
  )
  public var elasticIterations: Int {
    get { fatalError() }
    set {}
  }

  /// In Swift: write space.ground.
  @available(*, unavailable, message: "write space.ground")
  public var staticBody: Body {
    get { fatalError() }
    set {}
  }

}

extension Constraint {

  /// In Swift: write constraint.bodyA.
  @available(*, unavailable, message: "write constraint.bodyA")
  public var a: Body {
    get { fatalError() }
    set {}
  }

  /// In Swift: write constraint.bodyB.
  @available(*, unavailable, message: "write constraint.bodyB")
  public var b: Body {
    get { fatalError() }
    set {}
  }

  /// In Swift: write constraint.setErrorBias(_:).
  @available(*, unavailable, message: "write constraint.setErrorBias(_:)")
  public var biasCoef: Double {
    get { fatalError() }
    set {}
  }

}
