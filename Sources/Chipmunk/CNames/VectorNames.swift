// The C functions of vectors, so that a C user's guess becomes a fix-it.

/// In Swift: ``Vector/init(_:_:)``.
@available(*, unavailable, renamed: "Vector.init(_:_:)")
public func cpv(_ x: some BinaryFloatingPoint, _ y: Double) -> Vector { fatalError() }

/// In Swift: write a + b.
@available(*, unavailable, message: "write a + b")
public func cpvadd(_ a: Vector, _ b: Vector) -> Vector { fatalError() }

/// In Swift: write a - b.
@available(*, unavailable, message: "write a - b")
public func cpvsub(_ a: Vector, _ b: Vector) -> Vector { fatalError() }

/// In Swift: write -a.
@available(*, unavailable, message: "write -a")
public func cpvneg(_ a: Vector) -> Vector { fatalError() }

/// In Swift: write a * factor.
@available(*, unavailable, message: "write a * factor")
public func cpvmult(_ a: Vector, _ factor: Double) -> Vector { fatalError() }

/// In Swift: ``Vector/dot(_:)``.
@available(*, unavailable, renamed: "Vector.dot(self:_:)")
public func cpvdot(_ a: Vector, _ b: Vector) -> Double { fatalError() }

/// In Swift: ``Vector/cross(_:)``.
@available(*, unavailable, renamed: "Vector.cross(self:_:)")
public func cpvcross(_ a: Vector, _ b: Vector) -> Double { fatalError() }

/// In Swift: ``Vector/length``.
@available(*, unavailable, renamed: "getter:Vector.length(self:)")
public func cpvlength(_ a: Vector) -> Double { fatalError() }

/// In Swift: write (a - b).length.
@available(*, unavailable, message: "write (a - b).length")
public func cpvdist(_ a: Vector, _ b: Vector) -> Double { fatalError() }

/// In Swift: write a == b.
@available(*, unavailable, message: "write a == b")
public func cpveql(_ a: Vector, _ b: Vector) -> Bool { fatalError() }

/// In Swift: ``Vector/angle``.
@available(*, unavailable, renamed: "getter:Vector.angle(self:)")
public func cpvtoangle(_ a: Vector) -> Double { fatalError() }

/// In Swift: ``Vector/unit(angle:)``.
@available(*, unavailable, renamed: "Vector.unit(angle:)")
public func cpvforangle(_ angle: some BinaryFloatingPoint) -> Vector { fatalError() }

/// In Swift: ``Vector/normalized``.
@available(*, unavailable, renamed: "getter:Vector.normalized(self:)")
public func cpvnormalize(_ a: Vector) -> Vector { fatalError() }

/// In Swift: ``Vector/perpendicular``.
@available(*, unavailable, renamed: "getter:Vector.perpendicular(self:)")
public func cpvperp(_ a: Vector) -> Vector { fatalError() }

/// In Swift: write -a.perpendicular.
@available(*, unavailable, message: "write -a.perpendicular")
public func cpvrperp(_ a: Vector) -> Vector { fatalError() }

/// In Swift: write a.dot(a).
@available(*, unavailable, message: "write a.dot(a)")
public func cpvlengthsq(_ a: Vector) -> Double { fatalError() }

/// In Swift: write (a - b).dot(a - b).
@available(*, unavailable, message: "write (a - b).dot(a - b)")
public func cpvdistsq(_ a: Vector, _ b: Vector) -> Double { fatalError() }

/// In Swift: write a.distance(to: b) < distance.
@available(*, unavailable, message: "write a.distance(to: b) < distance")
public func cpvnear(_ a: Vector, _ b: Vector, _ distance: Double) -> Bool { fatalError() }

/// In Swift: ``Vector/mixed(with:_:)``.
@available(*, unavailable, renamed: "Vector.mixed(self:with:_:)")
public func cpvlerp(_ a: Vector, _ b: Vector, _ share: Double) -> Vector { fatalError() }

/// In Swift: ``Vector/projected(onto:)``.
@available(*, unavailable, renamed: "Vector.projected(self:onto:)")
public func cpvproject(_ a: Vector, _ b: Vector) -> Vector { fatalError() }

/// In Swift: write a.rotated(by: angle).
@available(*, unavailable, message: "write a.rotated(by: angle)")
public func cpvrotate(_ a: Vector, _ b: Vector) -> Vector { fatalError() }

/// In Swift: write a.rotated(by: -angle).
@available(*, unavailable, message: "write a.rotated(by: -angle)")
public func cpvunrotate(_ a: Vector, _ b: Vector) -> Vector { fatalError() }
