internal import Chipmunk

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

extension Vector {
  /// The vector of length 1 at an angle in radians, counterclockwise from the right.
  static func direction(_ angle: Double) -> Vector { Vector(cos(angle), sin(angle)) }
}

/// The direction of a vector in radians, counterclockwise from the right, from −π to π.
func radians(_ vector: Vector) -> Double { atan2(vector.y, vector.x) }
