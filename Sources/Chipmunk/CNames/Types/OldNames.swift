// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: `Constraint`.
@available(*, unavailable, renamed: "Constraint")
public typealias cpJoint = Never

/// In Swift: `PointHit`.
@available(*, unavailable, renamed: "PointHit")
public typealias cpNearestPointQueryInfo = Never

/// In Swift: `ContactPoints`.
@available(*, unavailable, renamed: "ContactPoints")
public typealias cpContact = Never

/// In Swift: `UInt32`.
@available(*, unavailable, renamed: "UInt32")
public typealias cpLayers = UInt32

/// In Swift: `UInt`.
@available(*, unavailable, renamed: "UInt")
public typealias cpTimestamp = UInt

/// In Swift: `UInt`.
@available(*, unavailable, renamed: "UInt")
public typealias cpHashValue = UInt

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public typealias cpSpaceHash = Never

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public typealias cpBBTree = Never

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public typealias cpSweep1D = Never

/// In Swift: write a Swift array.
@available(*, unavailable, message: "write a Swift array")
public typealias cpArray = Never

/// In Swift: write a Swift set.
@available(*, unavailable, message: "write a Swift set")
public typealias cpHashSet = Never

/// In Swift: assign a closure to the handler that space.addHandler(for:) returns.
@available(
  *,
  unavailable,
  message: "assign a closure to the handler that space.addHandler(for:) returns"
)
public typealias cpCollisionBeginFunc = Never

/// In Swift: assign a closure to the handler that space.addHandler(for:) returns.
@available(
  *,
  unavailable,
  message: "assign a closure to the handler that space.addHandler(for:) returns"
)
public typealias cpCollisionPreSolveFunc = Never

/// In Swift: assign a closure to the handler that space.addHandler(for:) returns.
@available(
  *,
  unavailable,
  message: "assign a closure to the handler that space.addHandler(for:) returns"
)
public typealias cpCollisionPostSolveFunc = Never

/// In Swift: assign a closure to the handler that space.addHandler(for:) returns.
@available(
  *,
  unavailable,
  message: "assign a closure to the handler that space.addHandler(for:) returns"
)
public typealias cpCollisionSeparateFunc = Never

/// In Swift: assign a closure to the handler that space.addHandler(for:) returns.
@available(
  *,
  unavailable,
  message: "assign a closure to the handler that space.addHandler(for:) returns"
)
public typealias cpCollFunc = Never

/// In Swift: pass a closure to space.afterStep(_:).
@available(*, unavailable, message: "pass a closure to space.afterStep(_:)")
public typealias cpPostStepFunc = Never

/// In Swift: `Double.infinity`.
@available(*, unavailable, renamed: "Double.infinity")
public var CP_INFINITY: Double { fatalError() }

/// In Swift: write ~0, or ShapeFilter.all.
@available(*, unavailable, message: "write ~0, or ShapeFilter.all")
public var CP_ALL_LAYERS: UInt32 { fatalError() }

/// In Swift: write 0.
@available(*, unavailable, message: "write 0")
public var CP_NO_GROUP: UInt { fatalError() }

/// In Swift: write space.collisionBias.
@available(*, unavailable, message: "write space.collisionBias")
public var cp_bias_coef: Double {
  get { fatalError() }
  set {}
}

/// In Swift: write space.collisionSlop.
@available(*, unavailable, message: "write space.collisionSlop")
public var cp_collision_slop: Double {
  get { fatalError() }
  set {}
}

/// In Swift: write space.collisionPersistence.
@available(*, unavailable, message: "write space.collisionPersistence")
public var cp_contact_persistence: Int {
  get { fatalError() }
  set {}
}

/// In Swift: write constraint.errorBias.
@available(*, unavailable, message: "write constraint.errorBias")
public var cp_constraint_bias_coef: Double {
  get { fatalError() }
  set {}
}

/// In Swift: write constraint.errorBias.
@available(*, unavailable, message: "write constraint.errorBias")
public var cp_joint_bias_coef: Double {
  get { fatalError() }
  set {}
}
