// Made by scripts/generate-c-names from scripts/c-names/names.tsv.

/// In Swift: `Vector.zero`.
@available(*, unavailable, renamed: "Vector.zero")
public var cpvzero: Never { fatalError() }

/// In Swift: `ShapeFilter.all`.
@available(*, unavailable, renamed: "ShapeFilter.all")
public var CP_SHAPE_FILTER_ALL: Never { fatalError() }

/// In Swift: `ShapeFilter.none`.
@available(*, unavailable, renamed: "ShapeFilter.none")
public var CP_SHAPE_FILTER_NONE: Never { fatalError() }

/// In Swift: `BodyType.dynamic`.
@available(*, unavailable, renamed: "BodyType.dynamic")
public var CP_BODY_TYPE_DYNAMIC: Never { fatalError() }

/// In Swift: `BodyType.kinematic`.
@available(*, unavailable, renamed: "BodyType.kinematic")
public var CP_BODY_TYPE_KINEMATIC: Never { fatalError() }

/// In Swift: `BodyType.static`.
@available(*, unavailable, renamed: "BodyType.static")
public var CP_BODY_TYPE_STATIC: Never { fatalError() }

/// In Swift: write [Polyline].
@available(*, unavailable, message: "write [Polyline]")
public typealias cpPolylineSet = Never

/// In Swift: use tag, or a dictionary of your own.
@available(*, unavailable, message: "use tag, or a dictionary of your own")
public typealias cpDataPointer = Never

/// In Swift: use Body.worldPoint(ofLocal:) and Body.localPoint(ofWorld:).
@available(*, unavailable, message: "use Body.worldPoint(ofLocal:) and Body.localPoint(ofWorld:)")
public typealias cpTransform = Never

/// In Swift: a space belongs to one thread; use a space for each thread.
@available(*, unavailable, message: "a space belongs to one thread; use a space for each thread")
public typealias cpHastySpace = Never

/// In Swift: a space has its own index; use the space's queries.
@available(*, unavailable, message: "a space has its own index; use the space's queries")
public typealias cpSpatialIndex = Never
