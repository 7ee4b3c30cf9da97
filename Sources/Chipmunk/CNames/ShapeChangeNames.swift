// What `chipmunk_unsafe.h` changes of shapes, under the names that a C user would look for.

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpCircleShapeSetRadius(_ shape: Shape, _ radius: Double) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpCircleShapeSetOffset(_ shape: Shape, _ offset: Vector) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpSegmentShapeSetEndpoints(_ shape: Shape, _ a: Vector, _ b: Vector) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpSegmentShapeSetRadius(_ shape: Shape, _ radius: Double) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpPolyShapeSetRadius(_ shape: Shape, _ radius: Double) { fatalError() }

/// In Swift: write shape.setGeometry(_:).
@available(*, unavailable, message: "write shape.setGeometry(_:)")
public func cpPolyShapeSetVertsRaw(_ shape: Shape, _ count: Int, _ vertices: [Vector]) {
  fatalError()
}
