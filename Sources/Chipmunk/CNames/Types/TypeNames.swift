// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: `Space`.
@available(*, unavailable, renamed: "Space")
public typealias cpSpace = Never

/// In Swift: `Body`.
@available(*, unavailable, renamed: "Body")
public typealias cpBody = Never

/// In Swift: `BodyType`.
@available(*, unavailable, renamed: "BodyType")
public typealias cpBodyType = Never

/// In Swift: `Shape`.
@available(*, unavailable, renamed: "Shape")
public typealias cpShape = Never

/// In Swift: `Shape`.
@available(*, unavailable, renamed: "Shape")
public typealias cpCircleShape = Never

/// In Swift: `Shape`.
@available(*, unavailable, renamed: "Shape")
public typealias cpSegmentShape = Never

/// In Swift: `Shape`.
@available(*, unavailable, renamed: "Shape")
public typealias cpPolyShape = Never

/// In Swift: `ShapeFilter`.
@available(*, unavailable, renamed: "ShapeFilter")
public typealias cpShapeFilter = Never

/// In Swift: `CollisionType`.
@available(*, unavailable, renamed: "CollisionType")
public typealias cpCollisionType = Never

/// In Swift: `Constraint`.
@available(*, unavailable, renamed: "Constraint")
public typealias cpConstraint = Never

/// In Swift: `PinJoint`.
@available(*, unavailable, renamed: "PinJoint")
public typealias cpPinJoint = Never

/// In Swift: `SlideJoint`.
@available(*, unavailable, renamed: "SlideJoint")
public typealias cpSlideJoint = Never

/// In Swift: `PivotJoint`.
@available(*, unavailable, renamed: "PivotJoint")
public typealias cpPivotJoint = Never

/// In Swift: `GrooveJoint`.
@available(*, unavailable, renamed: "GrooveJoint")
public typealias cpGrooveJoint = Never

/// In Swift: `DampedSpring`.
@available(*, unavailable, renamed: "DampedSpring")
public typealias cpDampedSpring = Never

/// In Swift: `DampedRotarySpring`.
@available(*, unavailable, renamed: "DampedRotarySpring")
public typealias cpDampedRotarySpring = Never

/// In Swift: `RotaryLimitJoint`.
@available(*, unavailable, renamed: "RotaryLimitJoint")
public typealias cpRotaryLimitJoint = Never

/// In Swift: `RatchetJoint`.
@available(*, unavailable, renamed: "RatchetJoint")
public typealias cpRatchetJoint = Never

/// In Swift: `GearJoint`.
@available(*, unavailable, renamed: "GearJoint")
public typealias cpGearJoint = Never

/// In Swift: `SimpleMotor`.
@available(*, unavailable, renamed: "SimpleMotor")
public typealias cpSimpleMotor = Never

/// In Swift: `Contact`.
@available(*, unavailable, renamed: "Contact")
public typealias cpArbiter = Never

/// In Swift: `ContactPoints`.
@available(*, unavailable, renamed: "ContactPoints")
public typealias cpContactPointSet = Never

/// In Swift: `CollisionHandler`.
@available(*, unavailable, renamed: "CollisionHandler")
public typealias cpCollisionHandler = Never

/// In Swift: `PointHit`.
@available(*, unavailable, renamed: "PointHit")
public typealias cpPointQueryInfo = Never

/// In Swift: `SegmentHit`.
@available(*, unavailable, renamed: "SegmentHit")
public typealias cpSegmentQueryInfo = Never

/// In Swift: `VelocityFunction`.
@available(*, unavailable, renamed: "VelocityFunction")
public typealias cpBodyVelocityFunc = Never

/// In Swift: `PositionFunction`.
@available(*, unavailable, renamed: "PositionFunction")
public typealias cpBodyPositionFunc = Never

/// In Swift: `DebugDrawing`.
@available(*, unavailable, renamed: "DebugDrawing")
public typealias cpSpaceDebugDrawOptions = Never

/// In Swift: `DebugParts`.
@available(*, unavailable, renamed: "DebugParts")
public typealias cpSpaceDebugDrawFlags = Never

/// In Swift: `DebugColor`.
@available(*, unavailable, renamed: "DebugColor")
public typealias cpSpaceDebugColor = Never

/// In Swift: `Vector`.
@available(*, unavailable, renamed: "Vector")
public typealias cpVect = Never

/// In Swift: `BoundingBox`.
@available(*, unavailable, renamed: "BoundingBox")
public typealias cpBB = Never

/// In Swift: `Polyline`.
@available(*, unavailable, renamed: "Polyline")
public typealias cpPolyline = Never

/// In Swift: `Double`.
@available(*, unavailable, renamed: "Double")
public typealias cpFloat = Double

/// In Swift: `Bool`.
@available(*, unavailable, renamed: "Bool")
public typealias cpBool = Bool

/// In Swift: `UInt`.
@available(*, unavailable, renamed: "UInt")
public typealias cpGroup = UInt

/// In Swift: `UInt32`.
@available(*, unavailable, renamed: "UInt32")
public typealias cpBitmask = UInt32
