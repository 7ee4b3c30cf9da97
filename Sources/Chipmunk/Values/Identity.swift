// Objects are equal only to themselves.

extension Body: Hashable {
  /// Whether both are the same body.
  public static func == (a: Body, b: Body) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Shape: Hashable {
  /// Whether both are the same shape.
  public static func == (a: Shape, b: Shape) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Constraint: Hashable {
  /// Whether both are the same constraint.
  public static func == (a: Constraint, b: Constraint) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
