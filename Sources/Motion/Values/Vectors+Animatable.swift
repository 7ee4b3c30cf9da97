extension SIMD2: Animatable, ComponentAnimatable where Scalar == Double {
  /// The vector itself.
  @inlinable public var components: Self { self }
  /// Makes the vector from itself.
  @inlinable public init(components: Self) { self = components }
}

extension SIMD3: Animatable, ComponentAnimatable where Scalar == Double {
  /// The vector itself.
  @inlinable public var components: Self { self }
  /// Makes the vector from itself.
  @inlinable public init(components: Self) { self = components }
}

extension SIMD4: Animatable, ComponentAnimatable where Scalar == Double {
  /// The vector itself.
  @inlinable public var components: Self { self }
  /// Makes the vector from itself.
  @inlinable public init(components: Self) { self = components }
}
