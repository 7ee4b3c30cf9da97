// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

extension Body {

  /// In Swift: write body.position.
  @available(*, unavailable, message: "write body.position")
  public var p: Vector {
    get { fatalError() }
    set {}
  }

  /// In Swift: write body.velocity.
  @available(*, unavailable, message: "write body.velocity")
  public var v: Vector {
    get { fatalError() }
    set {}
  }

  /// In Swift: write body.force.
  @available(*, unavailable, message: "write body.force")
  public var f: Vector {
    get { fatalError() }
    set {}
  }

  /// In Swift: write body.angle.
  @available(*, unavailable, message: "write body.angle")
  public var a: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: write body.angularVelocity.
  @available(*, unavailable, message: "write body.angularVelocity")
  public var w: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: write body.torque.
  @available(*, unavailable, message: "write body.torque")
  public var t: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: write body.mass.
  @available(*, unavailable, message: "write body.mass")
  public var m: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: write body.moment.
  @available(*, unavailable, message: "write body.moment")
  public var i: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: write Vector.unit(angle: body.angle).
  @available(*, unavailable, message: "write Vector.unit(angle: body.angle)")
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

  /// In Swift: write shape.elasticity.
  @available(*, unavailable, message: "write shape.elasticity")
  public var e: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: write shape.friction.
  @available(*, unavailable, message: "write shape.friction")
  public var u: Double {
    get { fatalError() }
    set {}
  }

  /// In Swift: write shape.surfaceVelocity.
  @available(*, unavailable, message: "write shape.surfaceVelocity")
  public var surface_v: Vector {
    get { fatalError() }
    set {}
  }

  /// In Swift: write shape.collisionType.
  @available(*, unavailable, message: "write shape.collisionType")
  public var collision_type: CollisionType {
    get { fatalError() }
    set {}
  }

  /// In Swift: write shape.isSensor.
  @available(*, unavailable, message: "write shape.isSensor")
  public var sensor: Bool {
    get { fatalError() }
    set {}
  }

  /// In Swift: assign a ShapeFilter to shape.filter.
  @available(*, unavailable, message: "assign a ShapeFilter to shape.filter")
  public var layers: UInt32 {
    get { fatalError() }
    set {}
  }

  /// In Swift: assign a ShapeFilter to shape.filter.
  @available(*, unavailable, message: "assign a ShapeFilter to shape.filter")
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

  /// In Swift: bounces need no extra iterations; see space.iterations.
  @available(*, unavailable, message: "bounces need no extra iterations; see space.iterations")
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

  /// In Swift: write constraint.errorBias.
  @available(*, unavailable, message: "write constraint.errorBias")
  public var biasCoef: Double {
    get { fatalError() }
    set {}
  }

}
