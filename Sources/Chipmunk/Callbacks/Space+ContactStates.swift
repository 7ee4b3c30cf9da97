internal import CChipmunk

/// A contact that the last step solved.
public struct ContactState: Hashable, Sendable {
  /// The id of the first shape, the lower of both.
  public let a: UInt
  /// The id of the other shape.
  public let b: UInt
  /// The id of a's body, 0 for the ground: see ``Space/body(id:)``.
  public let bodyA: UInt
  /// The id of b's body, 0 for the ground.
  public let bodyB: UInt
  /// The unit normal from a to b.
  public let normal: Vector
  /// Where they touch: one point or two.
  public let points: ContactPoints
  /// The impulse on b in the step, in kg·units/s, including friction.
  public let impulse: Vector

  /// Makes an empty contact, to fill an array with.
  public init() {
    (a, b, bodyA, bodyB) = (0, 0, 0, 0)
    (normal, points, impulse) = (.zero, ContactPoints(), .zero)
  }
}

// Bulk access to contacts.
extension Space {
  /// The number of contacts that ``readContacts(into:)`` writes.
  public var contactCount: Int { unsafe Int(raw.pointee.arbiters.pointee.num) }

  /// Writes the contacts that the last step solved over the first elements of an array, in the
  /// order of solving. It omits contacts of sensors, ignored ones and those between sleeping
  /// bodies. Replaces `cpBodyEachArbiter`.
  ///
  /// Allocates nothing if the array has at least as many elements as there are contacts. A shorter
  /// array grows; further elements stay as they are.
  ///
  /// Returns the number of contacts. Complexity: O(*contacts*).
  @discardableResult
  public func readContacts(into contacts: inout [ContactState]) -> Int {
    let count = contactCount
    if contacts.count < count {
      contacts.append(contentsOf: repeatElement(ContactState(), count: count - contacts.count))
    }
    var span = contacts.mutableSpan
    var index = 0
    unsafe forEach(in: raw.pointee.arbiters) { (arbiter: UnsafeMutablePointer<cpArbiter>) in
      span[index] = unsafe ContactState(arbiter)
      index += 1
    }
    return count
  }
}

extension ContactState {
  fileprivate init(_ arbiter: UnsafeMutablePointer<cpArbiter>) {
    let (idA, idB) = unsafe (arbiter.pointee.a.pointee.hashid, arbiter.pointee.b.pointee.hashid)
    let isFlipped = idA > idB
    let sign = isFlipped ? -1.0 : 1
    a = UInt(min(idA, idB))
    b = UInt(max(idA, idB))
    let bodies = unsafe (arbiter.pointee.body_a.id, arbiter.pointee.body_b.id)
    (bodyA, bodyB) = isFlipped ? (bodies.1, bodies.0) : bodies
    normal = unsafe Vector(arbiter.pointee.n) * sign
    points = unsafe ContactPoints(of: arbiter, isFlipped: isFlipped)
    impulse = unsafe Vector(cpArbiterTotalImpulse(arbiter)) * -sign
  }
}

extension UnsafeMutablePointer<cpBody> {
  fileprivate var id: UInt {
    unsafe Unmanaged<Body>.fromOpaque(pointee.userData)._withUnsafeGuaranteedRef { $0.id }
  }
}
