package import TiltboxJSON

extension JSON {
  /// Two numbers.
  package init(_ vector: Vector) { self = .array([.number(vector.x), .number(vector.y)]) }
}
