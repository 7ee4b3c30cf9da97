internal import CChipmunk

/// A point of a contact. Mirrors the points of `cpContactPointSet`.
public struct ContactPoint: Hashable, Sendable {
  /// The point on the first shape's surface, in units.
  public let onA: Vector
  /// The point on the second shape's surface, in units.
  public let onB: Vector
  /// The penetration there, in units; negative if the shapes are apart.
  public let depth: Double
}

/// The points of a contact, one or two, held in place without an allocation; none for one that has ended.
public struct ContactPoints: RandomAccessCollection, Hashable, Sendable {
  private static let nowhere = ContactPoint(onA: .zero, onB: .zero, depth: 0)

  private var first = nowhere
  private var second = nowhere

  /// The index after the last point: the number of points.
  public private(set) var endIndex = 0

  /// The index of the first point, 0.
  public var startIndex: Int { 0 }

  /// The point at an index, 0 or 1, which must be below ``endIndex``.
  public subscript(place: Int) -> ContactPoint {
    precondition((0..<endIndex).contains(place), "no contact point \(place) of \(endIndex)")
    return place == 0 ? first : second
  }

  private mutating func append(_ point: ContactPoint) {
    if endIndex == 0 { first = point } else { second = point }
    endIndex += 1
  }
}

extension ContactPoints {
  init(of arbiter: UnsafeMutablePointer<cpArbiter>, isFlipped: Bool) {
    guard let contacts = unsafe arbiter.pointee.contacts else { return }
    let a = unsafe Vector(arbiter.pointee.body_a.pointee.p)
    let b = unsafe Vector(arbiter.pointee.body_b.pointee.p)
    let normal = unsafe Vector(arbiter.pointee.n)
    for index in 0..<Int(unsafe arbiter.pointee.count) {
      let onA = unsafe a + Vector(contacts[index].r1)
      let onB = unsafe b + Vector(contacts[index].r2)
      let depth = -(onB - onA).dot(normal)
      append(ContactPoint(onA: isFlipped ? onB : onA, onB: isFlipped ? onA : onB, depth: depth))
    }
  }

  /// The points found by `cpCollide`: on the first shape, and on the second.
  init(_ found: [(Vector, Vector)], normal: Vector) {
    for (onA, onB) in found {
      append(ContactPoint(onA: onA, onB: onB, depth: -(onB - onA).dot(normal)))
    }
  }
}
